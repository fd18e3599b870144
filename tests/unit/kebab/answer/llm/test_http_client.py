"""Waiting, trying again, giving up and leaving, with both kinds of server."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest
from support.http_server import serving
from support.language_models import ASKED, SAMPLING, gather, model_of, run
from support.model_servers import (
    CHAT_ANSWER,
    OLLAMA_ANSWER,
    Behaviour,
    chat_event,
    ollama_line,
    ollama_server,
    openai_server,
)

from kebab.errors import (
    CallTimeoutError,
    ModelUnreachableError,
    ProviderError,
    StreamAbortedError,
)

TEXT = "A pod is the smallest unit [1]."
KINDS = {
    "ollama": (ollama_server, "", OLLAMA_ANSWER, ollama_line),
    "openai": (openai_server, "/v1", CHAT_ANSWER, chat_event),
}
NOW = {"Retry_After": "0"}


@pytest.fixture(params=sorted(KINDS))
def kind(request):
    return request.param


def answer_of(kind):
    return KINDS[kind][2]


def piece_of(kind):
    return KINDS[kind][3]("A pod")


async def ask(kind, behaviour, **settings):
    """Ask a server that behaves so; give the text and the server."""
    make, path, *_ = KINDS[kind]
    async with (
        make(behaviour) as server,
        model_of(kind, base_url=server.url + path, **settings) as model,
    ):
        text, _, _ = await gather(model)
        return text, server


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_server_is_asked_again(kind, status):
    behaviour = Behaviour((status, {"error": "busy"}, NOW), answer_of(kind))

    text, server = run(ask(kind, behaviour))

    assert (text, len(server.requests)) == (TEXT, 2)


def test_a_connection_that_breaks_before_the_first_token_is_tried_again(kind):
    text, server = run(ask(kind, Behaviour(["drop"], [], answer_of(kind))))

    assert (text, len(server.requests)) == (TEXT, 3)


def test_no_more_is_tried_than_the_settings_say(kind):
    behaviour = Behaviour((503, {"error": "loading model"}, NOW))

    with pytest.raises(ModelUnreachableError, match="loading model"):
        run(ask(kind, behaviour, retries=2))

    assert behaviour.answered == 3


def test_an_answer_that_has_begun_is_not_asked_for_again(kind):
    behaviour = Behaviour([piece_of(kind), "drop"], answer_of(kind))

    with pytest.raises(StreamAbortedError):
        run(ask(kind, behaviour))

    assert behaviour.answered == 1


@pytest.mark.parametrize("status", [400, 500])
def test_what_would_fail_again_is_not_tried_again(kind, status):
    behaviour = Behaviour((status, {"error": "no"}), answer_of(kind))

    with pytest.raises(ProviderError):
        run(ask(kind, behaviour))

    assert behaviour.answered == 1


def test_a_long_pause_that_a_server_asks_for_is_not_waited_out(kind):
    behaviour = Behaviour((429, {"error": "later"}, {"Retry_After": "3600"}))

    with pytest.raises(ModelUnreachableError) as caught:
        run(ask(kind, behaviour))

    assert behaviour.answered == 1
    assert caught.value.details["retry_after_s"] == 3600


def test_a_server_that_never_begins_is_given_up(kind):
    with pytest.raises(CallTimeoutError, match=r"gave no token within 0.2 s") as caught:
        run(ask(kind, Behaviour(["hang"]), token_timeout_s=0.2))

    assert caught.value.details["source"] == kind
    assert "token_timeout_s" in caught.value.hint


def test_a_server_that_falls_silent_is_given_up_though_it_keeps_the_line(kind):
    with pytest.raises(CallTimeoutError, match="gave no token"):
        run(ask(kind, Behaviour([piece_of(kind), "hang"]), token_timeout_s=0.2))


def test_keep_alives_are_no_tokens():
    endless = [": keep-alive\n\n"] * 10 + ["hang"]

    with pytest.raises(CallTimeoutError, match="gave no token"):
        run(ask("openai", Behaviour(endless), token_timeout_s=0.2))


def test_the_whole_answer_has_a_limit_of_its_own(kind):
    with pytest.raises(CallTimeoutError, match=r"did not finish .* within 0.2 s"):
        run(ask(kind, Behaviour([piece_of(kind), "hang"]), timeout_s=0.2))


async def leave(kind, how, pieces):
    """Leave a server in the middle of its answer; return once it has seen that."""
    make, path, *_ = KINDS[kind]
    behaviour = Behaviour([*pieces, "hang"])
    async with (
        make(behaviour) as server,
        model_of(kind, base_url=server.url + path) as model,
    ):
        await how(model, behaviour)
        await behaviour.client_left.wait()


async def cancel(model, behaviour):
    task = asyncio.create_task(gather(model))
    await behaviour.waiting.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def close(model, behaviour):
    async with aclosing(model.stream(ASKED, SAMPLING)) as stream:
        await anext(stream)


def test_cancelling_closes_the_connection_before_the_first_token(kind):
    run(leave(kind, cancel, []))


def test_cancelling_closes_the_connection_in_the_middle(kind):
    run(leave(kind, cancel, [piece_of(kind)]))


def test_closing_the_stream_closes_the_connection(kind):
    run(leave(kind, close, [piece_of(kind)]))


def test_a_model_that_was_left_answers_the_next_question(kind):
    async def scenario():
        make, path, *_ = KINDS[kind]
        behaviour = Behaviour([piece_of(kind), "hang"], answer_of(kind))
        async with (
            make(behaviour) as server,
            model_of(kind, base_url=server.url + path) as model,
        ):
            await close(model, behaviour)
            return await gather(model)

    assert run(scenario())[0] == TEXT


def test_the_next_question_uses_the_same_connection(kind):
    async def scenario():
        make, path, *_ = KINDS[kind]
        async with (
            make(Behaviour(answer_of(kind))) as server,
            model_of(kind, base_url=server.url + path) as model,
        ):
            for _ in range(3):
                await gather(model)
            return server.connections

    assert run(scenario()) == 1


def test_two_questions_at_once_do_not_mix(kind):
    async def scenario():
        make, path, *_ = KINDS[kind]
        async with (
            make(Behaviour(answer_of(kind))) as server,
            model_of(kind, base_url=server.url + path) as model,
        ):
            return await asyncio.gather(gather(model), gather(model))

    assert [text for text, _, _ in run(scenario())] == [TEXT, TEXT]


def test_a_redirect_is_told_and_not_followed(kind):
    moved = (307, {}, {"Location": "http://elsewhere.invalid/"})

    with pytest.raises(ProviderError, match="elsewhere"):
        run(ask(kind, Behaviour(moved), retries=0))


async def through_proxy(kind, base_url, **settings):
    """Ask while the environment names a proxy; give what the proxy was asked for."""

    async def refuse(request, reply):
        await reply.whole(403, "not through here")

    async with serving(refuse) as proxy:
        with pytest.MonkeyPatch.context() as environment:
            for name in ("NO_PROXY", "no_proxy"):
                environment.delenv(name, raising=False)
            for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
                environment.setenv(name, proxy.url)
            async with model_of(kind, base_url=base_url, retries=0, **settings) as model:
                with pytest.raises(ProviderError):
                    await gather(model)
        return [request.path for request in proxy.requests]


def test_a_proxy_of_the_environment_is_used_for_another_machine(kind):
    asked = run(through_proxy(kind, "http://models.invalid"))

    assert [path.startswith("http://models.invalid/") for path in asked] == [True]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_a_proxy_is_never_asked_for_this_machine(kind, host):
    assert run(through_proxy(kind, f"http://{host}:9")) == []


def test_a_proxy_that_cannot_be_used_is_told(kind):
    async def scenario():
        async with model_of(kind, base_url="http://models.invalid") as model:
            await gather(model)

    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("ALL_PROXY", "gopher://user:secret@proxy.invalid")
        with pytest.raises(ProviderError, match="proxy") as caught:
            run(scenario())

    assert "secret" not in str(caught.value)
