"""Calls of tools: the bytes, the errors, and what happens to arguments that agents get wrong."""

from __future__ import annotations

import json

import pytest

from kebab.mcp.tools.catalogue import knowledge_tools

CHUNK_ID = "a" * 32
ARGUMENTS = {
    "search": {"query": "x"},
    "ask": {"query": "x"},
    "fetch": {"kind": "chunk", "chunk_id": CHUNK_ID},
    "list_docs": {},
    "bulk_search": {"queries": [{"query": "x"}]},
    "schema": {},
    "doctor": {},
    "ingest_file": {"path": "/notes/a.md"},
    "ingest_stdin": {"content": "# A", "title": "A"},
    "forget": {"targets": ["notes/a.md"]},
}


def payload(result: dict) -> dict:
    assert len(result["content"]) == 1
    return json.loads(result["content"][0]["text"])


def test_every_tool_answers_with_one_text_of_json(host):
    for tool in knowledge_tools():
        result = host.call(tool.name, **ARGUMENTS[tool.name])

        assert result.get("isError", False) is False, result
        assert "structuredContent" not in result
        assert payload(result)["schema_version"].endswith(".v1")


def test_structured_content_equals_the_text_where_it_is_wanted(start):
    host = start("structured")
    host.shake_hands()
    result = host.call("search", query="x")
    failed = host.call("search")

    assert result["structuredContent"] == payload(result)
    assert failed["isError"] is True
    assert "structuredContent" not in failed


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "details"),
    [
        ("search", {}, "invalid_input", {"argument": "query"}),
        ("search", {"query": "x", "tag": ["a"]}, "unknown_argument", {"did_you_mean": "tags"}),
        ("search", {"query": "x", "k": 101}, "invalid_input", {"argument": "k", "maximum": 100}),
        ("search", {"query": "x", "k": "many"}, "invalid_input", {"argument": "k"}),
        ("search", {"query": "x", "mode": "vektor"}, "invalid_input", {"did_you_mean": "vector"}),
        ("search", {"query": ["x"]}, "invalid_input", {"argument": "query"}),
        ("search", {"query": "x", "tags": [1]}, "invalid_input", {"argument": "tags[0]"}),
        ("search", {"query": "x" * 32_001}, "too_large", {"maximum": 32_000}),
        ("bulk_search", {"queries": [{}] * 101}, "too_large", {"maximum": 100}),
        ("bulk_search", {"queries": []}, "invalid_input", {"argument": "queries"}),
        ("fetch", {"kind": "chunk"}, "invalid_input", {"argument": "chunk_id"}),
        ("fetch", {"kind": "chunk", "chunk_id": "b"}, "chunk_not_found", {}),
        ("ingest_file", {"path": "a.md"}, "invalid_input", {"argument": "path"}),
        ("ingest_file", {"path": "/missing.md"}, "file_not_found", {}),
        ("schema", {"x": 1}, "unknown_argument", {"argument": "x"}),
    ],
)
def test_a_wrong_argument_is_an_error_that_names_it(host, tool, arguments, code, details):
    result = host.call(tool, **arguments)
    error = payload(result)

    assert result["isError"] is True
    assert error["schema_version"] == "error.v1"
    assert error["code"] == code
    assert details.items() <= error["details"].items()


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search", {"query": "x", "tags": '["a", "b"]', "k": "3", "trace": "true"}),
        ("search", {"query": "x", "tags": "a", "k": 3.0, "cursor": None}),
        ("bulk_search", {"queries": '[{"query": "x"}]'}),
        ("bulk_search", {"queries": ['{"query": "x"}']}),
    ],
)
def test_arguments_in_the_wrong_dress_are_accepted(host, tool, arguments):
    assert host.call(tool, **arguments).get("isError", False) is False


def test_an_unknown_tool_is_a_protocol_error_with_the_nearest_name(host):
    error = host.ask("tools/call", {"name": "serach", "arguments": {}})["error"]

    assert error["code"] == -32602
    assert error["data"]["code"] == "unknown_tool"
    assert error["data"]["details"]["did_you_mean"] == "search"


@pytest.mark.parametrize("params", [{}, {"name": 1}, {"name": "search", "arguments": []}])
def test_a_malformed_call_is_a_protocol_error(host, params):
    assert host.ask("tools/call", params)["error"]["code"] == -32602
    assert host.call("search", query="x")["content"]


def test_a_bug_is_an_error_without_its_words(host):
    error = payload(host.call("search", query="crash"))

    assert error["code"] == "generic"
    assert "a bug" not in json.dumps(error)


@pytest.mark.parametrize("query", ["surrogate", "surrogate error"])
def test_lone_surrogates_become_replacement_characters(host, query):
    assert "\ufffd" in host.call("search", query=query)["content"][0]["text"]
    assert host.call("search", query="x")["content"]


def test_an_answer_that_is_too_long_is_asked_for_again_smaller(host):
    search = host.call("search", query="huge")
    listing = host.call("list_docs", path_glob="huge", limit=200)

    assert len(search["content"][0]["text"]) <= 56_000
    shown = payload(listing)
    assert 0 < len(shown["documents"]) < 200
    assert shown["next_cursor"] == str(len(shown["documents"]))


def test_bulk_answers_that_do_not_fit_are_errors_of_their_queries(host):
    queries = [{"query": f"question {n}", "max_tokens": 100} for n in range(100)]
    result = host.call("bulk_search", queries=queries)
    answer = payload(result)

    assert len(result["content"][0]["text"]) <= 56_000
    assert answer["summary"]["total"] == 100
    assert answer["summary"]["failed"] == sum(i["error"] is not None for i in answer["results"]) > 0
    assert answer["results"][0]["response"]["query"] == queries[0]["query"]
    assert [item["query"] for item in answer["results"]] == queries
    assert answer["results"][-1]["error"]["code"] == "too_large"


def test_a_base_that_does_not_open_is_every_tools_error(start):
    host = start("failing")
    host.shake_hands()

    for _ in range(2):
        error = payload(host.call("search", query="x"))
        assert error["code"] == "not_indexed"
        assert error["hint"] == "run `kebab ingest`"


def test_progress_comes_before_the_result_and_grows(host):
    meta = {"progressToken": "p"}
    host.send(
        id="i",
        method="tools/call",
        params={"name": "ingest_file", "arguments": {"path": "/notes/a.md"}, "_meta": meta},
    )
    seen = []
    while (message := host.receive()).get("id") != "i":
        assert message["method"] == "notifications/progress"
        assert message["params"]["progressToken"] == "p"
        seen.append(message["params"]["progress"])

    assert seen
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_a_cancelled_call_is_not_answered_and_the_next_one_is(host):
    host.send(
        id="h", method="tools/call", params={"name": "search", "arguments": {"query": "hang"}}
    )
    host.send(method="notifications/cancelled", params={"requestId": "h"})

    assert host.call("search", query="x")["content"]
    assert not any(json.loads(line).get("id") == "h" for line in host.lines)


def test_a_call_does_not_wait_for_the_one_before(host):
    host.send(
        id="h", method="tools/call", params={"name": "search", "arguments": {"query": "hang"}}
    )

    assert host.call("search", query="x")["content"]


def test_resources_are_read_by_id(host):
    chunk = host.ask("resources/read", {"uri": f"kebab://chunk/{CHUNK_ID}"})["result"]
    missing = host.ask("resources/read", {"uri": f"kebab://doc/{'f' * 32}"})["error"]
    odd = host.ask("resources/read", {"uri": "kebab://doc/../x"})["error"]

    assert chunk["contents"][0]["text"] == "a text"
    assert missing["code"] == odd["code"] == -32602
    assert missing["data"]["error"]["code"] == "doc_not_found"
