"""FastMCP's client hears structured content and errors, in both eras; more in `clients`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError

SERVER = Path(__file__).parent / "memory_server.py"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_structured_content_and_errors_reach_fastmcps_client(tmp_path, mode):
    log = tmp_path / "stderr"
    transport = StdioTransport(
        sys.executable, [str(SERVER), "structured"], keep_alive=False, log_file=log
    )
    async with Client(transport, mode=mode) as client:
        names = [tool.name for tool in await client.list_tools()]
        found = await client.call_tool("search", {"query": "x"})
        with pytest.raises(ToolError) as failed:
            await client.call_tool("search", {})

    assert names[0] == "search"
    assert json.loads(found.content[0].text)["query"] == "x"
    assert found.structured_content == json.loads(found.content[0].text)
    assert json.loads(str(failed.value))["code"] == "invalid_input"
