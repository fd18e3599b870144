"""What `kebab fetch` makes of its arguments."""

from __future__ import annotations

import click
import pytest

from kebab.cli.commands.fetch_command import parse_citation


@pytest.mark.parametrize(
    ("uri", "parts"),
    [
        ("guide.md#L5-L9", ("guide.md", 5, 9)),
        ("guide.md#L5", ("guide.md", 5, 5)),
        ("a%23b%20c.md#L1-2", ("a#b c.md", 1, 2)),
    ],
)
def test_citation_holds_path_and_lines(uri, parts):
    assert parse_citation(uri) == parts


def test_what_is_no_citation_needs_a_start():
    with pytest.raises(click.UsageError, match="START is missing"):
        parse_citation("guide.md")
