"""OpenAI's interface, spoken with a server that follows its documentation."""

from __future__ import annotations

import pytest
from support.language_models import gather, model_of, run
from support.model_servers import (
    CHAT_ANSWER,
    CHAT_DONE,
    CHAT_STOP,
    PIECES,
    Behaviour,
    chat_chunk,
    chat_event,
    openai_server,
)

from kebab.answer.llm.protocol import Finished
from kebab.errors import (
    ModelNotPulledError,
    ModelUnreachableError,
    ProviderError,
    StreamAbortedError,
)

TEXT = "A pod is the smallest unit [1]."


async def ask(*entries, env=None, path="/v1", **settings):
    async with (
        openai_server(Behaviour(*entries)) as server,
        model_of("openai", base_url=server.url + path, env=env, **settings) as model,
    ):
        return await gather(model), server.requests


def test_pieces_come_between_keep_alives_and_the_usage_last():
    (text, finished, pieces), _ = run(ask(CHAT_ANSWER))

    assert (text, pieces) == (TEXT, list(PIECES))
    assert finished == Finished(prompt_tokens=31, completion_tokens=9, reason="stop")


def test_limits_temperature_seed_and_usage_are_really_sent():
    _, [request] = run(ask(CHAT_ANSWER, model="gemma"))

    assert request.body == {
        "model": "gemma",
        "messages": [
            {"role": "system", "content": "Answer from the evidence."},
            {"role": "user", "content": "What is a pod?"},
        ],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": 40,
        "temperature": 0.0,
        "seed": 7,
    }
    assert "authorization" not in request.headers


def test_without_a_name_the_server_chooses_the_model():
    _, [request] = run(ask(CHAT_ANSWER))

    assert "model" not in request.body


def test_the_key_comes_from_the_named_variable():
    _, [request] = run(ask(CHAT_ANSWER, env={"MY_KEY": " sk-1 "}, api_key_env="MY_KEY"))

    assert request.headers["authorization"] == "Bearer sk-1"


@pytest.mark.parametrize(
    ("key", "words"), [({}, "MY_KEY is not set"), ({"MY_KEY": "키"}, "plain characters")]
)
def test_a_key_that_cannot_be_sent_is_told_before_anything_is(key, words):
    with pytest.raises(ProviderError, match=words):
        run(ask(CHAT_ANSWER, env=key, api_key_env="MY_KEY"))


@pytest.mark.parametrize(
    "ending", [[CHAT_STOP], [CHAT_DONE], [CHAT_STOP, CHAT_DONE]], ids=["stop", "done", "both"]
)
def test_usage_and_either_mark_of_the_end_may_be_missing(ending):
    (text, finished, _), _ = run(ask([chat_event("A pod"), *ending]))

    assert (text, finished) == ("A pod", Finished(None, None, "stop"))


def test_nothing_is_waited_for_after_done():
    (text, _, _), _ = run(ask([*CHAT_ANSWER, "hang"]))

    assert text == TEXT


def test_an_answer_that_was_cut_says_so():
    (_, finished, _), _ = run(ask([chat_event("A"), chat_event(finish_reason="length"), CHAT_DONE]))

    assert finished.reason == "length"


def test_events_may_be_cut_anywhere_and_end_in_carriage_returns():
    data = "".join([chat_event("파드\u2028는"), *CHAT_ANSWER]).replace("\n", "\r\n").encode()

    (text, _, _), _ = run(ask([data[at : at + 5] for at in range(0, len(data), 5)]))

    assert text == f"파드\u2028는{TEXT}"


@pytest.mark.parametrize(
    "ending",
    [
        [chat_chunk(error={"message": "slot unavailable", "code": 500})],
        ["drop"],
        [],
        ["data: <html>\n\n"],
        [chat_event(finish_reason="content_filter")],
    ],
    ids=["error event", "torn connection", "early end", "nonsense", "filtered"],
)
def test_a_stream_that_breaks_off_is_told_as_that(ending):
    with pytest.raises(StreamAbortedError, match="broke off"):
        run(ask([chat_event("A pod"), *ending]))


def test_a_missing_model_is_not_pulled():
    body = {"error": {"message": "model 'm9' not found, try pulling it first"}}

    with pytest.raises(ModelNotPulledError) as caught:
        run(ask((404, body), model="m9"))

    assert "ollama pull m9" in caught.value.hint


def test_a_wrong_address_says_where_it_usually_leads():
    with pytest.raises(ProviderError, match="no /chat/completions") as caught:
        run(ask(CHAT_ANSWER, path=""))

    assert "/v1" in caught.value.hint


@pytest.mark.parametrize(
    ("settings", "hint"), [({"api_key_env": "MY_KEY"}, "MY_KEY"), ({}, "api_key_env")]
)
def test_a_refused_key_says_where_it_belongs(settings, hint):
    body = {"error": {"message": "Incorrect API key provided: sk-1."}}

    with pytest.raises(ProviderError, match="401") as caught:
        run(ask((401, body), env={"MY_KEY": "sk-1"}, **settings))

    assert hint in caught.value.hint


@pytest.mark.parametrize(
    "body", [{"error": {"message": "boom"}}, {"error": "boom"}, "boom", {"message": "boom"}]
)
def test_a_fault_of_the_server_carries_its_words_in_any_form(body):
    with pytest.raises(ProviderError, match="boom"):
        run(ask((500, body)))


def test_a_page_in_place_of_events_is_told():
    with pytest.raises(ProviderError, match="not with events"):
        run(ask((200, "<html>")))


def test_too_many_requests_are_unreachable_at_last():
    entry = (429, {"error": {"message": "slow down"}}, {"Retry_After": "0"})

    with pytest.raises(ModelUnreachableError, match="slow down") as caught:
        run(ask(entry, retries=1))

    assert caught.value.details["status"] == 429


def test_parameters_that_a_model_refuses_are_left_out_from_then_on():
    refusals = [
        (400, {"error": {"message": "unsupported", "param": name}})
        for name in ("max_tokens", "temperature")
    ]

    (text, _, _), requests = run(ask(*refusals, CHAT_ANSWER))

    assert text == TEXT
    assert len(requests) == 3
    assert requests[-1].body["max_completion_tokens"] == 40
    assert requests[-1].body.keys().isdisjoint({"max_tokens", "temperature"})


def test_a_parameter_that_matters_is_not_left_out():
    with pytest.raises(ProviderError, match="too long"):
        run(ask((400, {"error": {"message": "too long", "param": "messages"}})))
