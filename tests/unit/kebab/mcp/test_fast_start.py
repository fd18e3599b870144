"""Which lines the fast start answers."""

from __future__ import annotations

import json

import pytest

from kebab.mcp.fast_start import read_discover, read_initialize, render, wants_answer
from kebab.mcp.handshake import initialize_result

PARAMS = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "h", "version": "1"},
}
LINE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": PARAMS}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "h", "version": "1"},
}
DISCOVER = {"jsonrpc": "2.0", "id": 0, "method": "server/discover", "params": {"_meta": META}}


def test_a_handshake_is_recognised():
    assert read_initialize(json.dumps(LINE).encode()) == (1, "2025-06-18")


@pytest.mark.parametrize(
    "change",
    [
        {"method": "ping"},
        {"id": None},
        {"id": True},
        {"id": 1.5},
        {"jsonrpc": "1.0"},
        {"params": {**PARAMS, "clientInfo": {}}},
        {"params": {**PARAMS, "protocolVersion": 1}},
        {"params": {**PARAMS, "capabilities": []}},
        {"params": None},
    ],
)
def test_anything_else_is_left_to_the_real_server(change):
    assert read_initialize(json.dumps({**LINE, **change}).encode()) is None


def test_the_first_request_of_the_modern_era_is_recognised():
    assert read_discover(json.dumps(DISCOVER).encode()) == 0
    assert read_initialize(json.dumps(DISCOVER).encode()) is None


@pytest.mark.parametrize(
    "change",
    [
        {"method": "tools/list"},
        {"id": True},
        {"params": {}},
        {"params": {"_meta": {**META, "io.modelcontextprotocol/protocolVersion": "2027-01-01"}}},
        {"params": {"_meta": {**META, "io.modelcontextprotocol/clientCapabilities": None}}},
        {"params": {"_meta": {**META, "io.modelcontextprotocol/clientInfo": "h"}}},
    ],
)
def test_any_other_first_request_of_the_modern_era_is_left_too(change):
    assert read_discover(json.dumps({**DISCOVER, **change}).encode()) is None


@pytest.mark.parametrize("line", [b"", b"x", b"[" * 100_000, b"\xff", b"[]"])
def test_a_line_that_is_no_json_is_left_too(line):
    assert read_initialize(line) is None
    assert read_discover(line) is None


def test_the_answer_is_one_line_of_ascii():
    line = render("\ud800", initialize_result("2025-11-25", "인사\n"))

    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1
    assert json.loads(line)["result"]["instructions"] == "인사\n"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"", False),
        (b" \r", False),
        (b'{"jsonrpc":"2.0","method":"notifications/initialized"}', False),
        (b'{"jsonrpc":"2.0","method":"ping","id":1}', True),
        (b'{"jsonrpc":"2.0","method":"ping","id":null}', True),
        (b'{"jsonrpc":"2.0","method":7}', True),
        (b"no message", True),
        (b"[" * 100_000, True),
    ],
)
def test_all_but_blank_lines_and_notifications_want_an_answer(line, expected):
    assert wants_answer(line) is expected
