"""Guessing what a text is."""

from __future__ import annotations

import pytest

from kebab.ingest.text_medium import guess_medium


@pytest.mark.parametrize(
    ("content", "source_uri", "medium"),
    [
        (b"# Title\n\ntext", None, "markdown"),
        (b"<!DOCTYPE html><p>x", None, "html"),
        (
            b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<html lang="en">',
            None,
            "html",
        ),
        (b"<b>bold</b> Markdown", None, "markdown"),
        (b"# Title", "https://example.org/page.html", "markdown"),
        (b"* no list", "https://example.org/Notes.TXT?x=1", "text"),
        (b"text", "http://[broken", "markdown"),
    ],
)
def test_content_tells_and_the_origin_only_of_plain_text(content, source_uri, medium):
    assert guess_medium(content, source_uri) == medium


def test_many_comments_cost_no_time():
    assert guess_medium(b"<!---->" * 200 + b"<p") == "markdown"
