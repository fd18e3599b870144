"""The model of the MCP client."""

from __future__ import annotations

import asyncio

import pytest
from support.language_models import ASKED, SAMPLING, gather, model_of, run

from kebab.answer.llm.protocol import Finished, Sampled
from kebab.errors import CallTimeoutError, ModelUnreachableError


class Client:
    """A client that keeps what it was asked."""

    def __init__(self, sampled):
        self.sampled = sampled
        self.asked = []

    async def __call__(self, messages, sampling):
        self.asked.append((tuple(messages), sampling))
        return self.sampled


async def ask(host, **settings):
    async with model_of("host", host=host, **settings) as model:
        return await gather(model), model.id


def test_the_clients_model_answers_in_one_piece_under_its_own_name():
    client = Client(Sampled("A pod [1].", "claude", "length"))

    (text, finished, _), name = run(ask(client))

    assert (text, name) == ("A pod [1].", "claude")
    assert finished == Finished(None, None, "length")
    assert client.asked == [(ASKED, SAMPLING)]


def test_an_empty_answer_is_only_an_end():
    (_, finished, pieces), _ = run(ask(Client(Sampled("", "", "stop"))))

    assert (pieces, finished.reason) == ([], "stop")


def test_a_client_that_offers_none_is_unreachable_with_a_hint():
    with pytest.raises(ModelUnreachableError, match="does not offer its model") as caught:
        run(ask(None))

    assert "sampling" in caught.value.hint
    assert caught.value.details["endpoint"] == "host"


def test_a_client_that_does_not_answer_is_given_up():
    async def never(messages, sampling):
        await asyncio.Event().wait()

    with pytest.raises(CallTimeoutError, match=r"within 0.1 s") as caught:
        run(ask(never, timeout_s=0.1))

    assert caught.value.details["source"] == "host"
