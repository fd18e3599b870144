"""A key goes into one header, and nowhere else."""

from __future__ import annotations

import logging
import traceback

import pytest
from support.language_models import gather, model_of, run
from support.model_servers import CHAT_ANSWER, Behaviour, chat_chunk, chat_event, openai_server

from kebab.errors import KebabError

KEY = "sk-very-secret-1234567890"
SAID = {"error": {"message": f"Incorrect API key provided: {KEY}. Header: Bearer {KEY}"}}


async def ask(*entries, url=""):
    async with (
        openai_server(Behaviour(*entries), tokenize="llama.cpp") as server,
        model_of(
            "openai",
            base_url=url or f"{server.url}/v1",
            api_key_env="K",
            env={"K": KEY},
            retries=1,
        ) as model,
    ):
        await model.count_tokens("a b c")
        await gather(model)
        assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    "entries",
    [
        (CHAT_ANSWER,),
        ((401, SAID),),
        ((404, SAID),),
        ((500, SAID),),
        ((503, SAID, {"Retry_After": "0"}),),
        ([chat_event("A"), chat_chunk(error=SAID["error"])],),
        ([chat_event("A"), f"data: {KEY}\n\n"],),
        ([chat_event("A"), "drop"],),
    ],
    ids=["answer", "401", "404", "500", "503", "error event", "nonsense", "torn"],
)
def test_no_error_and_no_log_holds_the_key(entries, caplog):
    caplog.set_level(logging.DEBUG)

    error = None
    try:
        run(ask(*entries))
    except KebabError as raised:
        error = raised

    assert (error is None) is (entries == (CHAT_ANSWER,))
    told = "".join(traceback.format_exception(error)) + repr(error and error.to_fields())
    assert KEY not in told
    assert KEY not in caplog.text
    assert caplog.text, "nothing was logged at all"


def test_no_error_holds_the_key_where_nobody_answers(caplog):
    caplog.set_level(logging.DEBUG)

    with pytest.raises(KebabError) as caught:
        run(ask(CHAT_ANSWER, url="http://127.0.0.1:9/v1"))

    assert KEY not in "".join(traceback.format_exception(caught.value)) + caplog.text
    assert KEY not in repr(caught.value.details)
