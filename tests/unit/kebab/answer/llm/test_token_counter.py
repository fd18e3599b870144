"""Tokens as the server counts them, where it does."""

from __future__ import annotations

import pytest
from support.language_models import gather, model_of, run
from support.model_servers import CHAT_ANSWER, Behaviour, openai_server

TEXT = "one two three four"
ESTIMATE = 5


async def count(tokenize, *, times=1):
    async with (
        openai_server(Behaviour(CHAT_ANSWER), tokenize=tokenize) as server,
        model_of("openai", base_url=f"{server.url}/v1/", model="m") as model,
    ):
        counts = [await model.count_tokens(TEXT) for _ in range(times)]
        return counts, [request.path for request in server.requests]


@pytest.mark.parametrize("tokenize", ["llama.cpp", "vllm"])
def test_a_server_that_counts_is_asked_each_time(tokenize):
    assert run(count(tokenize, times=2)) == ([4, 4], ["/tokenize", "/tokenize"])


def test_a_server_that_does_not_count_is_asked_once():
    assert run(count("", times=3)) == ([ESTIMATE] * 3, ["/tokenize"])


def test_nothing_is_asked_for_an_empty_text():
    async def scenario():
        async with model_of("openai", base_url="http://127.0.0.1:9/v1") as model:
            return await model.count_tokens("")

    assert run(scenario()) == 0


def test_a_server_that_is_away_costs_one_look_until_it_answers_again():
    async def scenario():
        behaviour = Behaviour(CHAT_ANSWER)
        async with (
            openai_server(behaviour, tokenize="llama.cpp") as server,
            model_of("openai", base_url=f"{server.url}/v1") as model,
        ):
            server.refuses = True
            away = [await model.count_tokens(TEXT) for _ in range(3)]
            looks = server.connections
            server.refuses = False
            await gather(model)
            return away, looks, await model.count_tokens(TEXT)

    assert run(scenario()) == ([ESTIMATE] * 3, 1, 4)


def test_a_key_that_is_missing_is_no_reason_not_to_count():
    async def scenario():
        async with model_of("openai", base_url="http://127.0.0.1:9/v1", api_key_env="K") as model:
            return await model.count_tokens(TEXT)

    assert run(scenario()) == ESTIMATE
