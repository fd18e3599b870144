"""What the server says over HTTP is what it says on stdio, in both eras."""

from __future__ import annotations

import json

import pytest
from support.http_host import messages_of, request

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "draft")
CLIENT = {"name": "host", "version": "1"}
CALLS = [
    ("search", {"query": "pears"}),
    ("search", {"query": "huge"}),
    ("ask", {"query": "pears"}),
    ("fetch", {"kind": "chunk", "chunk_id": "a" * 32}),
    ("list_docs", {}),
    ("bulk_search", {"queries": [{"query": "x"}]}),
    ("schema", {}),
    ("doctor", {}),
    ("ingest_file", {"path": "/notes/a.md"}),
    ("ingest_stdin", {"content": "# A", "title": "A"}),
    ("forget", {"targets": ["notes/a.md"]}),
    # and what is wrong
    ("search", {}),
    ("search", {"query": "x", "tag": ["a"]}),
    ("search", {"query": "x", "tags": '["a"]', "k": "3"}),
    ("search", {"query": "crash"}),
    ("search", {"query": "surrogate"}),
    ("search", {"query": "surrogate error"}),
    ("fetch", {"kind": "chunk", "chunk_id": "b"}),
    ("ingest_file", {"path": "/missing.md"}),
    ("serach", {}),
]


@pytest.mark.parametrize("asked", VERSIONS)
def test_the_handshake(site, start, asked):
    params = {"protocolVersion": asked, "capabilities": {}, "clientInfo": CLIENT}

    assert site.ask("initialize", params)["result"] == start().shake_hands(asked)["result"]


@pytest.mark.parametrize("method", ["tools/list", "resources/templates/list", "prompts/list"])
def test_the_lists(site, host, method):
    assert site.ask(method)["result"] == host.ask(method)["result"]


@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_the_bytes_of_a_call(site, host, tool, arguments):
    over_http = site.ask("tools/call", {"name": tool, "arguments": arguments})
    on_stdio = host.ask("tools/call", {"name": tool, "arguments": arguments})

    for response in (over_http, on_stdio):
        del response["id"]
    assert over_http == on_stdio


@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_the_bytes_of_a_call_of_the_modern_era(site, modern_host, tool, arguments):
    over_http = site.ask_modern("tools/call", name=tool, arguments=arguments)
    on_stdio = modern_host.ask_modern("tools/call", name=tool, arguments=arguments)

    for response in (over_http, on_stdio):
        del response["id"]
    assert over_http == on_stdio


@pytest.mark.parametrize("uri", [f"kebab://chunk/{'a' * 32}", f"kebab://doc/{'f' * 32}", "x:y"])
def test_a_resource(site, host, uri):
    over_http, on_stdio = (one.ask("resources/read", {"uri": uri}) for one in (site, host))

    for response in (over_http, on_stdio):
        del response["id"]
    assert over_http == on_stdio


@pytest.mark.parametrize("method", ["server/discover", "tools/list"])
def test_the_modern_era(site, modern_host, method):
    assert site.ask_modern(method)["result"] == modern_host.ask_modern(method)["result"]


def test_a_stream_has_the_progress_before_the_result(site):
    params = {
        "name": "ingest_file",
        "arguments": {"path": "/notes/a.md"},
        "_meta": {"progressToken": "p"},
    }
    *progress, result = messages_of(site.post(request(7, "tools/call", params)))

    assert [message["method"] for message in progress] == ["notifications/progress"] * len(progress)
    shares = [message["params"]["progress"] for message in progress]
    assert shares
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert json.loads(result["result"]["content"][0]["text"])["new"] == 1
