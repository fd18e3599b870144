"""Questions that a language model's server answers: what it is sent, how it fails, who stops it."""

from __future__ import annotations

import asyncio
import json
import signal
from contextlib import asynccontextmanager

import pytest
from support.mcp_client import StdioTransport
from support.model_servers import (
    CHAT_DONE,
    CHAT_STOP,
    OLLAMA_DONE,
    Behaviour,
    chat_event,
    ollama_line,
    ollama_server,
    openai_server,
)
from support.product import KEBAB, SETTINGS, Product

FILES = {
    "notes/pod.md": "# Pods\n\nA pod is the smallest unit that can be deployed.\n",
    "notes/node.md": "# Nodes\n\nA node is a machine of the cluster.\n",
}
QUESTION = "What is a pod, the smallest unit?"
SENTENCE = "A pod is the smallest unit that can be deployed [1]."
WRITTEN = [*(ollama_line(word + " ") for word in SENTENCE.split()), OLLAMA_DONE]
PATIENCE_S = 60


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    filled = Product(tmp_path_factory.mktemp("asked"), FILES)
    assert filled.run("ingest", "--quiet").returncode == 0
    return filled


def of_ollama(server, model="gemma3:270m"):
    return {
        "KEBAB_LLM_PROVIDER": "ollama",
        "KEBAB_LLM_MODEL": model,
        "KEBAB_LLM_BASE_URL": server.url,
    }


def of_openai(server):
    return {"KEBAB_LLM_PROVIDER": "openai", "KEBAB_LLM_BASE_URL": f"{server.url}/v1"}


async def start(base, env, *words):
    return await asyncio.create_subprocess_exec(
        *KEBAB,
        "ask",
        QUESTION,
        *words,
        env={**base.env, **env},
        cwd=base.folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def run(base, env, *words):
    process = await start(base, env, *words)
    said, told = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    return process.returncode, said.decode(), told.decode()


@pytest.mark.anyio
async def test_limits_of_the_call_reach_the_server_and_the_answer_is_its(base):
    async with ollama_server(Behaviour(WRITTEN)) as server:
        words = ("--json", "--max-tokens", "77", "--temperature", "0.5", "--seed", "9")
        status, said, _ = await run(base, of_ollama(server), *words)

    answer = json.loads(said)
    assert status == 0
    assert answer["answer"] == SENTENCE
    assert answer["model"] == {"id": "gemma3:270m", "provider": "ollama"}
    assert answer["usage"]["completion_tokens"] == 298
    options = server.requests[0].body["options"]
    assert (options["num_predict"], options["temperature"], options["seed"]) == (77, 0.5, 9)
    assert options["num_ctx"] == 8192


@pytest.mark.anyio
async def test_model_that_was_not_pulled_is_an_error_with_the_command(base):
    async with ollama_server(Behaviour(WRITTEN)) as server:
        status, said, told = await run(base, of_ollama(server, "llama9"), "--json")

    error = json.loads(told)
    assert (status, said, error["code"]) == (2, "", "model_not_pulled")
    assert "ollama pull llama9" in error["hint"]


@pytest.mark.anyio
async def test_stream_that_ends_without_its_end_is_a_refusal(base):
    async with ollama_server(Behaviour([*WRITTEN[:4], "end"])) as server:
        status, said, _ = await run(base, of_ollama(server), "--json")

    answer = json.loads(said)
    assert status == 1
    assert (answer["grounded"], answer["refusal_reason"]) == (False, "llm_stream_aborted")


@pytest.mark.anyio
async def test_model_that_says_nothing_is_a_refusal(base):
    async with openai_server(Behaviour([chat_event(""), CHAT_STOP, CHAT_DONE])) as server:
        status, said, _ = await run(base, of_openai(server), "--json")

    assert status == 1
    assert json.loads(said)["refusal_reason"] == "llm_self_judge"


@pytest.mark.anyio
async def test_silent_model_is_given_up_after_the_time_of_the_settings(base):
    async with ollama_server(Behaviour(["hang"])) as server:
        env = {**of_ollama(server), "KEBAB_LLM_TOKEN_TIMEOUT_S": "0.3"}
        status, _, told = await run(base, env, "--json")

    error = json.loads(told)
    assert (status, error["code"]) == (2, "timeout")
    assert "token_timeout_s" in error["hint"]


@pytest.mark.anyio
async def test_interrupt_stops_the_model(base):
    behaviour = Behaviour([*WRITTEN[:2], "hang"])
    async with ollama_server(behaviour) as server:
        process = await start(base, of_ollama(server), "--stream")
        await asyncio.wait_for(behaviour.waiting.wait(), PATIENCE_S)
        process.send_signal(signal.SIGINT)
        await asyncio.wait_for(behaviour.client_left.wait(), PATIENCE_S)
        _, told = await asyncio.wait_for(process.communicate(), PATIENCE_S)

    assert process.returncode == 130
    assert b"Traceback" not in told


@pytest.mark.anyio
async def test_cancelled_call_of_the_tool_stops_the_model_and_the_server_goes_on(base):
    behaviour = Behaviour([*(chat_event(f"{w} ") for w in ("A", "pod")), "hang"])
    async with openai_server(behaviour) as server, serving(base, of_openai(server)) as host:
        arguments = {"name": "ask", "arguments": {"query": QUESTION}}
        await send(host, "tools/call", 1, **arguments, _meta={"progressToken": "p"})
        progress = await received(host, lambda m: "A pod" in m.get("params", {}).get("message", ""))
        await send(host, "notifications/cancelled", None, requestId=1)
        await asyncio.wait_for(behaviour.client_left.wait(), PATIENCE_S)
        await send(host, "tools/call", 2, name="search", arguments={"query": "pod"})
        found = await received(host, lambda m: m.get("id") == 2)

    assert progress["method"] == "notifications/progress"
    assert not found["result"].get("isError")


@pytest.mark.anyio
async def test_settings_file_that_is_named_is_the_one_that_counts(base):
    async with ollama_server(Behaviour(WRITTEN)) as server:
        llm = f'[llm]\nprovider = "ollama"\nmodel = "gemma3:270m"\nbase_url = "{server.url}"\n'
        base.write("named.toml", SETTINGS + llm)
        _, with_it, _ = await run(base, {}, "--json", "--config", "named.toml")
        _, without, _ = await run(base, {}, "--json")
        async with serving(base, {}, "--config", "named.toml") as host:
            await send(host, "tools/call", 1, name="ask", arguments={"query": QUESTION})
            called = await received(host, lambda m: m.get("id") == 1)

    over_mcp = called["result"]["content"][0]["text"]
    providers = [json.loads(one)["model"]["provider"] for one in (with_it, without, over_mcp)]
    assert providers == ["ollama", "extractive", "ollama"]


@asynccontextmanager
async def serving(base, env, *words):
    """Start `kebab mcp` and shake hands."""
    command = [*KEBAB, "mcp", *words]
    async with StdioTransport.start(command, {**base.env, **env}, base.folder) as host:
        client = {"name": "host", "version": "1"}
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
        await send(host, "initialize", 0, **hello)
        await received(host, lambda message: message.get("id") == 0)
        await send(host, "notifications/initialized", None)
        yield host


async def send(host, method, request_id, **params):
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    await host.send(message if request_id is None else {**message, "id": request_id})


async def received(host, is_wanted):
    """Wait for a message, leaving out what else arrives."""
    while True:
        message = await asyncio.wait_for(host.receive(), PATIENCE_S)
        assert message is not None, "the server has ended"
        if is_wanted(message):
            return message
