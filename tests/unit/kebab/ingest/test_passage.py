"""A passage carries a chunk's context and is named by its text."""

from __future__ import annotations

from kebab.ingest.passage import passage_key, passage_text


def test_title_and_headings_stand_above_the_text():
    made = passage_text("Guide", ("Install", "Linux"), "Run it.", 3)

    assert made == "Guide > Install > Linux\nRun it."


def test_heading_is_not_said_twice():
    assert passage_text("Guide", ("Guide", "Linux"), "## Linux\n\nRun it.", 6) == (
        "Guide\n## Linux\n\nRun it."
    )


def test_chunk_without_a_heading_is_its_text():
    assert passage_text("", (), "Run it.", 3) == "Run it."


def test_full_chunk_comes_whole_and_keeps_the_innermost_headings():
    made = passage_text("안녕" * 40, ("x" * 300, "inner"), "text", 490)

    assert made == "inner\ntext"


def test_equal_passages_have_equal_keys():
    assert passage_key("a") == passage_key("a") != passage_key("b")
    assert len(passage_key("a")) == 16
