"""What the server says of itself, in both eras, fast and in full."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from kebab import __version__

CAPABILITIES = {
    "resources": {"subscribe": False, "listChanged": False},
    "tools": {"listChanged": False},
}


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
        ("draft", "2025-11-25"),
    ],
)
def test_the_fast_answer_equals_the_real_one(start, asked, spoken):
    fast_host = start()
    fast = fast_host.shake_hands(asked)["result"]
    fast_host.discard()  # it would go on importing
    slow_host = start()
    # What comes after another request is left to the real server.
    slow_host.ask("ping")
    slow = slow_host.shake_hands(asked)["result"]

    assert fast == slow
    assert fast["protocolVersion"] == spoken
    assert fast["capabilities"] == CAPABILITIES
    assert fast["serverInfo"]["name"] == "kebab"
    assert fast["serverInfo"]["version"] == __version__
    assert "1 documents" in fast["instructions"]


def test_initialize_is_answered_before_the_server_is_there(start):
    host = start()
    host.shake_hands()
    answered = time.monotonic() - host.started
    host.ask("tools/list")
    served = time.monotonic() - host.started

    assert answered < served / 2


def test_an_id_that_is_a_text_comes_back_as_it_was(start):
    host = start()
    host.send(
        id="ä1",
        method="initialize",
        params={
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "h", "version": "1"},
        },
    )

    assert host.receive()["id"] == "ä1"
    assert host.ask("ping")["result"] == {}
    assert sum(b'"protocolVersion"' in line for line in host.lines) == 1


def test_the_modern_era_is_served_without_a_handshake(start):
    host = start()
    found = host.ask_modern("server/discover")["result"]
    answered = time.monotonic() - host.started
    # The second one is the real server's; the first came before that was there.
    assert host.ask_modern("server/discover")["result"] == found
    served = time.monotonic() - host.started

    assert answered < served / 2
    assert sum(b"supportedVersions" in line for line in host.lines) == 2
    assert found["supportedVersions"] == ["2026-07-28"]
    assert found["capabilities"] == CAPABILITIES
    assert "1 documents" in found["instructions"]
    assert host.ask_modern("tools/list")["result"]["tools"][0]["name"] == "search"
    called = host.ask_modern("tools/call", name="search", arguments={"query": "x"})["result"]
    assert json.loads(called["content"][0]["text"])["query"] == "x"
    assert called["resultType"] == "complete"


def test_undeclared_lists_are_empty_in_the_handshake_era_and_refused_in_the_modern_one(start, host):
    modern = start()

    assert host.ask("prompts/list")["result"] == {"prompts": []}
    assert len(host.ask("resources/list")["result"]["resources"]) > 50
    assert len(host.ask("resources/templates/list")["result"]["resourceTemplates"]) == 2
    assert modern.ask_modern("prompts/list")["error"]["code"] == -32601
    for method, params in (("logging/setLevel", {"level": "info"}), ("no/such", {})):
        assert host.ask(method, params)["error"]["code"] == -32601


def test_tools_before_initialize_are_refused_and_initialize_still_works(start):
    host = start()

    assert host.ask("tools/list")["error"]["code"] == -32602
    assert host.ask("ping")["result"] == {}
    assert host.shake_hands()["result"]["protocolVersion"] == "2025-11-25"
    assert host.call("schema")["content"]


def test_a_dot_env_file_in_the_working_directory_changes_nothing(start, tmp_path: Path):
    (tmp_path / ".env").write_text("FASTMCP_TRANSPORT=http\nFASTMCP_PORT=1\n", encoding="utf-8")
    host = start(cwd=tmp_path)

    assert host.shake_hands()["result"]["capabilities"] == CAPABILITIES
    assert host.call("schema")["content"]


def test_noise_of_libraries_and_children_does_not_reach_the_host(start):
    host = start()
    host.shake_hands()
    host.call("search", query="x")
    host.close_input()

    assert host.end() == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in host.lines)
