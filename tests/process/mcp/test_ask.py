"""The tool `ask` over the wire: progress with the text so far, its end, the host's own model."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from mcp_types import CreateMessageResult, TextContent

SERVER = Path(__file__).parent / "memory_server.py"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def call(host, query, request_id="a", **meta):
    params = {"name": "ask", "arguments": {"query": query}}
    host.send(id=request_id, method="tools/call", params={**params, **meta})


def answer_of(result):
    return json.loads(result["content"][0]["text"])


def test_progress_carries_the_stage_and_the_text_so_far(host):
    call(host, "x", _meta={"progressToken": 7})
    told = []
    while (message := host.receive()).get("id") != "a":
        assert message["params"]["progressToken"] == 7
        told.append(message["params"])

    assert told[-1]["message"] == "writing: Pears "
    shares = [one["progress"] for one in told]
    assert shares == sorted(set(shares))
    assert answer_of(message["result"])["answer"] == "Pears."


def test_without_a_token_there_is_no_progress_and_the_answer_is_complete(host):
    call(host, "x", request_id="b")
    message = host.receive()

    assert message["id"] == "b"
    assert answer_of(message["result"])["citations"][0]["quote"] == "a text"


def test_cancelled_question_is_not_answered_and_the_next_one_is(host):
    call(host, "hang", request_id="c", _meta={"progressToken": 8})
    while host.receive().get("method") != "notifications/progress":
        pass
    host.send(method="notifications/cancelled", params={"requestId": "c"})

    assert answer_of(host.call("ask", query="x"))["answer"] == "Pears."
    assert not any(json.loads(line).get("id") == "c" for line in host.lines)


def test_answer_that_is_too_long_keeps_its_text_and_its_places(host):
    result = host.call("ask", query="long")
    answer = answer_of(result)

    assert len(result["content"][0]["text"]) <= 28_000
    assert answer["answer"] == "Pears."
    assert [cited["marker"] for cited in answer["citations"]] == ["[1]", "[2]"]
    assert all(cited["quote"].endswith("…") for cited in answer["citations"])


def test_host_that_lends_no_model_is_not_asked(host):
    assert answer_of(host.call("ask", query="host"))["answer"] == "there is no host"


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_model_of_the_host_answers_in_both_eras(tmp_path, mode):
    asked = []

    async def sample(messages, params, _context):
        asked.append((params.system_prompt, [m.content.text for m in messages], params.max_tokens))
        return CreateMessageResult(
            role="assistant",
            content=TextContent(type="text", text=f"word {len(asked)}"),
            model="model-of-the-host",
            stop_reason="maxTokens" if len(asked) > 1 else "endTurn",
        )

    log = tmp_path / "stderr"
    transport = StdioTransport(sys.executable, [str(SERVER)], keep_alive=False, log_file=log)
    async with Client(transport, mode=mode, sampling_handler=sample) as client:
        result = await client.call_tool("ask", {"query": "host"})

    answer = json.loads(result.content[0].text)["answer"]
    assert answer == "word 1, word 2 by model-of-the-host: length"
    assert asked == [("Be brief.", ["What?"], 50), (None, ["And after word 1?"], 50)]


def test_host_that_refuses_to_sample_is_an_error_with_a_hint(start):
    host = start()
    host.ask(
        "initialize",
        {
            "protocolVersion": "2025-11-25",
            "capabilities": {"sampling": {}},
            "clientInfo": {"name": "host", "version": "1"},
        },
    )
    host.send(method="notifications/initialized")
    call(host, "host")
    wanted = host.receive()
    host.send(id=wanted["id"], error={"code": -1, "message": "the user said no"})
    result = host.receive()["result"]

    assert wanted["method"] == "sampling/createMessage"
    assert result["isError"] is True
    error = answer_of(result)
    assert error["code"] == "provider_error"
    assert "the user said no" in error["message"]
    assert error["hint"]


def test_cancelled_question_takes_its_request_to_the_host_back(start):
    host = start()
    host.ask(
        "initialize",
        {
            "protocolVersion": "2025-11-25",
            "capabilities": {"sampling": {}},
            "clientInfo": {"name": "host", "version": "1"},
        },
    )
    host.send(method="notifications/initialized")
    call(host, "host")
    wanted = host.receive()
    host.send(method="notifications/cancelled", params={"requestId": "a"})
    taken_back = host.receive()

    assert taken_back["method"] == "notifications/cancelled"
    assert taken_back["params"]["requestId"] == wanted["id"]
    assert answer_of(host.call("ask", query="x"))["answer"] == "Pears."
