"""Scenarios over a whole base: runs one after another, several sources, filters, pages, budgets."""

from __future__ import annotations

import itertools

import pytest

from kebab.errors import InvalidInputError, StaleCursorError

MODES = ["lexical", "vector", "hybrid"]
TWO_SOURCES = """
[[sources]]
id = "team"
root = "notes/team"
trust_level = "secondary"
source_type = "wiki"

[[sources]]
id = "mine"
root = "notes/mine"
"""
FILES = {
    "team/plan.md": "# Plan\n\nThe lantern plan of the team.\n",
    "team/api/auth.md": "---\ntags: [api, draft]\nlang: en\n---\n\n# Auth\n\nA lantern for logins.\n",
    "team/old.txt": "The lantern of last year.\n",
    "team/gen.md": "---\ntrust_level: generated\n---\n\n# Gen\n\nA lantern made by a machine.\n",
    "mine/plan.md": "# Plan\n\nMy own lantern plan.\n",
    "mine/ko.md": "---\ntags: [api]\nsource_type: diary\n---\n\n# 등불\n\n등불 lantern 이야기를 적어 둔다.\n",
}
FILTERS = {
    "tags": (["api"], {"team/api/auth.md", "mine/ko.md"}),
    "media": (["text"], {"team/old.txt"}),
    "lang": (["ko"], {"mine/ko.md"}),
    "path_glob": ("api/**", {"team/api/auth.md"}),
    "trust_min": ("primary", {"mine/plan.md", "mine/ko.md"}),
    "source": (["mine"], {"mine/plan.md", "mine/ko.md"}),
    "source_type": (["diary"], {"mine/ko.md"}),
}


@pytest.fixture(scope="module")
def two(open_shelf):
    shelf = open_shelf(FILES, workers=2, more_settings=TWO_SOURCES)
    assert shelf.ingest().new == len(FILES)
    return shelf


def names(response):
    return {f"{hit.source_id}/{hit.doc_path}" for hit in response.hits}


# 5
def test_renamed_file_moves_and_is_not_embedded_again(open_shelf):
    shelf = open_shelf({"a.md": "The heron waits.\n", "b.md": "The otter dives.\n"})
    shelf.ingest()
    (shelf.notes / "a.md").rename(shelf.notes / "z.md")

    report = shelf.ingest()

    assert (report.new, report.purged_deleted_files, report.unchanged) == (1, 1, 1)
    assert (report.embeddings_indexed, report.embeddings_reused) == (0, 1)
    assert shelf.found("heron") == ["z.md"]


# 5
def test_change_of_the_chunking_reads_again_and_changing_back_too(open_shelf):
    text = "".join(f"Sentence {n} about the heron goes on and on here.\n\n" for n in range(60))
    shelf = open_shelf(
        {"a.md": text},
        more_settings='[chunking]\ntarget_tokens = 320\n[[sources]]\nroot = "notes"\n',
    )
    first = shelf.ingest().chunks_indexed
    shelf.reopen("target_tokens = 320", "target_tokens = 64")
    second = shelf.ingest()
    shelf.reopen("target_tokens = 64", "target_tokens = 320")
    third = shelf.ingest()

    assert second.updated == third.updated == 1
    assert second.chunks_indexed > first == third.chunks_indexed
    assert third.embeddings_reused == first
    assert shelf.ingest().unchanged == 1


# 6
def test_file_that_its_source_ignores_stays_when_it_is_added_by_hand(open_shelf):
    shelf = open_shelf({".gitignore": "private/\n", "private/diary.md": "The heron, privately.\n"})

    payload, is_error = shelf.tool("ingest_file", path=str(shelf.notes / "private" / "diary.md"))
    shelf.ingest()

    assert not is_error
    assert payload["items"][0]["source_id"] == "external"
    assert shelf.search("heron").hits[0].source_id == "external"


# 6
def test_text_with_the_same_origin_replaces_and_with_another_is_added(open_shelf):
    shelf = open_shelf({"a.md": "The heron waits.\n"})
    for content, uri in (("one osprey", "x:1"), ("two osprey", "x:1"), ("three osprey", "x:2")):
        _, is_error = shelf.tool("ingest_stdin", content=content, title="Note", source_uri=uri)
        assert not is_error
    shelf.ingest()

    snippets = sorted(hit.snippet for hit in shelf.search("osprey").hits)
    assert snippets == ["three osprey", "two osprey"]
    assert len(shelf.paths()) == 3


# 7
@pytest.mark.parametrize("mode", MODES)
def test_same_path_in_two_sources_is_two_documents_with_their_own_trust(two, mode):
    hits = [hit for hit in two.search("lantern plan", mode).hits if hit.doc_path == "plan.md"]

    assert {(hit.source_id, hit.trust_level) for hit in hits} == {
        ("team", "secondary"),
        ("mine", "primary"),
    }


# 7
def test_front_matter_goes_before_the_trust_of_the_source(two):
    hits = two.search("lantern machine", source=["team"]).hits

    assert {hit.doc_path: hit.trust_level for hit in hits}["gen.md"] == "generated"


# 7
def test_path_of_two_sources_has_to_be_named_with_its_source(two):
    payload, is_error = two.tool("fetch", kind="doc", doc_id="plan.md")
    named, _ = two.tool("fetch", kind="doc", doc_id="mine:plan.md")

    assert is_error
    assert set(payload["details"]["valid"]) == {"team:plan.md", "mine:plan.md"}
    assert "My own" in named["text"]


# 9
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", FILTERS)
def test_filter_lets_the_same_documents_pass_in_every_mode(two, name, mode):
    value, passing = FILTERS[name]

    assert names(two.search("lantern", mode, **{name: value})) == passing


# 9
@pytest.mark.parametrize("mode", MODES)
def test_two_filters_together_let_pass_what_passes_both(two, mode):
    for (first, (a, passing_a)), (second, (b, passing_b)) in itertools.combinations(
        FILTERS.items(), 2
    ):
        response = two.search("lantern", mode, **{first: a, second: b})
        assert names(response) == passing_a & passing_b, (first, second)
        assert response.hits or "filters" in response.hint


# 9
@pytest.mark.parametrize("mode", MODES)
def test_document_and_time_are_filters_too(two, mode):
    hit = two.search("lantern machine").hits[0]

    assert names(two.search("lantern", mode, doc_id=hit.doc_id)) == {"team/gen.md"}
    assert len(names(two.search("lantern", mode, ingested_after="2020-01-01"))) == len(FILES)
    assert names(two.search("lantern", mode, ingested_after=hit.indexed_at)) < {
        f"{path}" for path in FILES
    }
    assert names(two.search("lantern", mode, ingested_after="2999-01-01T00:00:00+09:00")) == set()


# 9
@pytest.mark.parametrize("value", ["yesterday", "2026-13-01", "01/02/2026", "1700000000"])
def test_date_that_is_none_is_an_error(two, value):
    with pytest.raises(InvalidInputError, match="RFC 3339"):
        two.search("lantern", ingested_after=value)


@pytest.fixture(scope="module")
def many(open_shelf):
    texts = {f"{n:02}.md": f"# P{n}\n\nA walrus {'swims ' * (n % 5)}far.\n" for n in range(57)}
    shelf = open_shelf(texts, workers=2)
    shelf.ingest()
    return shelf


# 10
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("k", [1, 7, 56, 57, 100])
def test_pages_of_any_size_give_every_hit_once_in_one_order(many, mode, k):
    whole = [hit.chunk_id for hit in many.search("walrus swims", mode, k=100).hits]
    found, cursor, ranks = [], "", []
    for _ in range(100):
        page = many.search("walrus swims", mode, k=k, cursor=cursor)
        found += [hit.chunk_id for hit in page.hits]
        ranks += [hit.rank for hit in page.hits]
        if page.next_cursor is None:
            break
        cursor = page.next_cursor

    assert found == whole
    assert len(set(found)) == 57
    assert ranks == list(range(1, 58))


# 10
def test_budget_shortens_snippets_before_it_drops_hits_and_the_pages_go_on(many):
    def ask(max_tokens):
        return many.search("walrus swims", k=10, snippet_chars=2000, max_tokens=max_tokens)

    free, tight = ask(0), ask(1200)

    assert not free.truncated
    assert tight.truncated
    assert 1 <= len(tight.hits) < len(free.hits)
    rest = many.search("walrus swims", k=10, cursor=tight.next_cursor)
    assert rest.hits[0].chunk_id == free.hits[len(tight.hits)].chunk_id


# 10
def test_cursor_of_another_question_or_another_corpus_is_stale(open_shelf):
    shelf = open_shelf({f"{n}.md": f"A walrus {n}.\n" for n in range(5)})
    shelf.ingest()
    cursor = shelf.search("walrus", k=2).next_cursor

    with pytest.raises(StaleCursorError):
        shelf.search("another", k=2, cursor=cursor)
    shelf.write("new.md", "A walrus more.\n")
    shelf.ingest()
    with pytest.raises(StaleCursorError):
        shelf.search("walrus", k=2, cursor=cursor)


# 10
def test_bulk_answers_each_query_and_one_that_is_wrong_costs_no_other(many):
    queries = [{"query": "walrus", "k": 2}, {"query": "walrus", "k": "many"}, {"query": "swims"}]

    payload, is_error = many.tool("bulk_search", queries=queries)

    assert not is_error
    assert payload["summary"] == {"total": 3, "succeeded": 2, "failed": 1}
    assert [item["error"] is None for item in payload["results"]] == [True, False, True]
    assert payload["results"][1]["error"]["details"]["argument"] == "k"


# 10
def test_bulk_of_a_hundred_and_one_is_refused(many):
    payload, is_error = many.tool("bulk_search", queries=[{"query": "walrus"}] * 101)

    assert is_error
    assert payload["details"]["maximum"] == 100
