"""A base that may only be read: refused writing on every way in, and reading as ever."""

from __future__ import annotations

import hashlib
import json

import pytest
from support.product import SETTINGS, Product

FILES = {"notes/one.md": "# One\n\nThe zebra.\n", "elsewhere/two.md": "# Two\n\nThe eel.\n"}
WAYS = {
    "flag": (["--readonly"], {}),
    "variable": ([], {"KEBAB_READONLY": "1"}),
    "file": (["--config", "readonly.toml"], {}),
}


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    filled = Product(tmp_path_factory.mktemp("readonly"), FILES)
    filled.write("readonly.toml", SETTINGS + "[security]\nreadonly = true\n")
    assert filled.run("ingest", "--quiet").returncode == 0
    return filled


def contents(base):
    """Take the fingerprints of settings and notes, and the revision, which every change moves."""
    files = [*base.folder.glob("*.toml"), *base.folder.glob("notes/**/*.md")]
    digests = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    return digests, base.read("schema")["models"]["corpus_revision"]


@pytest.fixture(scope="module")
def before(base):
    return contents(base)


@pytest.mark.parametrize("way", WAYS)
def test_server_refuses_to_write_and_goes_on_reading(base, before, way):
    words, env = WAYS[way]
    writing = [
        ("ingest_file", {"path": str(base.folder / "elsewhere/two.md")}),
        ("ingest_stdin", {"content": "# Memo\n\nx\n", "title": "Memo"}),
        ("forget", {"targets": ["one.md"]}),
    ]
    with base.serve(*words, env=env) as server:
        refused = [server.call(tool, **arguments) for tool, arguments in writing]
        found = json.loads(server.call("search", query="zebra")[0])
        fetched = json.loads(server.call("fetch", kind="doc", doc_id="one.md")[0])
        can = json.loads(server.call("schema")[0])["capabilities"]
        report = json.loads(server.call("doctor")[0])

    assert [(json.loads(text)["code"], is_error) for text, is_error in refused] == [
        ("readonly_mode", True)
    ] * 3
    assert found["hits"][0]["doc_path"] == "one.md"
    assert fetched["text"].startswith("# One")
    assert (can["single_file_ingest"], can["forget"], report["ok"]) == (False, False, True)
    assert contents(base) == before


def everything(base):
    """Say what lies on the disk, but for logs, notes of what workers do, and SQLite's own."""
    own = ("state/*", "*.marker", "*.sqlite-shm", "*.sqlite-wal")
    files = [file for file in base.folder.rglob("*") if not any(map(file.match, own))]
    return {file: file.read_bytes() if file.is_file() else b"" for file in files}


def test_a_server_that_may_not_write_changes_nothing_on_the_disk(base):
    with base.serve("--readonly", "--watch") as server:
        base.write("elsewhere/three.md", "# Three\n")
        base.write("notes/later.md", "# Later\n\nThe yak.\n")
        left = everything(base)
        answer = json.loads(server.call("ask", query="What is the zebra?", session_id="mine")[0])
        for tool in ("search", "ask"):
            server.call(tool, query="zebra eel")
        server.call("doctor")
        server.call("schema")
        server.call("fetch", kind="doc", doc_id="one.md")
        server.call("ingest_stdin", content="# Memo\n", title="Memo")
        found = json.loads(server.call("search", query="yak", mode="lexical")[0])

    assert everything(base) == left
    assert "turn" not in answer
    assert found["hits"] == []
    (base.folder / "notes/later.md").unlink()


def test_a_server_that_may_not_write_makes_no_base(tmp_path):
    fresh = Product(tmp_path, FILES)

    with fresh.serve("--readonly") as server:
        for tool in ("search", "ask"):
            server.call(tool, query="zebra")
        server.call("ingest_file", path=str(fresh.folder / "notes/one.md"))
        server.call("doctor")

    assert not (fresh.folder / "base").exists()


def test_commands_refuse_to_write_to_a_base_that_is_there(base, before):
    for command in (
        ["ingest", "--force"],
        ["ingest-file", "elsewhere/two.md"],
        ["ingest-stdin", "--title", "Memo"],
        ["forget", "one.md"],
        ["reindex"],
        ["watch"],
        ["forget", "--sessions"],
        ["cache", "prune"],
        ["doctor", "--repair"],
        ["reset", "--all", "--yes"],
        ["init", "elsewhere", "--force"],
    ):
        ran = base.run(*command, "--readonly", stdin="x")
        assert (ran.returncode, ran.stdout) == (1, ""), command
        assert ran.stderr.startswith("error: "), command
    assert contents(base) == before


@pytest.mark.parametrize(
    "command",
    [
        ["search", "zebra"],
        ["search", "xylophone", "--mode", "lexical"],
        ["list"],
        ["inspect", "doc", "one.md"],
        ["fetch", "doc", "one.md"],
        ["schema"],
        ["doctor"],
        ["config", "show"],
        ["capabilities"],
    ],
    ids=" ".join,
)
def test_quiet_reading_of_a_readonly_base_leaves_stderr_empty(base, command):
    ran = base.run(*command, "--quiet", "--readonly")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert bool(ran.stdout) == ("xylophone" not in command)
