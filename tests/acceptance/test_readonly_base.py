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


def test_commands_refuse_to_write_to_a_base_that_is_there(base, before):
    for command in (
        ["ingest", "--force"],
        ["ingest-file", "elsewhere/two.md"],
        ["ingest-stdin", "--title", "Memo"],
        ["forget", "one.md"],
        ["reindex"],
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
