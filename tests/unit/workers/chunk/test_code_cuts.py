"""Where code may be cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workers.chunk.code_cuts import body, cuts_of, statements


def test_cut_is_before_each_statement_of_the_body():
    text = "def f():\n    a = 1\n    if a:\n        b\n    return a\n"

    assert statements(text) == [
        "def f():\n", "    a = 1\n", "    if a:\n        b\n", "    return a\n",
    ]  # fmt: skip


def test_no_cut_is_before_what_goes_on_or_closes():
    text = "function f() {\n\tif (a) {\n\t\tb();\n\t} else {\n\t\tc();\n\t}\n\treturn 1;\n}\n"

    assert statements(text) == [
        "function f() {\n", "\tif (a) {\n\t\tb();\n\t} else {\n\t\tc();\n\t}\n", "\treturn 1;\n}\n",
    ]  # fmt: skip


def test_what_stands_above_a_definition_stays_with_its_head():
    text = "# note\n@deco\ndef f(\n    a,\n):\n    b = 1\n    c = 2\n"

    assert body(text) == ["# note\n@deco\ndef f(\n", "    a,\n):\n", "    b = 1\n", "    c = 2\n"]


@pytest.mark.parametrize("text", ["", "one", "\n\n", "a\n)\n]"])
def test_text_without_a_body_stays_whole(text):
    assert "".join(statements(text)) == text
    assert len(statements(text)) == 1


@given(st.text(alphabet="ab \t\n){}", max_size=80))
def test_parts_are_the_whole_text(text):
    assert all("".join(cut(text)) == text for cut in cuts_of(is_definition=True))
