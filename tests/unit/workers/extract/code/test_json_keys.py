"""Where the top keys of JSON stand."""

import pytest

from workers.extract.code.json_keys import json_symbols


def told(text):
    return [(symbol.names[0], symbol.row, symbol.end) for symbol in json_symbols(text)]


def test_top_keys_reach_to_the_next_one():
    text = '{\n  "name": "x",\n  "scripts": {\n    "a": "b: {"\n  },\n  "t\\u00e9": [\n  ]\n}\n'

    assert told(text) == [("name", 1, 1), ("scripts", 2, 4), ("té", 5, 8)]


def test_comments_count_as_nothing():
    assert told('{ // "no": {\n/* "nor":\n { */\n"yes": 1}') == [("yes", 3, 3)]


@pytest.mark.parametrize("text", ["", "[1, 2]", '"only"', "}}}{{{", '{"open', '{"a" "b": 1', "\\"])
def test_other_texts_have_no_keys_or_do_no_harm(text):
    json_symbols(text)


def test_values_are_no_keys():
    assert told('{"a": "b", "c": ["d"], "e": {"f": 1}}') == [
        ("a", 0, -1),
        ("c", 0, -1),
        ("e", 0, 0),
    ]
