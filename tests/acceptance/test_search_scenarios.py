"""Search scenarios on an open base: filters in every mode, pages, budgets, several at once."""

from __future__ import annotations

import json

import pytest

from kebab.errors import DocumentNotFoundError, InvalidInputError, StaleCursorError

MODES = ["lexical", "vector", "hybrid"]
COLOURS = ("red", "green", "blue")


@pytest.fixture(scope="module")
def shelf(open_shelf):
    files: dict[str, str | bytes] = {}
    for number in range(45):
        front = f"---\ntags: [{COLOURS[number % 3]}, even{number % 2}]\nlang: en\n---\n\n"
        body = (
            f"# Page {number}\n\nThe walrus number {number} swims in the cold sea. " + "Ice. " * 40
        )
        files[f"{'deep/' if number % 5 == 0 else ''}{number:02}.md"] = front + body + "\n"
    files["plain.txt"] = "The walrus of the plain text swims.\n"
    files["ko/walrus.md"] = (
        "---\nlang: ko\n---\n\n바다코끼리 walrus 이야기를 한국어로 적은 문서이다.\n"
    )
    base = open_shelf(files, workers=2)
    assert base.ingest().new == 47
    return base


@pytest.fixture
def small(open_shelf):
    base = open_shelf(
        {f"{number}.md": f"# {number}\n\nThe otter {number}.\n" for number in range(9)}
    )
    base.ingest()
    return base


def pages(base, **arguments):
    """Walk through all pages of a search."""
    found, cursor = [], ""
    while True:
        page = base.search(**arguments, cursor=cursor)
        found.append(page.hits)
        if page.next_cursor is None:
            return found
        cursor = page.next_cursor


# 9


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("filters", "count"),
    [
        ({"tags": ["red"]}, 15),
        ({"tags": ["red", "green"]}, 30),
        ({"media": ["text"]}, 1),
        ({"media": ["md"]}, 46),
        ({"lang": ["ko"]}, 1),
        ({"lang": ["KO"]}, 1),
        ({"path_glob": "deep/*"}, 9),
        ({"path_glob": "*.txt"}, 1),
        ({"path_glob": "**/*.md"}, 46),
        ({"trust_min": "primary"}, 47),
        ({"doc_id": "plain.txt"}, 1),
        ({"doc_id": "default:ko/walrus.md", "lang": ["ko"]}, 1),
        ({"doc_id": "plain.txt", "tags": ["red"]}, 0),
        ({"ingested_after": "2020-01-01"}, 47),
        ({"ingested_after": "2999-01-01T00:00:00Z"}, 0),
        ({"tags": ["red"], "path_glob": "deep/**"}, 3),
        ({"tags": ["red"], "media": ["text"]}, 0),
        ({"tags": ["red"], "lang": ["en"], "media": ["markdown"], "path_glob": "0*"}, 3),
        ({"media": ["cuneiform"]}, 0),
        ({"source": ["nowhere"]}, 0),
        ({"tags": ["mauve"]}, 0),
    ],
)
def test_filters_alone_and_together_hold_in_every_mode(shelf, filters, count, mode):
    response = shelf.search("walrus", mode, k=100, **filters)

    assert len(response.hits) == count
    assert response.mode == mode


@pytest.mark.parametrize("filters", [{"media": ["cuneiform"]}, {"source": ["nowhere"]}])
def test_value_that_nothing_has_is_named_with_those_that_exist(shelf, filters):
    hint = shelf.search("walrus", **filters).hint

    assert next(iter(filters.values()))[0] in hint
    assert "there is" in hint


def test_document_that_does_not_exist_is_an_error_that_names_the_nearest(shelf):
    with pytest.raises(DocumentNotFoundError) as caught:
        shelf.search("walrus", doc_id="plane.txt")
    _payload, is_error = shelf.tool("search", query="walrus", doc_id="0" * 32)
    bulk, _ = shelf.tool("bulk_search", queries=[{"query": "walrus", "doc_id": "plane.txt"}])

    assert caught.value.details["did_you_mean"] == "plain.txt"
    assert is_error
    assert bulk["results"][0]["error"]["code"] == "doc_not_found"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("date", ["yesterday-ish", "2026-13-01", "12/31/2026", "0"])
def test_date_that_is_none_is_an_error_that_says_how_to_write_it(shelf, date, mode):
    with pytest.raises(InvalidInputError) as caught:
        shelf.search("walrus", mode, ingested_after=date)

    assert caught.value.hint


# 10


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("k", [1, 7, 47])
def test_walk_through_the_pages_meets_every_hit_once_in_order(shelf, mode, k):
    walked = [hit for page in pages(shelf, query="walrus", mode=mode, k=k) for hit in page]
    whole = shelf.search("walrus", mode, k=100).hits

    assert [hit.chunk_id for hit in walked] == [hit.chunk_id for hit in whole]
    assert [hit.rank for hit in walked] == list(range(1, 48))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("max_tokens", [300, 1000, 3000])
def test_walk_within_a_budget_loses_no_hit(shelf, mode, max_tokens):
    walked = pages(shelf, query="walrus", mode=mode, k=20, max_tokens=max_tokens)

    assert [hit.rank for page in walked for hit in page] == list(range(1, 48))


def test_budget_shortens_snippets_before_it_drops_hits(shelf):
    free = shelf.search("walrus", tags=["red"], snippet_chars=400)
    tight = shelf.search("walrus", tags=["red"], snippet_chars=400, max_tokens=5000)
    tighter = shelf.search("walrus", tags=["red"], snippet_chars=400, max_tokens=1500)

    assert not free.truncated
    assert tighter.truncated
    assert len(tight.hits) == 10
    assert len(tight.hits[0].snippet) <= len(free.hits[0].snippet)
    assert len(tighter.hits) < 10
    assert len(tighter.hits[0].snippet) < len(free.hits[0].snippet)
    assert tighter.next_cursor


def test_cursor_is_stale_after_an_ingest_that_changed_something_and_only_then(small):
    cursor = small.search("otter", k=3).next_cursor
    small.ingest()
    assert [hit.rank for hit in small.search("otter", k=3, cursor=cursor).hits] == [4, 5, 6]

    small.write("new.md", "# New\n\nAnother otter.\n")
    small.ingest()

    with pytest.raises(StaleCursorError):
        small.search("otter", k=3, cursor=cursor)


@pytest.mark.parametrize("cursor", ["nonsense", "AAAA", "💥", "W10"])
def test_cursor_that_is_damaged_is_a_typed_error(shelf, cursor):
    payload, is_error = shelf.tool("search", query="walrus", cursor=cursor)

    assert is_error
    assert payload["code"] == "stale_cursor"


def test_bad_query_of_several_is_its_own_error(shelf):
    queries = [{"query": "walrus", "k": 2}, {"query": "walrus", "kk": 2}, {"query": "plain text"}]

    payload, is_error = shelf.tool("bulk_search", queries=queries)

    first, second, third = payload["results"]
    assert not is_error
    assert payload["summary"] == {"total": 3, "succeeded": 2, "failed": 1}
    assert len(first["response"]["hits"]) == 2
    assert second["response"] is None
    assert second["error"]["details"]["did_you_mean"] == "k"
    assert third["response"]["hits"]


def test_hundred_queries_are_answered_and_one_more_is_refused(shelf):
    query = {"query": "walrus", "mode": "lexical", "k": 1, "snippet_chars": 20}
    lines = [json.dumps(query)] * 100

    full = shelf.command("search", "--bulk", "--json", stdin="\n".join(lines))
    refused = shelf.command("search", "--bulk", "--json", stdin="\n".join([*lines, lines[0]]))
    payload, is_error = shelf.tool("bulk_search", queries=[query] * 101)

    assert full.returncode == 0, full.stderr
    assert (
        len([line for line in full.stdout.splitlines() if '"bulk_search_item.v1"' in line]) == 100
    )
    assert refused.returncode == 2
    assert json.loads(refused.stderr)["code"] == "too_large"
    assert is_error
    assert payload["code"] == "too_large"
