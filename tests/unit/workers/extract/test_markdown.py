"""The blocks of a Markdown document and the lines they stand on."""

import pytest

from workers.chunk.blocks import Kind
from workers.extract.markdown import parse_markdown


def parse(text, first=0):
    return parse_markdown(text.split("\n"), first)


def summary(text, first=0):
    return [(block.kind, block.start, block.text) for block in parse(text, first)]


def test_each_kind_of_block_has_its_lines():
    text = (
        "# Head\n\nparagraph\nof two lines\n\n- item\n  - inner\n- item\n\n\n> quote\n\n"
        "```py\ncode\n\nmore\n```\n\n    indented\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    )

    assert summary(text) == [
        (Kind.HEADING, 1, "# Head"),
        (Kind.PARAGRAPH, 3, "paragraph\nof two lines"),
        (Kind.LIST, 6, "- item\n  - inner\n- item"),
        (Kind.QUOTE, 11, "> quote"),
        (Kind.CODE, 13, "```py\ncode\n\nmore\n```"),
        (Kind.CODE, 19, "    indented"),
        (Kind.TABLE, 21, "| a | b |\n|---|---|\n| 1 | 2 |"),
    ]


def test_lines_are_of_the_file_when_front_matter_comes_first():
    assert summary("---\ntitle: x\n---\n# Head\ntext", first=3) == [
        (Kind.HEADING, 4, "# Head"),
        (Kind.PARAGRAPH, 5, "text"),
    ]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("# Plain", "Plain"),
        ("# Closed ##", "Closed"),
        ("# 이벤트 { #events }", "이벤트"),
        ("# Hugo {#anchor .class}", "Hugo"),
        ("# kramdown {: #anchor }", "kramdown"),
        ("# Keep {{< shortcode >}}", "Keep {{< shortcode >}}"),
        ("# `code` and *stress* and **more**", "code and stress and more"),
        ("# [Link](http://x) ![image](y.png)", "Link image"),
        ("# snake_case_name", "snake_case_name"),
        ("# a &amp; b \\* c", "a & b * c"),
        ("# <b>bold</b>", "bold"),
        ("#", ""),
        ("Setext\n======", "Setext"),
        ("Of two\nlines\n-----", "Of two lines"),
    ],
)
def test_heading_title_is_its_text(line, title):
    (block,) = parse(line)

    assert (block.kind, block.title, block.text) == (Kind.HEADING, title, line)


def test_heading_levels_are_told():
    assert [block.level for block in parse("# a\n### b\nc\n---\nd\n===\n")] == [1, 3, 2, 1]


def test_heading_inside_code_or_quote_is_none():
    assert [block.kind for block in parse("```\n# a\n```\n\n> # b\n\n- # c\n")] == [
        Kind.CODE,
        Kind.QUOTE,
        Kind.LIST,
    ]


def test_unclosed_fence_goes_to_the_end():
    assert summary("```\na\n\nb\n") == [(Kind.CODE, 1, "```\na\n\nb")]


def test_comments_alone_are_no_text():
    assert parse("<!-- one -->\n\n<!--\nmany\n\nlines\n-->\n\n***\n") == []


def test_tags_are_taken_off_html_and_its_lines_stay():
    text = '<!-- x\ny -->\n<div class="a"\n  id="b">\nShown <b>here</b>\n</div>\n\n<your-token>\n'

    assert summary(text) == [(Kind.HTML, 5, "Shown here"), (Kind.HTML, 8, "<your-token>")]


def test_tags_that_stand_between_words_keep_them_apart():
    text = "<table><tr><td>one</td><td>t<b>w</b>o</td></tr></table>three<br>four\n"

    assert summary(text) == [(Kind.HTML, 1, "one two three four")]


def test_unclosed_comment_and_script_are_kept():
    assert summary("<!-- open\nwords") == [(Kind.HTML, 1, "<!-- open\nwords")]
    assert parse("<script>\nlet x;\n</script>") == []


def test_link_definitions_are_lines_of_the_document():
    assert summary("[a]: http://x\n[b]: http://y\n\ntext\n\n[c]: http://z") == [
        (Kind.PARAGRAPH, 1, "[a]: http://x\n[b]: http://y"),
        (Kind.PARAGRAPH, 4, "text"),
        (Kind.PARAGRAPH, 6, "[c]: http://z"),
    ]


def test_form_feed_and_line_separator_end_no_line():
    assert [block.start for block in parse("a\x0cb\u2028c\n\n# d")] == [1, 3]
