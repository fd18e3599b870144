"""Editing JSON with comments: only the value that was asked for changes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.hosts.json_text import drop, parse, put

SETTINGS = """\
// How I work.
{
    "theme": "dark", // not the bright one
    /* servers */
    "context_servers": {
        "other": { "command": "x", "args": ["//", "/*", ",}"] }, // keep
        // more to come
    },
    "tabs": [1, 2, 3,],
}
"""


def test_new_value_stands_behind_the_others_and_their_comments():
    edited = put(SETTINGS, ["context_servers", "kebab"], {"command": "k"})

    before, _, after = SETTINGS.partition("        // more to come\n")
    assert edited.startswith(before + "        // more to come\n")
    assert edited.endswith(after)
    assert '        "kebab": {\n            "command": "k"\n        },\n    },\n' in edited
    assert parse(edited)["context_servers"]["kebab"] == {"command": "k"}


def test_value_is_replaced_in_its_place():
    text = '{"a": {"b": 1 /* one */, "c": 2}}\n'

    assert put(text, ["a", "b"], 5) == '{"a": {"b": 5 /* one */, "c": 2}}\n'


def test_value_that_is_there_already_leaves_the_text_as_it_is():
    assert put(SETTINGS, ["theme"], "dark") is SETTINGS
    assert put('{"a": 1}', ["a"], 1.0) == '{"a": 1.0}'


def test_line_ends_and_indents_are_the_files_own():
    edited = put('{\r\n\t"a": {}\r\n}\r\n', ["a", "b"], {"c": 1})

    assert edited == '{\r\n\t"a": {\r\n\t\t"b": {\r\n\t\t\t"c": 1\r\n\t\t}\r\n\t}\r\n}\r\n'


def test_comment_on_the_last_line_does_not_swallow_what_comes():
    edited = put('{\n  "a": 1 // one\n}', ["b"], 2)

    assert edited == '{\n  "a": 1, // one\n  "b": 2\n}'


@pytest.mark.parametrize(
    ("text", "path", "left"),
    [
        ('{"a": 1, "b": 2, "c": 3}', ["b"], '{"a": 1, "c": 3}'),
        ('{"a": 1, "b": 2}', ["a"], '{"b": 2}'),
        ('{"a": 1, "b": 2,}', ["b"], '{"a": 1,}'),
        ('{"a": {"b": 2, /* x */}}', ["a", "b"], '{"a": { /* x */}}'),
        ('{"a": 1}', ["b"], '{"a": 1}'),
        ('{"a": 1}', ["b", "c"], '{"a": 1}'),
    ],
)
def test_value_is_taken_out_with_its_comma(text, path, left):
    dropped = drop(text, path)

    assert parse(dropped) == parse(left)
    assert ("/* x */" in dropped) is ("/* x */" in text)


def test_of_several_values_of_a_name_the_last_counts():
    assert put('{"a": 1, "a": 2}', ["a"], 3) == '{"a": 1, "a": 3}'


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", '"a"', '{"a": 1 b}', "{'a': 1}", '{"a": 1,,}', "{/*}", '{"a" 1}', "{,}"],
)
def test_what_is_no_object_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - json's own or ours
        put(text, ["a"], 1)


def test_path_through_a_text_is_refused():
    with pytest.raises(ValueError, match="no object"):
        put('{"a": "b"}', ["a", "c"], 1)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
BLANKS = st.sampled_from(["", " ", "\n  ", "\r\n", "/* , } */", ' // " x ,\n', "/**/"])


@st.composite
def loose(draw, value):
    """Write a value as a person may: with comments, odd blanks and commas that trail."""

    def blank():
        return draw(BLANKS)

    if isinstance(value, dict):
        parts = [
            f"{blank()}{json.dumps(k)}{blank()}:{blank()}{draw(loose(v))}{blank()}"
            for k, v in value.items()
        ]
        comma = "," if parts and draw(st.booleans()) else ""
        return "{" + ",".join(parts) + comma + blank() + "}"
    if isinstance(value, list):
        parts = [f"{blank()}{draw(loose(item))}{blank()}" for item in value]
        comma = "," if parts and draw(st.booleans()) else ""
        return "[" + ",".join(parts) + comma + blank() + "]"
    return json.dumps(value, ensure_ascii=draw(st.booleans()))


TREES = st.dictionaries(
    st.sampled_from("abc"), st.dictionaries(st.sampled_from("xyz"), VALUES, max_size=3), max_size=3
)


@given(st.data(), TREES, st.sampled_from("abcd"), st.sampled_from("xyzw"), VALUES)
def test_only_what_was_asked_for_changes(data, tree, table, name, value):
    text = data.draw(loose(tree))

    edited = put(text, [table, name], value)

    assert parse(edited) == {**tree, table: {**tree.get(table, {}), name: value}}
    assert put(edited, [table, name], value) == edited
    dropped = parse(drop(edited, [table, name]))
    assert dropped[table] == {k: v for k, v in tree.get(table, {}).items() if k != name}
