"""Calls are counted by how they ended, and nothing leaves that cannot be written."""

from __future__ import annotations

import asyncio
import itertools

import pytest
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CallToolRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextResourceContents,
)

from kebab.errors import OverloadedError
from kebab.mcp.http.metrics import Metrics
from kebab.mcp.http.observed import observe, outcome_of
from kebab.wire.error import error_object
from kebab.wire.wire_object import to_json

OK = {"content": [{"type": "text", "text": "{}"}]}
FULL = {"content": [{"text": to_json(error_object(OverloadedError("full")))}], "isError": True}


async def call_tool(_ctx, params):
    """Do what the tool is called."""
    match params.name:
        case "refuse":
            raise MCPError(-32602, "odd \udcff", {"name": "\ud800"})
        case "break":
            raise ZeroDivisionError
        case "hang":
            await asyncio.Event().wait()
    return FULL if params.name == "fail" else OK


async def read_resource(_ctx, params):
    if params.uri == "x:none":
        raise MCPError(-32602, "odd \udcff", {"uri": "\ud800"})
    contents = TextResourceContents(uri=params.uri, text="odd \udcff", mime_type="text/plain")
    return ReadResourceResult(contents=[contents])


@pytest.fixture
def metrics():
    return Metrics(list)


@pytest.fixture
def low(metrics):
    server = Server("kebab")
    server.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    server.add_request_handler("resources/read", ReadResourceRequestParams, read_resource)
    ticks = itertools.count()
    tools = frozenset({"work", "fail", "refuse", "break", "hang"})
    observe(server, metrics, tools, lambda: float(next(ticks)))
    return server


def call(low, name):
    params = CallToolRequestParams(name=name, arguments={})
    return low.get_request_handler("tools/call").handler(None, params)


def counted(metrics):
    lines = metrics.render("")[0].splitlines()
    return [line for line in lines if line.startswith(("kebab_calls_total", "kebab_open_calls"))]


@pytest.mark.parametrize(
    ("name", "outcome", "label"),
    [("work", "ok", "work"), ("fail", "overloaded", "fail"), ("made up", "ok", "unknown")],
)
def test_what_a_call_returns_is_returned_and_counted(low, metrics, name, outcome, label):
    result = asyncio.run(call(low, name))

    assert result == (FULL if name == "fail" else OK)
    assert set(counted(metrics)) == {
        f'kebab_calls_total{{outcome="{outcome}",tool="{label}"}} 1.0',
        "kebab_open_calls 0.0",
    }


@pytest.mark.parametrize(
    ("name", "raised", "outcome"),
    [("refuse", MCPError, "refused"), ("break", ZeroDivisionError, "failed")],
)
def test_what_a_call_raises_is_raised_and_counted(low, metrics, name, raised, outcome):
    with pytest.raises(raised):
        asyncio.run(call(low, name))

    assert any(f'outcome="{outcome}"' in line for line in counted(metrics))
    assert "kebab_open_calls 0.0" in counted(metrics)


def test_a_call_that_is_given_up_is_counted_as_cancelled(low, metrics):
    async def give_up():
        task = asyncio.create_task(call(low, "hang"))
        await asyncio.sleep(0)
        during = counted(metrics)
        task.cancel()
        await asyncio.wait({task})
        return during

    assert asyncio.run(give_up()) == ["kebab_open_calls 1.0"]
    assert 'kebab_calls_total{outcome="cancelled",tool="hang"} 1.0' in counted(metrics)


@pytest.mark.parametrize(("method", "name"), [("tools/call", "refuse"), ("resources/read", "")])
def test_lone_surrogates_of_a_refusal_are_replaced(low, method, name):
    params = CallToolRequestParams(name=name)
    if method == "resources/read":
        params = ReadResourceRequestParams(uri="x:none")
    with pytest.raises(MCPError) as told:
        asyncio.run(low.get_request_handler(method).handler(None, params))

    assert told.value.error.message == "odd \ufffd"
    assert list(told.value.error.data.values()) == ["\ufffd"]


def test_lone_surrogates_of_a_resource_are_replaced(low):
    params = ReadResourceRequestParams(uri="x:y")
    result = asyncio.run(low.get_request_handler("resources/read").handler(None, params))

    assert result["contents"][0]["text"] == "odd \ufffd"


def test_an_odd_result_counts_as_good():
    assert outcome_of(None) == "ok"
