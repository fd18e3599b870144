"""FastMCP's own client talks with the server over HTTP, in both eras."""

from __future__ import annotations

import json

import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from fastmcp.exceptions import ToolError


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_results_errors_and_progress_reach_fastmcps_client(site, mode):
    transport = StreamableHttpTransport(site.url, headers={"Authorization": f"Bearer {site.token}"})
    seen = []

    async def hear(progress, _total, _message):
        seen.append(progress)

    async with Client(transport, mode=mode) as client:
        names = [tool.name for tool in await client.list_tools()]
        found = await client.call_tool("search", {"query": "x"})
        await client.call_tool("ingest_file", {"path": "/notes/a.md"}, progress_handler=hear)
        with pytest.raises(ToolError) as failed:
            await client.call_tool("search", {})

    assert names[0] == "search"
    assert json.loads(found.content[0].text)["query"] == "x"
    assert json.loads(str(failed.value))["code"] == "invalid_input"
    assert seen[-1] == 1.0
