"""Calls over HTTP: many at once, given up, cancelled; and what watches over the server."""

from __future__ import annotations

import asyncio
import json
import socket

import pytest
from support.http_host import HttpTransport, messages_of, modern, request
from support.mcp_client import Client

HANG = {"name": "search", "arguments": {"query": "hang"}}


def metric(site, name):
    """Read one figure; 0 where there is none yet."""
    lines = site.get("/metrics").text.splitlines()
    return next((float(line.rpartition(" ")[2]) for line in lines if line.startswith(name)), 0.0)


def wait_for(site, name, value):
    """Read until a figure is that; the test's own timeout ends it."""
    while metric(site, name) != value:
        pass


def post_and_keep(site, message, **headers):
    """Send a request; return the connection on which the answer would come."""
    data = json.dumps(message).encode()
    shown = {**site.headers, **headers, "host": "localhost", "content-length": str(len(data))}
    head = "".join(f"{name}: {value}\r\n" for name, value in shown.items())
    line = site.connect()
    line.sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n".encode() + data)
    return line


def test_fifty_calls_at_once_each_have_their_own_answer(site):
    async def ask_all():
        async with HttpTransport.open(site) as transport:
            client = Client(transport)
            await client.shake_hands()
            questions = [f"question {number}" for number in range(50)]
            answers = await asyncio.gather(
                *(client.call("search", {"query": question}) for question in questions)
            )
            assert [answer.value["query"] for answer in answers] == questions
            await client.end()
            assert set(client.answers.values()) == {1}
            assert client.strays == 0

    asyncio.run(ask_all())


def test_a_call_does_not_wait_for_the_one_before(site):
    with post_and_keep(site, request(1, "tools/call", HANG)):
        assert site.call("search", query="x")["content"]


@pytest.mark.parametrize("era", ["handshake", "modern"])
def test_a_call_of_a_client_that_left_is_cancelled(site, era):
    message, headers = request(1, "tools/call", HANG), {}
    if era == "modern":
        message, headers = modern(1, "tools/call", HANG)
    outcome = 'kebab_calls_total{outcome="cancelled",tool="search"}'
    cancelled = metric(site, outcome)
    line = post_and_keep(site, message, **headers)
    wait_for(site, "kebab_open_calls", 1)
    line.shutdown(socket.SHUT_RDWR)
    line.close()

    wait_for(site, "kebab_open_calls", 0)
    assert metric(site, outcome) == cancelled + 1


def test_in_a_session_a_call_is_cancelled_by_a_message(start_site):
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}}
    hello["clientInfo"] = {"name": "h", "version": "1"}
    with start_site(max_sessions=3) as site:
        session = site.post(request(1, "initialize", hello)).headers["mcp-session-id"]
        site.post({"jsonrpc": "2.0", "method": "notifications/initialized"}, mcp_session_id=session)
        line = post_and_keep(site, request(2, "tools/call", HANG), **{"mcp-session-id": session})
        wait_for(site, "kebab_open_calls", 1)
        cancel = {"method": "notifications/cancelled", "params": {"requestId": 2}}
        site.post({"jsonrpc": "2.0", **cancel}, mcp_session_id=session)
        wait_for(site, "kebab_open_calls", 0)
        line.close()
        after = site.post(request(3, "ping", {}), mcp_session_id=session)

        assert messages_of(after)[-1]["result"] == {}


def test_calls_are_counted_by_tool_and_outcome(site):
    names = [
        'kebab_calls_total{outcome="ok",tool="list_docs"}',
        'kebab_calls_total{outcome="file_not_found",tool="ingest_file"}',
        'kebab_calls_total{outcome="refused",tool="unknown"}',
    ]
    before = [metric(site, name) for name in names]
    site.call("list_docs")
    site.call("ingest_file", path="/missing.md")
    site.ask("tools/call", {"name": "made up", "arguments": {}})

    assert [metric(site, name) for name in names] == [count + 1 for count in before]
    assert metric(site, 'kebab_call_seconds_count{tool="list_docs"}') >= 1


def test_metrics_are_in_the_form_that_is_asked_for(site):
    asked = {"authorization": f"Bearer {site.token}"}
    plain = site.get("/metrics", **asked, accept="text/plain")
    open_metrics = site.get("/metrics", **asked, accept="application/openmetrics-text")

    assert plain.headers["content-type"].startswith("text/plain")
    assert open_metrics.headers["content-type"].startswith("application/openmetrics-text")
    assert open_metrics.text.endswith("# EOF\n")


def test_a_base_that_does_not_open_is_not_ready_and_says_why(start_site):
    with start_site("failing") as site:
        answer = site.get("/readyz")

        assert (answer.status_code, answer.json()["code"]) == (503, "not_indexed")
        result = site.call("search", query="x")
        assert json.loads(result["content"][0]["text"])["code"] == "not_indexed"


def test_a_base_that_is_not_well_is_not_ready_and_says_what_doctor_says(site):
    answer = site.get("/readyz")

    assert answer.status_code == 503
    assert answer.text == site.call("doctor")["content"][0]["text"] + "\n"
    assert answer.json()["ok"] is False
