"""Lines, objects, and the thinking in front of an answer."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.answer.llm.payloads import MAX_LINE_BYTES, ThinkingFilter, read_object, split_lines


def lines_of(*pieces):
    async def feed():
        for piece in pieces:
            yield piece

    async def gather():
        return [line async for line in split_lines(feed())]

    return asyncio.run(gather())


def filtered(*pieces):
    thinking = ThinkingFilter()
    return "".join([*(thinking.feed(piece) for piece in pieces), thinking.finish()])


def test_a_line_may_come_in_pieces_and_end_without_a_newline():
    assert lines_of(b'{"a":', b' 1}\n\n{"b"', b": 2}") == ['{"a": 1}', '{"b": 2}']


def test_a_letter_may_come_in_two_pieces():
    data = '"파드"\n'.encode()

    assert lines_of(data[:3], data[3:]) == ['"파드"']


@pytest.mark.parametrize("mark", ["\u2028", "\x85", "\x0c", "\r"])
def test_only_a_newline_ends_a_line(mark):
    assert lines_of(f'"a{mark}b"\n'.encode()) == [f'"a{mark}b"']


def test_a_line_without_end_is_refused():
    with pytest.raises(ValueError, match="too long"):
        lines_of(b"x" * (MAX_LINE_BYTES + 1))


@pytest.mark.parametrize("text", ["", "[1]", "null", "{", "error: {}"])
def test_what_is_no_object_is_none(text):
    assert read_object(text) is None


@pytest.mark.parametrize(
    "text", ["<think>\nhm</think>\n\nA pod.", "\n<think></think>A pod.", "A pod."]
)
@given(data=st.data())
def test_thinking_is_left_out_however_it_is_cut(text, data):
    at = data.draw(st.integers(0, len(text)))
    then = data.draw(st.integers(at, len(text)))

    assert filtered(text[:at], text[at:then], text[then:]) == "A pod."


@pytest.mark.parametrize("text", ["<", "<thin", "<b>pod</b>", "a <think>b</think>", "  x"])
def test_what_only_looks_like_thinking_stays(text):
    assert filtered(*text) == text


def test_thinking_that_never_ends_is_no_answer():
    assert filtered("<think>", "and on", " and on") == ""
