"""A tool answers with the bytes that its command prints with --json."""

from __future__ import annotations

import json
import re

import pytest

TIMING = re.compile(r'"timing":\{[^}]*\}')
OF_THE_CALL = re.compile(r'"(trace_id|latency_ms|created_at)":("[^"]*"|\d+)')
FILTERS = {
    "lang": ["en"],
    "media": ["markdown"],
    "source": ["notes"],
    "source_type": ["note"],
    "tags": ["group-1", "group-2"],
    "path_glob": "en/**",
    "trust_min": "secondary",
    "ingested_after": "2020-01-01T00:00:00Z",
}
SEARCHES = [
    {"query": "how is the backup kept", "mode": "hybrid", "k": 5},
    {"query": "백업 규칙", "mode": "lexical", "k": 5},
    {"query": "rules of the harbour", "mode": "vector", "k": 5},
    {"query": "rules", "k": 4, **FILTERS},
    {"query": "xylophone", "mode": "lexical"},
    {"query": "규칙 everywhere", "k": 6, "snippet_chars": 60, "max_tokens": 900},
    {"query": "rules", "doc_id": "apple.md", "k": 3},
]


QUESTIONS = [
    {"query": "How is a backup kept?"},
    {"query": "백업의 규칙은 무엇인가요?", "k": 5, "mode": "lexical"},
    {"query": "What are the rules of the harbour?", "explain": True, "seed": 3},
    {"query": "Who won the chess tournament of 1987?"},
    {"query": "How is a garden kept?", **FILTERS},
]


def flags(arguments):
    """Write a tool's arguments as a command's options."""
    names = {"tags": "tag"}
    for name, value in arguments.items():
        option = "--" + names.get(name, name).replace("_", "-")
        for one in value if isinstance(value, list) else [value]:
            yield from [option] if one is True else [option, str(one)]


def printed(product, *arguments, stdin=""):
    ran = product.run(*arguments, "--json", stdin=stdin)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.removesuffix("\n")


def searched(product, arguments):
    options = {name: value for name, value in arguments.items() if name != "query"}
    return printed(product, "search", arguments["query"], *flags(options))


@pytest.mark.parametrize("arguments", SEARCHES, ids=" ".join)
def test_search(product, server, arguments):
    assert server.call("search", **arguments) == (searched(product, arguments), False)


def test_search_behind_a_cursor(product, server):
    first = {"query": "rules", "k": 5}
    cursor = json.loads(server.call("search", **first)[0])["next_cursor"]
    second = {**first, "cursor": cursor}

    assert cursor
    assert server.call("search", **second) == (searched(product, second), False)


def test_search_with_a_trace_but_for_the_time_it_took(product, server):
    arguments = {"query": "backup night", "k": 2, "trace": True}

    # the tool always has a budget; with the same one the trace has as many rows
    command = searched(product, {**arguments, "max_tokens": 8000})

    assert TIMING.search(command)
    assert TIMING.sub("", server.call("search", **arguments)[0]) == TIMING.sub("", command)


@pytest.mark.parametrize("arguments", QUESTIONS, ids=" ".join)
def test_ask_but_for_when_it_was_and_how_long_it_took(product, server, arguments):
    options = {name: value for name, value in arguments.items() if name != "query"}
    ran = product.run("ask", arguments["query"], *flags(options), "--json")
    text, is_error = server.call("ask", **arguments)

    assert not is_error
    assert ran.returncode == (0 if json.loads(text)["grounded"] else 1)
    assert len(OF_THE_CALL.findall(text)) == 3
    assert OF_THE_CALL.sub("", text) == OF_THE_CALL.sub("", ran.stdout.removesuffix("\n"))


def test_bulk_search(product, server):
    queries = [{**query, "k": 2} for query in SEARCHES[:4]] + [{"qeury": "x"}, 5]
    lines = "\n".join(map(json.dumps, queries))

    items = printed(product, "search", "--bulk", stdin=lines).splitlines()

    assert server.call("bulk_search", queries=queries) == (
        '{"schema_version":"bulk_search_response.v1","results":['
        + ",".join(items)
        + '],"summary":{"total":6,"succeeded":4,"failed":2}}',
        False,
    )


def test_fetch_of_a_chunk_a_document_and_a_span(product, server):
    hit = json.loads(server.call("search", query="backup rules", k=1)[0])["hits"][0]
    path, chunk = hit["doc_path"], hit["chunk_id"]

    for arguments, command in (
        ({"kind": "chunk", "chunk_id": chunk, "context": 1}, ["chunk", chunk, "--context", "1"]),
        ({"kind": "doc", "doc_id": hit["doc_id"]}, ["doc", hit["doc_id"]]),
        (
            {"kind": "span", "doc_id": path, "line_start": 2, "line_end": 3},
            ["span", path, "2", "3"],
        ),
    ):
        assert server.call("fetch", **arguments) == (printed(product, "fetch", *command), False)


def test_list_docs(product, server):
    filters = {"path_glob": "**", "lang": ["ko"], "source": ["manual"], "limit": 5}
    cursor = json.loads(server.call("list_docs", **filters)[0])["next_cursor"]

    for arguments in ({}, filters, {**filters, "cursor": cursor}):
        command = printed(product, "list", *flags(arguments))
        assert server.call("list_docs", **arguments) == (command, False)


def test_schema(product, server):
    assert server.call("schema") == (printed(product, "schema"), False)


def test_doctor_but_for_times_and_processes(product, server):
    tool, command = (
        json.loads(text) for text in (server.call("doctor")[0], printed(product, "doctor"))
    )

    def lasting(report):
        return (
            [(check["name"], check["ok"]) for check in report["checks"]],
            [{**shard, "rebuilds": 0} for shard in report["shards"]],
            [list(report), *map(list, report["workers"])][:2],
        )

    assert lasting(tool) == lasting(command)


@pytest.mark.parametrize(
    ("tool", "arguments", "command"),
    [
        ("search", {"query": " "}, ["search", " "]),
        ("search", {"query": "x", "cursor": "no"}, ["search", "x", "--cursor", "no"]),
        ("ask", {"query": " "}, ["ask", " "]),
        ("ask", {"query": "x", "session_id": "a b"}, ["ask", "x", "--session", "a b"]),
        ("ask", {"query": "x", "multi_hop": True}, ["ask", "x", "--multi-hop"]),
        ("fetch", {"kind": "doc", "doc_id": "aple.md"}, ["fetch", "doc", "aple.md"]),
        ("fetch", {"kind": "chunk", "chunk_id": "0"}, ["fetch", "chunk", "0"]),
        ("list_docs", {"cursor": "no"}, ["list", "--cursor", "no"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_errors(product, server, tool, arguments, command):
    ran = product.run(*command, "--json")

    assert (ran.returncode, ran.stdout) == (2, "")
    assert server.call(tool, **arguments) == (ran.stderr.removesuffix("\n"), True)
