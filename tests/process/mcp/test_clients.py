"""The official Python clients against the real process, in both eras."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

SERVER = Path(__file__).parent / "memory_server.py"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "auto"])
@pytest.mark.parametrize("words", [[], ["structured"]])
async def test_fastmcps_client_lists_calls_and_hears_errors(tmp_path, mode, words):
    log = tmp_path / "stderr"
    transport = StdioTransport(
        sys.executable, [str(SERVER), *words], keep_alive=False, log_file=log
    )
    async with Client(transport, mode=mode) as client:
        names = [tool.name for tool in await client.list_tools()]
        found = await client.call_tool("search", {"query": "x"})
        with pytest.raises(ToolError) as failed:
            await client.call_tool("search", {})

    assert names[0] == "search"
    assert json.loads(found.content[0].text)["query"] == "x"
    assert (found.structured_content is not None) == bool(words)
    assert json.loads(str(failed.value))["code"] == "invalid_input"


@pytest.mark.anyio
async def test_the_sdks_session_hears_progress(tmp_path):
    heard = []

    async def on_progress(progress, total, message):
        heard.append((progress, total, message))

    parameters = StdioServerParameters(command=sys.executable, args=[str(SERVER)])
    with (tmp_path / "stderr").open("w") as log:
        async with (
            stdio_client(parameters, errlog=log) as (read, write),
            ClientSession(read, write) as session,
        ):
            hello = await session.initialize()
            result = await session.call_tool(
                "ingest_file", {"path": "/notes/a.md"}, progress_callback=on_progress
            )

    assert hello.server_info.name == "kebab"
    assert not result.is_error
    assert heard[-1] == (1.0, 1.0, "done")
