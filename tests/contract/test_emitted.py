"""Everything that the real commands and the real server print is as it was published."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass, field

import pytest
from support.hwp_calls import failing_calls, lay_out, session_calls, working_calls
from support.product import Product, Server
from support.wire_claims import faults_of, objects_in

from kebab.mcp.tools.catalogue import all_tools
from kebab.wire.publish import BULK_SEARCH_INPUT, published_models

NOTES = {
    "notes/guide.md": "---\ntags: [how to]\n---\n# Guide\n\nThe zebra.\n\n## Deep\n\n"
    + "A line of the guide.\n" * 400,
    "notes/한글 문서.md": "# 백업\n\n매일 밤 백업을 만든다.\n",
    "notes/broken.md": "---\ntags: [\n---\n# Broken\n\nThe walrus.\n",
    "notes/photo.raw": "no text",
    "notes/lost.md": "# Lost\n\nGone before long.\n",
    "manual/one.txt": "The heron.\n",
    "elsewhere/letter.md": "# Letter\n\nThe otter.\n",
}


@dataclass
class Transcript:
    """What was run, and every line that came of it."""

    product: Product
    commands: dict[str, subprocess.CompletedProcess[str]] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    tools: set[tuple[str, bool]] = field(default_factory=set)

    def run(self, *arguments: str, stdin: str = "") -> list[str]:
        ran = self.product.run(*arguments, "--json", stdin=stdin)
        self.commands[" ".join(arguments)] = ran
        lines = ran.stdout.splitlines() + ran.stderr.splitlines()
        self.answers |= {f"{' '.join(arguments)} ({n})": line for n, line in enumerate(lines)}
        return lines

    def call(self, server: Server, tool: str, **arguments: object) -> str:
        text, is_error = server.call(tool, **arguments)
        self.tools.add((tool, is_error))
        self.answers[f"{tool} {arguments} {is_error}"] = text
        return text


def read_everything(script: Transcript) -> None:
    chunk_id = json.loads(script.run("search", "zebra", "--trace")[0])["hits"][0]["chunk_id"]
    script.run("search", "백업", "--mode", "lexical", "--lang", "ko", "--k", "1")
    script.run("search", "xylophone", "--mode", "lexical")
    script.run("search", "line guide", "--k", "2", "--max-tokens", "200")
    script.run("search", "--bulk", stdin='{"query": "heron"}\n{"query": 5}\n')
    script.run("ask", "What is the zebra?", "--explain")
    script.run("ask", "매일 밤 무엇을 만드나요?", "--stream", "--session", "new")
    script.run("ask", "Who painted the xylophone?")
    script.run("list", "--limit", "2")
    script.run("inspect", "doc", "guide.md")
    script.run("inspect", "chunk", chunk_id)
    script.run("fetch", "chunk", chunk_id, "--context", "1")
    script.run("fetch", "doc", "guide.md", "--max-tokens", "50")
    script.run("fetch", "span", "guide.md", "5", "300", "--max-tokens", "50")
    for command in (["schema"], ["doctor"], ["capabilities", "--mcp"], ["config", "show"]):
        script.run(*command)
    script.run("config", "path")
    script.run("cache")
    script.run("mcp", "config", "cursor")
    script.run("--version")


def fail_everywhere(script: Transcript) -> None:
    script.run("serch", "x")
    script.run("search", " ")
    script.run("search", "x", "--cursor", "nonsense")
    script.run("ask", " ")
    script.run("ask", "x", "--session", "a b")
    script.run("ask", "x", "--multi-hop")
    script.run("fetch", "doc", "nowhere.md")
    script.run("inspect", "chunk", "0" * 32)
    script.run("ingest-file", "nowhere.md")
    script.run("ingest-file", "notes/photo.raw")
    script.run("ingest", "--readonly")
    script.run("list", "--config", "nowhere.toml")
    script.product.write("bad.toml", "[search\n")
    script.run("doctor", "--config", "bad.toml")
    script.run("search", "x", "--config", "bad.toml")


def call_everything(script: Transcript, server: Server) -> None:
    for tool in ("search", "ask", "fetch", "list_docs", "bulk_search", "schema", "doctor"):
        script.call(server, tool, nonsense=1)
    for tool in ("ingest_file", "ingest_stdin", "forget"):
        script.call(server, tool)
    script.call(server, "search", query="zebra", trace=True)
    script.call(server, "ask", query="What is the zebra?", temperature=0.5, session_id="a")
    script.call(server, "ask", query="Who painted the xylophone?")
    script.call(server, "bulk_search", queries=[{"query": "zebra"}, {"qeury": "x"}, 5])
    script.call(server, "fetch", kind="doc", doc_id="guide.md", max_tokens=60)
    script.call(server, "fetch", kind="span", doc_id="one.txt", line_start=1)
    script.call(server, "fetch", kind="chunk")
    script.call(server, "list_docs", media=["text"])
    script.call(server, "schema")
    script.call(server, "doctor")
    script.call(server, "ingest_file", path=str(script.product.folder / "elsewhere/letter.md"))
    script.call(server, "ingest_file", path="letter.md")
    script.call(server, "ingest_stdin", content="# Memo\n\nThe eel.\n", title="Memo", tags=["a"])
    script.call(server, "forget", targets=["one.txt"])


def work_on_a_document(script: Transcript, server: Server) -> None:
    papers, out = script.product.folder / "manual", script.product.folder / "notes"
    lay_out(papers)
    for tool, arguments in [*working_calls(papers, out), *failing_calls(papers, out)]:
        script.call(server, tool, **arguments)
    opened = script.call(server, "hwp_open", path=str(papers / "form.hwpx"))
    name = json.loads(opened)["docId"]
    for tool, arguments in session_calls(name, out):
        script.call(server, tool, **arguments)
    script.call(server, "hwp_close", docId=name, discard=True)
    for tool, arguments in session_calls(name, out):
        script.call(server, tool, **(arguments or {"nonsense": 1}))
    script.call(server, "hwp_close", docId=name)
    script.call(server, "hwp_open", path=str(papers / "rows.csv"))


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """Live through a knowledge base's whole life, from `init` to `reset`."""
    product = Product(tmp_path_factory.mktemp("life"), NOTES)
    script = Transcript(product)
    script.run("init", "notes", "--config", "fresh.toml")
    script.run("doctor")
    script.run("search", "x")
    script.run("ask", "x")
    script.run("ingest")
    script.run("ingest", "--summary-only")
    script.run("try", "notes", "--query", "zebra")
    read_everything(script)
    fail_everywhere(script)
    script.run("ingest-file", "elsewhere/letter.md")
    script.run("ingest-stdin", "--title", "A memo", "--source-uri", "https://x.test/", stdin="Eel.")
    script.run("forget", "broken.md")
    script.run("forget", "--sessions")
    script.run("cache", "prune", "--older-than", "0")
    script.run("reindex", "--shards", "2")
    with product.serve("--profile", "all") as server:
        call_everything(script, server)
        work_on_a_document(script, server)
    (product.folder / "notes/lost.md").unlink()
    script.run("fetch", "doc", "lost.md")
    for scope in ("--orphans-only", "--vector-only", "--data-only"):
        script.run("reset", scope, "--yes")
    return script


def test_everything_is_as_published_and_contradicts_nothing(script):
    faults = {name: found for name, text in script.answers.items() if (found := faults_of(text))}

    assert faults == {}


def test_every_published_object_was_seen(script):
    seen = {
        part["schema_version"]
        for text in script.answers.values()
        for part in objects_in(json.loads(text))
    }

    assert seen == published_models().keys() - {BULK_SEARCH_INPUT}


def test_every_tool_was_seen_to_work_and_to_fail(script):
    called = [tool.name for tool in all_tools()]

    assert len(called) == 65
    assert script.tools >= {(name, False) for name in called if name not in {"schema", "doctor"}}
    assert script.tools >= {(name, True) for name in called}


def test_result_goes_to_one_stream_and_an_error_to_the_other(script):
    both = [name for name, ran in script.commands.items() if ran.stdout and ran.stderr]
    errors = [name for name, ran in script.commands.items() if ran.stderr.count("\n") > 1]
    wrong = [
        name
        for name, ran in script.commands.items()
        if bool(ran.stderr) != (ran.returncode in {1, 2} and not ran.stdout)
    ]

    assert (both, errors, wrong) == ([], [], [])


def test_every_command_but_the_ones_that_stream_prints_one_line(script):
    several = {name for name, ran in script.commands.items() if ran.stdout.count("\n") > 1}

    assert {name.split()[0] for name in several} == {
        "ask",
        "ingest",
        "ingest-file",
        "ingest-stdin",
        "search",
        "try",
    }
    assert "search --bulk" in several


def test_refusal_is_a_result_with_an_exit_status_of_its_own(script):
    asked = {name: ran for name, ran in script.commands.items() if name.startswith("ask ")}
    refused = [name for name, ran in asked.items() if '"grounded":false' in ran.stdout]

    assert refused == ["ask x", "ask Who painted the xylophone?"]
    assert {asked[name].returncode for name in refused} == {1}
    assert '"refusal_reason":"no_index"' in asked["ask x"].stdout


def test_answer_tells_its_events_in_order_and_ends_with_the_answer(script):
    (lines,) = (ran.stdout for name, ran in script.commands.items() if "--stream" in name)
    events = [json.loads(text) for text in lines.splitlines()]
    kinds = [event["kind"] for event in events]

    assert kinds.count("retrieval_done") == 1
    assert [kind for kind in kinds if kind == "final"] == kinds[-1:]
    assert (
        "".join(event["delta"] for event in events if event["kind"] == "token")
        == (events[-1]["answer"]["answer"])
    )
    assert events[-1]["answer"]["turn"] == 1
    assert [event["ts"] for event in events] == sorted(event["ts"] for event in events)


@pytest.mark.parametrize("command", ["ingest", "ingest-file elsewhere/letter.md"])
def test_ingest_tells_its_events_in_order(script, command):
    *events, report = map(json.loads, script.commands[command].stdout.splitlines())
    kinds = [event["kind"] for event in events]
    counts = events[-1]["counts"]

    assert kinds[:2] == ["scan_started", "scan_completed"]
    assert [kind for kind in kinds if kind in {"completed", "aborted"}] == kinds[-1:]
    assert kinds.count("asset_started") == kinds.count("asset_finished")
    assert {name: report[name] for name in counts} == counts
    assert [event["ts"] for event in events] == sorted(event["ts"] for event in events)
