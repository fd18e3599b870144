"""Which title a document gets."""

import unicodedata

import pytest

from workers.extract.markdown import parse_markdown
from workers.extract.title import choose_title


@pytest.mark.parametrize(
    ("stated", "text", "path", "title"),
    [
        ("Stated", "# One", "a.md", "Stated"),
        ("", "## Two\n# One\n# Other", "a.md", "One"),
        ("", "text\n## Two\n### Three", "a.md", "Two"),
        ("", "#\n## Two", "a.md", "Two"),
        ("", "### Three\nfirst\nparagraph", "a.md", "first paragraph"),
        ("", "word " * 30, "a.md", " ".join(["word"] * 16)),
        ("", "가" * 100, "a.md", "가" * 80),
        ("", "3.\n\n* * *\n\n각주 참조", "a.hwp", "각주 참조"),
        ("", "12 / 2019", "a/receipt.md", "receipt"),
        ("1984", "text", "a.md", "1984"),
        ("", "```\ncode\n```", "folder/some file.md", "some file"),
        ("", "", "폴더/회의 😀.md", "회의 😀"),
        ("", "", "", "untitled"),
    ],
)
def test_title_is_the_first_thing_that_names_the_document(stated, text, path, title):
    assert choose_title(stated, parse_markdown(text.split("\n"), 0), path) == title


def test_name_of_a_file_goes_before_the_headings_where_it_names_it():
    blocks = parse_markdown(["# Sheet"], 0)

    assert choose_title("", blocks, "x/stock.xlsx", is_named_by_file=True) == "stock"
    assert choose_title("Prices", blocks, "x/stock.xlsx", is_named_by_file=True) == "Prices"


def test_title_of_a_decomposed_file_name_is_composed():
    assert choose_title("", [], unicodedata.normalize("NFD", "한글.md")) == "한글"
