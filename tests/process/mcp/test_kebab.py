"""`kebab mcp` itself, over a knowledge base on the disk."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

KEBAB = str(Path(sys.executable).with_name("kebab"))


def payload(result: dict) -> dict:
    return json.loads(result["content"][0]["text"])


def test_the_greeting_tells_what_is_there_and_a_search_finds_it(serve):
    host = serve()
    hello = host.shake_hands()["result"]
    found = payload(host.call("search", query="apples"))

    assert "3 documents" in hello["instructions"]
    assert found["hits"][0]["doc_path"] == "a.md"
    assert payload(host.call("fetch", kind="doc", doc_id="a.md"))["text"].startswith("# a")
    assert payload(host.call("list_docs"))["total"] == 3
    assert payload(host.call("doctor"))["schema_version"] == "doctor.v1"


def test_the_tool_and_the_command_give_the_same_bytes(serve, config):
    host = serve()
    host.shake_hands()
    printed = subprocess.run(
        [KEBAB, "list", "--config", str(config), "--json"],
        check=True,
        capture_output=True,
        timeout=60,
    ).stdout

    assert printed.decode() == host.call("list_docs")["content"][0]["text"] + "\n"


def test_a_read_only_server_refuses_to_write(serve):
    host = serve("--readonly")
    hello = host.shake_hands()["result"]
    result = host.call("ingest_stdin", content="# x\n\ny\n", title="x")

    assert "read-only" in hello["instructions"]
    assert result["isError"] is True
    assert payload(result)["code"] == "readonly_mode"


def test_a_missing_settings_file_is_every_tools_error(start, tmp_path):
    host = start(command=[KEBAB, "mcp", "--config", str(tmp_path / "none.toml")])
    host.shake_hands()

    assert payload(host.call("search", query="x"))["code"] == "config_not_found"
