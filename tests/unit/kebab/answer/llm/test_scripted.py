"""The model that says what a file tells it to."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing

import pytest
from support.language_models import ASKED, SAMPLING, gather, model_of, run

from kebab.answer.llm.protocol import Message, Sampling
from kebab.errors import ModelUnreachableError, ProviderError, StreamAbortedError


@pytest.fixture
def write(tmp_path):
    def write_one(text, name="replies.toml"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write_one


async def ask(path, messages=ASKED, sampling=SAMPLING, times=1):
    async with model_of("scripted", scripted_path=path) as model:
        return [await gather(model, messages, sampling) for _ in range(times)]


def texts(path, *questions):
    async def scenario():
        async with model_of("scripted", scripted_path=path) as model:
            return [(await gather(model, (Message("user", q),)))[0] for q in questions]

    return run(scenario())


RULES = """
[[rules]]
contains = "pod"
reply = "about pods"
[[rules]]
pattern = '(?i)^SERVICE'
reply = "about services"
[[rules]]
reply = "anything"
"""


def test_the_first_rule_that_fits_answers(write):
    asked = ("a pod and a service", "Service?", "a service", "")

    assert texts(write(RULES), *asked) == ["about pods", "about services", "anything", "anything"]


def test_json_says_the_same(write):
    path = write(json.dumps({"rules": [{"contains": "pod", "reply": "파드"}]}), "replies.json")

    assert texts(path, "pod") == ["파드"]


def test_only_the_last_question_is_looked_at_unless_the_rule_says_otherwise(write):
    path = write(
        '[[rules]]\ncontains = "pod"\nreply = "user"\n'
        '[[rules]]\ncontains = "evidence"\nin = "system"\nreply = "system"\n'
        '[[rules]]\ncontains = "pod"\nin = "any"\nreply = "any"\n'
    )
    first, last = Message("user", "a pod?"), Message("user", "and then?")

    def said(*messages):
        return run(ask(path, messages))[0][0]

    assert said(first) == "user"
    assert said(Message("system", "the evidence"), first, last) == "system"
    assert said(first, Message("assistant", "yes"), last) == "any"


def test_replies_come_in_turn_and_the_last_one_stays(write):
    answers = run(ask(write('[[rules]]\nreplies = ["one", "two"]\n'), times=3))

    assert [text for text, _, _ in answers] == ["one", "two", "two"]


def test_echo_says_what_was_asked(write):
    [(text, _, _)] = run(ask(write("[[rules]]\necho = true\n")))

    assert text == "system: Answer from the evidence.\nuser: What is a pod?"


def test_it_streams_in_pieces_and_counts(write):
    [(_, finished, pieces)] = run(ask(write('[[rules]]\nreply = "abcdefg"\npiece_chars = 3\n')))

    assert pieces == ["abc", "def", "g"]
    assert (finished.prompt_tokens, finished.completion_tokens, finished.reason) == (11, 2, "stop")


def test_it_keeps_to_the_limit_of_tokens(write):
    path = write(f'[[rules]]\nreply = "{"abcd" * 30}"\n')

    [(text, finished, _)] = run(ask(path, sampling=Sampling(5, 0.0, 0)))

    assert (text, finished.reason) == ("abcd" * 5, "length")


def test_it_breaks_off_where_the_rule_says(write):
    async def scenario():
        pieces = []
        path = write('[[rules]]\nreply = "abcdef"\npiece_chars = 2\nabort_after = 2\n')
        async with model_of("scripted", scripted_path=path) as model:
            with pytest.raises(StreamAbortedError):
                pieces.extend([piece.text async for piece in model.stream(ASKED, SAMPLING)])
            stream = model.stream(ASKED, SAMPLING)
            return [(await anext(stream)).text for _ in range(2)]

    assert run(scenario()) == ["ab", "cd"]


def test_it_hangs_where_the_rule_says_until_it_is_closed(write):
    async def scenario():
        path = write('[[rules]]\nreply = "abcd"\npiece_chars = 2\nhang_after = 1\n')
        async with (
            model_of("scripted", scripted_path=path) as model,
            aclosing(model.stream(ASKED, SAMPLING)) as stream,
        ):
            first = await anext(stream)
            waiting = asyncio.create_task(anext(stream))
            await asyncio.sleep(0)
            hangs = not waiting.done()
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            return first.text, hangs

    assert run(scenario()) == ("ab", True)


def test_it_fails_as_the_rule_says(write):
    with pytest.raises(ModelUnreachableError):
        run(ask(write('[[rules]]\nerror = "model_unreachable"\n')))


def test_no_rule_that_fits_is_an_error(write):
    with pytest.raises(ProviderError, match="no rule"):
        run(ask(write('[[rules]]\ncontains = "xyz"\nreply = "a"\n')))


@pytest.mark.parametrize(
    "text",
    [
        "rules = 1",
        "[[rules]]",
        "[[rules]]\nreply = 'a'\necho = true",
        "[[rules]]\nreply = 'a'\nrepply = 'b'",
        "[[rules]]\nerror = 'of_tomorrow'",
        "[[rules]]\npattern = '('\nreply = 'a'",
        "nonsense",
    ],
)
def test_a_script_that_cannot_be_used_names_its_file(write, text):
    with pytest.raises(ProviderError, match=r"replies\.toml cannot be used"):
        run(ask(write(text)))


def test_a_script_that_is_missing_names_its_file(tmp_path):
    with pytest.raises(ProviderError, match=r"gone\.toml"):
        run(ask(tmp_path / "gone.toml"))
