"""Large answers and wrong arguments: what others lost without a word, or took without one.

Numbers are those of the collected complaints about other products.
"""

from __future__ import annotations

import json

import pytest

MANY = {f"many/{n:03}.md": f"# Page {n}\n\nThe walrus number {n} swims.\n" for n in range(120)}


def walk_cursor(ask):
    """Follow next_cursor to the end; return every page."""
    pages, cursor = [], ""
    while True:
        page = ask(cursor)
        pages.append(page)
        if not page["next_cursor"]:
            return pages
        cursor = page["next_cursor"]


@pytest.fixture(scope="module")
def large(open_shelf):
    """Fill a base whose answers do not fit into a host's window."""
    lines = "".join(f"line {n} of the long walrus report, 왈루스 보고서\n\n" for n in range(6000))
    shelf = open_shelf({**MANY, "long.md": lines})
    shelf.ingest()
    return shelf


# 60
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search", {"query": "walrus", "k": 100, "snippet_chars": 2000}),
        ("search", {"query": "walrus", "k": 100, "snippet_chars": 2000, "trace": True}),
        ("fetch", {"kind": "doc", "doc_id": "long.md"}),
        ("fetch", {"kind": "doc", "doc_id": "long.md", "max_tokens": 100_000}),
        ("fetch", {"kind": "span", "doc_id": "long.md", "line_start": 1, "line_end": 12_000}),
        ("list_docs", {"limit": 200}),
        ("bulk_search", {"queries": [{"query": "walrus", "k": 100}] * 50}),
        ("schema", {}),
        ("doctor", {}),
    ],
)
def test_no_answer_is_larger_than_a_host_takes(large, tool, arguments):
    payload, is_error = large.tool(tool, **arguments)

    assert not is_error
    assert len(json.dumps(payload, ensure_ascii=False, separators=(",", ":"))) < 60_000


# 60
def test_large_answers_say_that_they_are_cut_and_go_on(large):
    def part_of(cursor):
        return large.tool("fetch", kind="doc", doc_id="long.md", cursor=cursor)[0]

    pages = walk_cursor(part_of)

    assert all(page["truncated"] for page in pages[:-1])
    assert not pages[-1]["truncated"]
    whole = "\n".join(page["text"].strip("\n") for page in pages).split()
    assert whole == (large.notes / "long.md").read_text().split()


# 60
def test_list_goes_on_over_all_documents(large):
    pages = walk_cursor(lambda cursor: large.tool("list_docs", limit=50, cursor=cursor)[0])

    paths = [document["doc_path"] for page in pages for document in page["documents"]]
    assert paths == sorted({*MANY, "long.md"})
    assert {page["total"] for page in pages} == {121}


# 60
@pytest.mark.parametrize(
    ("tool", "arguments", "code", "named"),
    [
        ("search", {"query": "x", "k": -1}, "invalid_input", "k"),
        ("search", {"query": "x", "k": 0}, "invalid_input", "k"),
        ("search", {"query": "x", "k": 101}, "invalid_input", "k"),
        ("search", {"query": "x", "limit": 5}, "unknown_argument", "limit"),
        ("search", {"query": "x", "collection": "y"}, "unknown_argument", "collection"),
        ("search", {"query": "x", "mode": "magic"}, "invalid_input", "mode"),
        ("search", {"query": "x", "trust_min": "best"}, "invalid_input", "trust_min"),
        ("search", {"query": "x", "ingested_after": "soon"}, "invalid_input", "ingested_after"),
        ("search", {"query": 5}, "invalid_input", "query"),
        ("search", {}, "invalid_input", "query"),
        ("list_docs", {"limit": -1}, "invalid_input", "limit"),
        ("list_docs", {"limit": 201}, "invalid_input", "limit"),
        ("fetch", {"kind": "page"}, "invalid_input", "kind"),
        ("fetch", {"kind": "span", "doc_id": "long.md"}, "invalid_input", "line_start"),
        ("doctor", {"fix": True}, "unknown_argument", "fix"),
    ],
)
def test_wrong_argument_is_a_typed_error_that_names_it(large, tool, arguments, code, named):
    payload, is_error = large.tool(tool, **arguments)

    assert is_error
    assert payload["code"] == code
    assert payload["details"]["argument"] == named
    assert payload["hint"]


# 60
@pytest.mark.parametrize("face", ["tool", "command"])
@pytest.mark.parametrize(("field", "value"), [("source", "wiki"), ("media", "movie")])
def test_unknown_source_or_medium_is_empty_and_says_what_there_is(large, face, field, value):
    if face == "tool":
        payload, is_error = large.tool("search", query="walrus", **{field: [value]})
        assert not is_error
    else:
        payload = json.loads(
            large.command("search", "walrus", f"--{field}", value, "--json").stdout
        )

    assert payload["hits"] == []
    assert value in payload["hint"]
    assert {"source": "default", "media": "markdown"}[field] in payload["hint"]
