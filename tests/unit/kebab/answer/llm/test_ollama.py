"""Ollama's own interface, spoken with a server that follows its documentation."""

from __future__ import annotations

import json

import pytest
from support.language_models import SAMPLING, gather, model_of, run
from support.model_servers import (
    OLLAMA_ANSWER,
    OLLAMA_DONE,
    PIECES,
    Behaviour,
    ollama_line,
    ollama_server,
)

from kebab.answer.llm.protocol import Finished
from kebab.errors import (
    ModelNotPulledError,
    ModelUnreachableError,
    ProviderError,
    StreamAbortedError,
)


async def ask(*entries, **settings):
    """Ask a server that behaves so; give the answer and the requests."""
    async with (
        ollama_server(Behaviour(*entries)) as server,
        model_of("ollama", base_url=server.url, **settings) as model,
    ):
        return await gather(model), server.requests


def test_pieces_come_as_they_are_written_and_the_counts_last():
    (text, finished, pieces), _ = run(ask(OLLAMA_ANSWER))

    assert text == "A pod is the smallest unit [1]."
    assert pieces == list(PIECES)
    assert finished == Finished(prompt_tokens=26, completion_tokens=298, reason="stop")


def test_limits_temperature_and_seed_are_really_sent():
    _, [request] = run(ask(OLLAMA_ANSWER, context_tokens=4096))

    assert request.body["options"] == {
        "num_ctx": 4096,
        "num_predict": SAMPLING.max_tokens,
        "temperature": 0.0,
        "seed": 7,
    }
    assert request.body["messages"] == [
        {"role": "system", "content": "Answer from the evidence."},
        {"role": "user", "content": "What is a pod?"},
    ]
    assert (request.body["model"], request.body["stream"]) == ("gemma3:270m", True)
    assert (request.body["think"], request.body["truncate"]) == (False, False)


def test_an_answer_that_was_cut_says_so():
    cut = ollama_line(" unit", done=True, done_reason="length")

    (text, finished, _), _ = run(ask([ollama_line("A"), cut]))

    assert (text, finished) == ("A unit", Finished(None, None, "length"))


def test_lines_may_be_cut_anywhere():
    whole = "".join([ollama_line("파드\u2028는"), ollama_line(" 단위", thinking="x"), OLLAMA_DONE])
    data = whole.encode()

    (text, _, _), _ = run(ask([data[at : at + 7] for at in range(0, len(data), 7)]))

    assert text == "파드\u2028는 단위"


def test_thinking_is_no_part_of_the_answer():
    thinking = {"message": {"role": "assistant", "content": "", "thinking": "hm"}, "done": False}

    (text, _, pieces), _ = run(
        ask([json.dumps(thinking) + "\n", ollama_line("<think>hm</think>\n"), *OLLAMA_ANSWER])
    )

    assert text == "A pod is the smallest unit [1]."
    assert len(pieces) == len(PIECES)


def test_a_missing_model_is_not_pulled_and_the_hint_is_the_command():
    with pytest.raises(ModelNotPulledError, match="'llama9'") as caught:
        run(ask(OLLAMA_ANSWER, model="llama9"))

    assert caught.value.hint == "ollama pull llama9"
    assert caught.value.details["model"] == "llama9"


@pytest.mark.parametrize(
    "ending",
    [
        [json.dumps({"error": "an error was encountered while running the model"}) + "\n"],
        ["drop"],
        [],
        ["{nonsense}\n"],
        [b"\xff\xfe\n"],
    ],
    ids=["error line", "torn connection", "early end", "nonsense", "no utf-8"],
)
def test_a_stream_that_breaks_off_is_told_as_that(ending):
    with pytest.raises(StreamAbortedError, match="broke off"):
        run(ask([ollama_line("A pod"), *ending]))


def test_what_the_server_says_of_a_break_is_passed_on():
    with pytest.raises(StreamAbortedError, match="out of memory"):
        run(ask([ollama_line("A"), json.dumps({"error": "out of memory"}) + "\n"]))


def test_a_refusal_carries_the_servers_words():
    with pytest.raises(ProviderError, match="requires more system memory") as caught:
        run(ask((500, {"error": "model requires more system memory"})))

    assert caught.value.code == "provider_error"
    assert caught.value.details["status"] == 500


def test_a_server_that_is_no_ollama_is_told_as_that():
    async def scenario():
        async with (
            ollama_server(Behaviour([])) as server,
            model_of("ollama", base_url=f"{server.url}/elsewhere") as model,
        ):
            await gather(model)

    with pytest.raises(ProviderError, match="is no Ollama server"):
        run(scenario())


def test_nobody_there_is_unreachable_and_names_the_endpoint():
    async def scenario():
        async with ollama_server(Behaviour([])) as server:
            gone = server.url
        async with model_of("ollama", base_url=gone, retries=0) as model:
            await gather(model)

    with pytest.raises(ModelUnreachableError) as caught:
        run(scenario())

    assert caught.value.details["endpoint"].startswith("http://127.0.0.1:")
    assert caught.value.details["endpoint"] in str(caught.value)
    assert "extractive" in caught.value.hint


def test_tokens_are_estimated():
    async def scenario():
        async with model_of("ollama") as model:
            return await model.count_tokens("x" * 40)

    assert run(scenario()) == 10
