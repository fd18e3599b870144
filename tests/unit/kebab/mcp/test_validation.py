"""Arguments: what is taken, what is put right, what is refused and how."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.errors import InvalidInputError, KebabError, TooLargeError, UnknownArgumentError
from kebab.mcp.tools.catalogue import knowledge_tools
from kebab.mcp.tools.declaration import number, schema_of, text, texts
from kebab.mcp.validation import check_arguments

SCHEMA = schema_of(
    ["name"],
    name=text("A name.", minLength=1, maxLength=10),
    kind=text("A kind.", enum=["alpha", "beta"]),
    count=number("A count.", 1, 9),
    share=number("A share.", 0, 2, whole=False),
    tags=texts("Tags.", maxItems=2),
    deep={"type": "boolean"},
    rows={"type": "array", "items": {"type": "object"}, "minItems": 1},
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def check(**arguments):
    return check_arguments("tool", SCHEMA, {"name": "n", **arguments})


@pytest.mark.parametrize(
    ("given_value", "taken"),
    [
        ({"count": "3"}, {"count": 3}),
        ({"count": 3.0}, {"count": 3}),
        ({"share": 1}, {"share": 1}),
        ({"share": 0.25}, {"share": 0.25}),
        ({"share": " 1.5"}, {"share": 1.5}),
        ({"deep": "True"}, {"deep": True}),
        ({"tags": '["a"]'}, {"tags": ["a"]}),
        ({"tags": "a"}, {"tags": ["a"]}),
        ({"tags": None}, {}),
        ({"rows": '[{"a": 1}]'}, {"rows": [{"a": 1}]}),
        ({"rows": ['{"a": 1}']}, {"rows": [{"a": 1}]}),
    ],
)
def test_what_agents_mistype_is_put_right(given_value, taken):
    assert check(**given_value) == {"name": "n", **taken}


def test_a_wrong_row_is_left_to_who_reads_the_rows():
    rows = [{"a": 1}, "x", 5]

    assert check(rows=rows)["rows"] == rows


@pytest.mark.parametrize(
    "wrong",
    [
        {"count": 0},
        {"count": 10},
        {"count": True},
        {"count": 1.5},
        {"count": float("nan")},
        {"count": "--3"},
        {"count": 10**5000},
        {"deep": 1},
        {"deep": "maybe"},
        {"kind": "gamma"},
        {"kind": 1},
        {"name": ""},
        {"name": 5},
        {"tags": [1]},
        {"tags": {"a": 1}},
        {"rows": []},
        {"rows": "[" * 100_000},
    ],
)
def test_a_wrong_value_is_refused_with_its_name_and_what_would_do(wrong):
    with pytest.raises(InvalidInputError) as caught:
        check(**wrong)

    assert next(iter(wrong)) in str(caught.value)
    assert caught.value.hint
    assert len(str(caught.value)) < 400


def test_what_is_too_much_says_the_limit():
    with pytest.raises(TooLargeError) as caught:
        check(tags=["a", "b", "c"])

    assert caught.value.details == {"argument": "tags", "given": 3, "maximum": 2}


def test_an_unknown_argument_names_the_nearest_and_the_valid_ones():
    with pytest.raises(UnknownArgumentError) as caught:
        check(tag=["a"])

    assert caught.value.details["did_you_mean"] == "tags"
    assert caught.value.details["valid"] == list(SCHEMA["properties"])


def test_a_null_does_not_count_as_given():
    with pytest.raises(InvalidInputError, match="needs the argument 'name'"):
        check_arguments("tool", SCHEMA, {"name": None})


@given(st.sampled_from(knowledge_tools()), st.data())
def test_whatever_arrives_is_taken_or_refused(tool, data):
    names = st.sampled_from([*tool.input_schema["properties"], "other"])
    arguments = data.draw(st.dictionaries(names, JSON, max_size=4))

    try:
        taken = check_arguments(tool.name, tool.input_schema, arguments)
    except KebabError as error:
        hint = error.hint
    else:
        tool.input_model(**taken)
        hint = "none needed"

    assert hint


@pytest.mark.parametrize("secret", [["open-sesame"], {"a": "open-sesame"}, 4711, True])
def test_secret_that_is_no_text_is_refused_and_not_repeated(secret):
    schema = schema_of([], password=text(maxLength=20, writeOnly=True))

    with pytest.raises(InvalidInputError) as caught:
        check_arguments("tool", schema, {"password": secret})

    said = str(caught.value.to_fields())
    assert "has to be a text" in said
    assert "open-sesame" not in said
    assert "4711" not in said
