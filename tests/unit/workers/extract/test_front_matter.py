"""What is taken from front matter, and that a fault in it costs no more than a warning."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workers.extract.front_matter import read_front_matter


def yaml(*lines):
    return read_front_matter(["---", *lines, "---", "body"])


def test_yaml_gives_the_known_keys():
    front = yaml(
        "title: A title",
        "lang: ko-KR",
        "tags: [one, '#two', 3, one]",
        "aliases: other",
        "trust_level: secondary",
        "source_type: wiki",
        "created_at: 2024-05-01",
        "updated_at: 2024-05-01T10:00:00Z",
    )

    assert (front.title, front.lang, front.tags) == ("A title", "ko", ("one", "two", "3"))
    assert (front.trust_level, front.source_type) == ("secondary", "wiki")
    assert front.metadata == {
        "aliases": ["other"],
        "created_at": "2024-05-01",
        "updated_at": "2024-05-01T10:00:00+00:00",
    }
    assert (front.line_count, front.warnings) == (10, ())


def test_toml_gives_the_same():
    front = read_front_matter(
        ["+++", 'title = "T"', 'tags = ["a"]', "date = 2024-05-01", "[extra]", "x = 1", "+++", "b"]
    )

    assert (front.title, front.tags, front.line_count) == ("T", ("a",), 7)
    assert front.metadata == {"date": "2024-05-01", "user": {"extra": {"x": 1}}}


def test_tags_may_be_one_text_with_commas():
    assert yaml("tags: one, two ,three").tags == ("one", "two", "three")


def test_other_keys_are_kept_for_the_user_as_json():
    front = yaml(
        "weight: 20", "when: 2024-05-01", "nested: {a: [1, .inf]}", "1: x", "set: !!set {a}"
    )

    assert front.metadata["user"] == {
        "weight": 20,
        "when": "2024-05-01",
        "nested": {"a": [1, "inf"]},
        "1": "x",
        "set": ["a"],
    }


def test_null_values_say_nothing():
    front = yaml("title: null", "type: null", "tags:", "lang: ~")

    assert (front.title, front.tags, front.lang, front.warnings) == ("", (), "", ())


def test_norwegian_is_not_false():
    assert yaml("lang: no").lang == "no"


def test_title_with_a_second_colon_is_recovered_with_one_warning():
    front = yaml("title: KB: Something", "tags: [a, b]", "type: null")

    assert (front.title, front.tags) == ("KB: Something", ("a", "b"))
    assert len(front.warnings) == 1
    assert "not valid YAML" in front.warnings[0]
    assert "line 2" in front.warnings[0]


@pytest.mark.parametrize(
    "lines",
    [
        ["---", "a: [1", "---"],
        ["---", "\t- x", "---"],
        ["---", "when: 2024-13-45", "---"],
        ["---", "a: *unknown", "---"],
        ["---", "a: " + "9" * 5000, "---"],
        ["---", "a: !!python/object:os.system x", "---"],
        ["---", "a: " + "[" * 5000, "---"],
        ["---", "- just", "- a list", "---"],
        ["---", "only words", "---"],
        ["+++", "a = ", "+++"],
        ["+++", "a = " + "[" * 5000, "+++"],
    ],
)
def test_bad_front_matter_is_a_warning_and_takes_only_its_own_lines(lines):
    front = read_front_matter([*lines, "body"])

    assert front.line_count == len(lines)
    assert len(front.warnings) == 1


@pytest.mark.parametrize(
    "line",
    [
        "trust_level: best",
        "source_type: a b",
        "lang: Klingon language",
        "title: [a]",
        "tags: [{a: b}]",
    ],
)
def test_bad_value_is_a_warning_and_leaves_the_others(line):
    front = yaml(line, "date: 2024-05-01")

    assert len(front.warnings) == 1
    assert (front.trust_level, front.source_type, front.lang, front.title) == ("", "", "", "")
    assert front.metadata["date"] == "2024-05-01"


@pytest.mark.parametrize(
    "lines",
    [
        ["no front matter", "---", "a: b", "---"],
        ["---", "never closed"],
        ["", "---", "a: b", "---"],
        ["----", "a: b", "----"],
        ["---", *["x" * 1000] * 100, "---"],
        [],
        [""],
    ],
)
def test_what_is_not_front_matter_is_body(lines):
    assert read_front_matter(lines).line_count == 0


def test_aliases_that_stand_for_billions_are_cut_with_a_warning():
    lines = ["a: &a [1,1,1,1,1,1,1,1,1]"]
    for name, previous in zip("bcdefghi", "abcdefgh", strict=True):
        lines.append(f"{name}: &{name} [{','.join(['*' + previous] * 9)}]")

    front = yaml(*lines)

    assert len(json.dumps(front.metadata)) < 20_000
    assert any("too large" in warning for warning in front.warnings)


def test_huge_values_are_cut():
    front = yaml(f"note: {'x' * 50_000}", f"title: {'t' * 1000}")

    assert len(front.metadata["user"]["note"]) == 2_000
    assert len(front.title) == 300


@given(st.text(max_size=200))
def test_any_text_between_the_marks_gives_json(text):
    lines = text.split("\n")

    for mark in ("---", "+++"):
        front = read_front_matter([mark, *lines, mark, "body"])

        json.dumps(front.metadata, allow_nan=False).encode()
        front.title.encode()
        assert all(isinstance(tag, str) for tag in front.tags)
