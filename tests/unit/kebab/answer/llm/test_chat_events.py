"""The events of a chat completion."""

from __future__ import annotations

import json

import pytest

from kebab.answer.llm.chat_events import ChatEnd, ChatEvent, read_event


def read(**event):
    end = ChatEnd()
    return read_event(json.dumps(event), end), end


def test_text_is_taken_from_the_first_choice():
    event, end = read(choices=[{"index": 0, "delta": {"content": "A pod"}, "finish_reason": None}])

    assert (event, end) == (ChatEvent("A pod"), ChatEnd())


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"choices": []},
        {"choices": None},
        {"choices": [{"delta": {"role": "assistant", "content": None}}]},
        {"choices": [{"delta": {"reasoning_content": "hm"}}]},
        {"choices": [{"delta": None}]},
        {"prompt_filter_results": []},
    ],
)
def test_what_adds_no_text_is_passed_over(event):
    assert read(**event) == (ChatEvent(), ChatEnd())


@pytest.mark.parametrize(
    ("told", "understood"), [("stop", "stop"), ("length", "length"), ("eos", "stop"), (None, None)]
)
def test_the_reason_of_the_end_is_noted(told, understood):
    _, end = read(choices=[{"delta": {}, "finish_reason": told}])

    assert end.reason == understood


def test_usage_may_come_with_the_last_text():
    _, end = read(
        choices=[{"delta": {"content": "."}}], usage={"prompt_tokens": 31, "completion_tokens": 9}
    )

    assert (end.prompt_tokens, end.completion_tokens) == (31, 9)


def test_usage_without_numbers_counts_nothing():
    _, end = read(choices=[], usage={"prompt_tokens": None})

    assert (end.prompt_tokens, end.completion_tokens) == (None, None)


@pytest.mark.parametrize(
    ("error", "words"),
    [({"message": "out of memory", "code": 500}, "out of memory"), ("overloaded", "overloaded")],
)
def test_an_error_in_the_stream_is_a_fault(error, words):
    assert read(error=error)[0].fault == words


def test_a_filtered_answer_is_a_fault():
    assert "filter" in read(choices=[{"delta": {}, "finish_reason": "content_filter"}])[0].fault


def test_done_ends_it_and_nonsense_is_a_fault():
    end = ChatEnd()

    assert read_event(" [DONE]", end) == ChatEvent()
    assert end.done
    assert read_event("<html>", ChatEnd()).fault
