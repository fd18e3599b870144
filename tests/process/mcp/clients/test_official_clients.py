"""The clients that hosts are built on, against `kebab mcp` itself, in both eras."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import psutil
import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from kebab.mcp.tools.catalogue import knowledge_tools

KEBAB = str(Path(sys.executable).with_name("kebab"))
INSPECTOR = "node_modules/@modelcontextprotocol/inspector-cli/build/index.js"
HANDSHAKE, MODERN = "2025-11-25", "2026-07-28"
# A client that closes waits two seconds before it sends a signal.
CLOSED_MS = 1500


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def command(config: Path) -> list[str]:
    return [KEBAB, "mcp", "--config", str(config), "--workers", "1"]


def text(result: dict) -> dict:
    (block,) = result["content"]
    return json.loads(block["text"])


def check(heard: dict, version: str) -> None:
    """Check a whole conversation; `conversation.mjs` and `converse` have the same one."""
    assert heard["server"] == "kebab"
    assert "documents" in heard["instructions"]
    assert heard["version"] == version
    assert heard["tools"] == [tool.name for tool in knowledge_tools()]
    assert text(heard["search"])["hits"][0]["doc_path"] == "c.md"
    assert text(heard["fetch"])["text"].startswith("# a")
    assert text(heard["list"])["total"] >= 3
    assert text(heard["ingest"])["new"] == 1
    shares = [progress["progress"] for progress in heard["progress"]]
    assert shares
    assert shares == sorted(set(shares))
    assert heard["error"]["isError"] is True
    assert text(heard["error"])["code"] == "invalid_input"
    assert heard["unknown"] == -32602
    assert heard["closedAfterMs"] < CLOSED_MS
    workers = text(heard["doctor"])["workers"]
    assert workers
    assert not [worker for worker in workers if psutil.pid_exists(worker["pid"])]


@pytest.mark.parametrize(
    ("script", "version"),
    [(["v1.mjs"], HANDSHAKE), (["v2.mjs", "legacy"], HANDSHAKE), (["v2.mjs", "auto"], MODERN)],
    ids=["v1", "v2 of the handshake era", "v2 of the modern era"],
)
def test_a_typescript_client_is_served(node, command, script, version):
    check(node(*script, *command), version)


def test_the_inspector_lists_the_tools(node, command):
    listed = node(INSPECTOR, command[0], "--method", "tools/list", "--", *command[1:])

    assert [tool["name"] for tool in listed["tools"]] == [tool.name for tool in knowledge_tools()]


def test_the_inspector_calls_a_tool(node, command):
    call = ["--method", "tools/call", "--tool-name", "search", "--tool-arg"]
    words = ["query=apples", "k=1", "mode=lexical", "tags=[]"]
    result = node(INSPECTOR, command[0], *call, *words, "--", *command[1:])

    assert [hit["doc_path"] for hit in text(result)["hits"]] == ["a.md"]


async def converse(title: str, list_tools, call_tool) -> dict:
    heard = {"tools": [tool.name for tool in await list_tools()], "progress": []}

    async def on_progress(progress, total, message):
        heard["progress"].append({"progress": progress, "total": total, "message": message})

    async def call(tool, **arguments):
        result = await call_tool(tool, arguments, on_progress)
        return {
            "content": [{"text": block.text} for block in result.content],
            "isError": result.is_error,
        }

    heard["search"] = await call("search", query="사과", tags="[]")
    heard["fetch"] = await call("fetch", kind="doc", doc_id="a.md")
    heard["list"] = await call("list_docs")
    heard["doctor"] = await call("doctor")
    heard["progress"].clear()
    content = f"# Quinces\n\nQuinces of {title} ripen late.\n"
    heard["ingest"] = await call("ingest_stdin", content=content, title=title)
    heard["error"] = await call("search")
    with pytest.raises(MCPError) as unknown:
        await call("serach")
    heard["unknown"] = unknown.value.error.code
    assert heard["progress"][-1] == {"progress": 1.0, "total": 1.0, "message": "done"}
    heard["closing"] = time.monotonic()
    return heard


def closed(heard: dict) -> dict:
    return {**heard, "closedAfterMs": 1000 * (time.monotonic() - heard["closing"])}


@pytest.mark.anyio
@pytest.mark.parametrize(("mode", "version"), [("legacy", HANDSHAKE), ("auto", MODERN)])
async def test_fastmcps_client_is_served(command, tmp_path, mode, version):
    transport = StdioTransport(
        command[0], command[1:], keep_alive=False, cwd="/", log_file=tmp_path / "stderr"
    )
    async with Client(transport, mode=mode) as client:

        async def call_tool(name, arguments, on_progress):
            return await client.call_tool_mcp(name, arguments, progress_handler=on_progress)

        heard = await converse(f"fastmcp {mode}", client.list_tools, call_tool)
        heard["server"] = client.server_info.name
        heard["instructions"] = client.instructions
        heard["version"] = client.protocol_version

    check(closed(heard), version)


@pytest.mark.anyio
async def test_the_sdks_session_is_served(command, tmp_path):
    parameters = StdioServerParameters(command=command[0], args=command[1:], cwd="/")
    with (tmp_path / "stderr").open("w") as log:
        async with (
            stdio_client(parameters, errlog=log) as (read, write),
            ClientSession(read, write) as session,
        ):
            hello = await session.initialize()

            async def list_tools():
                return (await session.list_tools()).tools

            async def call_tool(name, arguments, on_progress):
                return await session.call_tool(name, arguments, progress_callback=on_progress)

            heard = await converse("session", list_tools, call_tool)

    heard["server"] = hello.server_info.name
    heard["instructions"] = hello.instructions
    heard["version"] = hello.protocol_version
    check(closed(heard), HANDSHAKE)
