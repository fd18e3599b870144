"""The blocks of plain text, reStructuredText and Org."""

from workers.chunk.blocks import Kind
from workers.extract.text import Dialect, dialect_of, parse_text, stated_title


def summary(text, dialect):
    return [
        (block.kind, block.start, block.text, block.level, block.title)
        for block in parse_text(text.split("\n"), dialect)
    ]


def test_dialect_follows_the_ending():
    assert dialect_of("a/B.RST") is Dialect.RST
    assert dialect_of("a.org") is Dialect.ORG
    assert dialect_of("a.txt") is dialect_of("org") is Dialect.PLAIN


def test_plain_text_is_cut_at_blank_lines_only():
    assert summary("\none\ntwo\n \n# three\n\n\n", Dialect.PLAIN) == [
        (Kind.PARAGRAPH, 2, "one\ntwo", 0, ""),
        (Kind.PARAGRAPH, 5, "# three", 0, ""),
    ]


def test_rst_titles_are_headings_in_the_order_of_their_styles():
    text = "=====\nTitle\n=====\n\nPart\n====\ntext\n\nSub\n---\n\nmore\n\nPart two\n========\n"

    assert summary(text, Dialect.RST) == [
        (Kind.HEADING, 1, "=====\nTitle\n=====", 1, "Title"),
        (Kind.HEADING, 5, "Part\n====", 2, "Part"),
        (Kind.PARAGRAPH, 7, "text", 0, ""),
        (Kind.HEADING, 9, "Sub\n---", 3, "Sub"),
        (Kind.PARAGRAPH, 12, "more", 0, ""),
        (Kind.HEADING, 14, "Part two\n========", 2, "Part two"),
    ]


def test_rst_tables_transitions_and_short_underlines_are_no_headings():
    text = (
        "====  ====\na     b\n====  ====\n\ntext\n\n----\n\nlong title\n---\n\ntwo\nlines\n-----\n"
    )

    assert all(kind is Kind.PARAGRAPH for kind, *_ in summary(text, Dialect.RST))


def test_org_stars_are_headings():
    text = "#+TITLE: The title\n* One :tag:\ntext\n** Two\n*bold*\n"

    assert summary(text, Dialect.ORG) == [
        (Kind.PARAGRAPH, 1, "#+TITLE: The title", 0, ""),
        (Kind.HEADING, 2, "* One :tag:", 1, "One"),
        (Kind.PARAGRAPH, 3, "text", 0, ""),
        (Kind.HEADING, 4, "** Two", 2, "Two"),
        (Kind.PARAGRAPH, 5, "*bold*", 0, ""),
    ]
    assert stated_title(text.split("\n"), Dialect.ORG) == "The title"
    assert stated_title(text.split("\n"), Dialect.PLAIN) == ""
