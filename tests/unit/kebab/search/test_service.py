"""A search from its arguments to its answer, with workers that answer what the test tells them."""

from __future__ import annotations

import pytest

from kebab.errors import (
    CallTimeoutError,
    EmbedderUnavailableError,
    InvalidInputError,
    StaleCursorError,
    WorkerLostError,
)
from kebab.wire.search import SearchInput, SearchResponse
from kebab.wire.wire_object import to_json

ROWS = range(1, 31)


def ask(query="solar panel", **more):
    return SearchInput(query=query, **more)


@pytest.fixture
def answering(pool):
    pool.words = [(row, 10.0 - row / 10, 1.0 - row / 100) for row in ROWS]
    pool.near = [(row, 0.9 - row / 1000) for row in reversed(ROWS)]
    pool.near.sort(key=lambda hit: -hit[1])
    return pool


def test_hybrid_search_asks_statistics_words_vector_and_meaning(
    filled, answering, make_service, run
):
    response = run(make_service(filled).search(ask()))

    assert sorted(answering.methods()) == [
        "embed",
        "lexical_search",
        "lexical_statistics",
        "vector_search",
    ]
    assert response.mode == "hybrid"
    assert response.fallback is None
    assert [hit.rank for hit in response.hits] == list(range(1, 11))
    assert response.hits[0].doc_path == "note-001.md"
    assert response.vector_coverage == 1.0


def test_scores_are_scored_with_the_sum_of_all_statistics(filled, answering, make_service, run):
    run(make_service(filled).search(ask(mode="lexical")))

    params = dict(answering.calls)["lexical_search"]
    assert params["statistics"] == {"documents": 20, "terms": {"solar": 4, "panel": 2}}


def test_the_same_filters_reach_both_engines(filled, answering, make_service, run):
    run(make_service(filled).search(ask(tags=["b", "a"], media=["md"])))

    calls = dict(answering.calls)
    assert calls["lexical_search"]["filters"] == calls["vector_search"]["filters"]
    assert calls["vector_search"]["filters"]["tags"] == ("a", "b")
    assert calls["vector_search"]["filters"]["media"] == ("markdown",)


@pytest.mark.usefixtures("answering")
@pytest.mark.parametrize("mode", ["lexical", "vector", "hybrid"])
@pytest.mark.parametrize("k", [1, 3, 7])
def test_pages_repeat_and_skip_nothing(filled, make_service, run, mode, k):
    service = make_service(filled)
    whole = run(service.search(ask(mode=mode, k=100)))

    paged, cursor = [], ""
    while True:
        page = run(service.search(ask(mode=mode, k=k, cursor=cursor)))
        paged += [hit.chunk_id for hit in page.hits]
        if page.next_cursor is None:
            break
        cursor = page.next_cursor

    assert paged == [hit.chunk_id for hit in whole.hits]
    assert len(set(paged)) == len(ROWS)


@pytest.mark.usefixtures("answering")
def test_pages_cut_by_the_budget_go_on_after_the_last_hit_kept(filled, make_service, run):
    service = make_service(filled)
    first = run(service.search(ask(k=10, max_tokens=900)))
    second = run(service.search(ask(k=10, max_tokens=900, cursor=first.next_cursor)))

    assert first.truncated
    assert 1 < len(first.hits) < 10
    assert second.hits[0].rank == first.hits[-1].rank + 1
    assert len(to_json(first)) / 4 <= 900 + 60


@pytest.mark.usefixtures("answering")
def test_candidates_end_at_the_depth_whatever_k(filled, make_service, run):
    service = make_service(filled, depth=12)
    first = run(service.search(ask(k=10)))
    last = run(service.search(ask(k=10, cursor=first.next_cursor)))

    assert [hit.rank for hit in last.hits] == [11, 12]
    assert last.next_cursor is None


@pytest.mark.usefixtures("answering")
def test_cursor_is_stale_after_the_corpus_changed(filled, make_service, run):
    service = make_service(filled)
    cursor = run(service.search(ask())).next_cursor
    filled.add(99)

    with pytest.raises(StaleCursorError):
        run(service.search(ask(cursor=cursor)))


@pytest.mark.usefixtures("answering")
def test_cursor_of_another_question_is_stale(filled, make_service, run):
    service = make_service(filled)
    cursor = run(service.search(ask())).next_cursor

    for other in (ask("other", cursor=cursor), ask(lang=["ko"], cursor=cursor)):
        with pytest.raises(StaleCursorError):
            run(service.search(other))


def test_cursor_is_stale_when_the_embedder_fails_between_pages(
    filled, answering, make_service, run
):
    service = make_service(filled)
    cursor = run(service.search(ask())).next_cursor
    answering.failing["vector_search"] = WorkerLostError("gone")

    with pytest.raises(StaleCursorError):
        run(service.search(ask(cursor=cursor)))


@pytest.mark.usefixtures("answering")
def test_hybrid_without_an_embedder_answers_by_words_and_says_so(filled, make_service, run):
    response = run(make_service(filled, model=None).search(ask()))

    assert (response.mode, response.fallback) == ("lexical", "no embedder is configured")
    assert response.hits[0].score_kind == "bm25"
    assert response.best_cosine is None


def test_hybrid_without_any_vector_answers_by_words_and_says_so(
    corpus, answering, make_service, run
):
    corpus.add(1)

    response = run(make_service(corpus).search(ask()))

    assert (response.mode, response.fallback) == ("lexical", "no chunk has a vector yet")
    assert "embed" not in answering.methods()


def test_embedder_that_does_not_load_is_left_alone_for_a_while(
    filled, answering, make_service, run
):
    answering.failing["embed"] = EmbedderUnavailableError("no model file")
    service = make_service(filled)

    first, second = run(service.search(ask())), run(service.search(ask()))

    assert first.fallback == second.fallback == "embedder did not load: no model file"
    assert first.hits
    assert answering.methods().count("embed") == 1


def test_vector_mode_without_an_embedder_is_an_error_that_names_the_way_out(
    filled, make_service, run
):
    with pytest.raises(EmbedderUnavailableError) as caught:
        run(make_service(filled, model=None).search(ask(mode="vector")))

    assert "lexical" in caught.value.hint


def test_vector_mode_without_any_vector_says_so(corpus, make_service, run):
    corpus.add(1)

    response = run(make_service(corpus).search(ask(mode="vector")))

    assert response.hits == []
    assert "no chunk has a vector yet" in response.hint


def test_lost_worker_costs_its_shards_only(filled, answering, make_service, run):
    answering.failing["lexical_search", 1] = WorkerLostError("died")

    response = run(make_service(filled).search(ask(mode="lexical")))

    assert response.degraded == ["shard 1", "shard 3"]
    assert {int(hit.doc_path[5:8]) % 2 for hit in response.hits} == {0}


def test_shard_that_another_process_holds_back_is_named(filled, answering, make_service, run):
    answering.behind = [3]

    response = run(make_service(filled).search(ask(mode="lexical")))

    assert response.behind == ["shard 3"]
    assert response.degraded is None
    assert response.hits


def test_error_is_raised_when_no_worker_answers(filled, answering, make_service, run):
    answering.failing["lexical_statistics"] = CallTimeoutError("late")

    with pytest.raises(CallTimeoutError):
        run(make_service(filled).search(ask()))


def test_error_of_the_question_itself_is_raised_even_from_one_worker(
    filled, answering, make_service, run
):
    answering.failing["lexical_search", 0] = InvalidInputError("no")

    with pytest.raises(InvalidInputError):
        run(make_service(filled).search(ask()))


def test_another_worker_embeds_when_the_preferred_one_is_lost(filled, answering, make_service, run):
    answering.failing["embed", 0] = WorkerLostError("gave up")

    assert run(make_service(filled).search(ask())).mode == "hybrid"


def test_question_is_embedded_once_for_all_its_pages(filled, answering, make_service, run):
    service = make_service(filled)
    cursor = run(service.search(ask())).next_cursor
    run(service.search(ask(cursor=cursor)))

    assert answering.methods().count("embed") == 1


def test_what_a_query_excludes_is_not_embedded(filled, answering, make_service, run):
    run(make_service(filled).search(ask('"solar panel" -wind -"hot water" price')))

    assert dict(answering.calls)["embed"]["texts"] == ["solar panel price"]
    assert dict(answering.calls)["vector_search"]["query"] == (
        '"solar panel" -wind -"hot water" price'
    )


def test_response_tells_an_answer_from_nonsense(filled, pool, make_service, run):
    service = make_service(filled)
    pool.words, pool.near = [(1, 9.0, 1.0)], [(row, 0.8) for row in range(2, 30)]
    pool.near.insert(0, (1, 0.9))
    good = run(service.search(ask()))
    pool.words, pool.near = [(1, 9.0, 0.1)], [(row, 0.8) for row in range(1, 30)]
    bad = run(service.search(ask("zebra quantum")))

    assert (good.best_coverage, good.best_cosine, good.relaxed) == (1.0, 0.9, False)
    assert (bad.best_coverage, bad.best_cosine, bad.relaxed) == (0.1, 0.8, True)
    assert good.hits[0].score > 0.5
    assert bad.hits[0].score < 0.05


def test_response_tells_what_an_estimate_of_its_worth_needs(filled, pool, make_service, run):
    pool.words, pool.mass, pool.unknown = [(1, 9.0, 0.5), (2, 3.0, 0.5)], 6.0, ["quux"]
    pool.near = [(1, 0.9), *((row, 0.8) for row in range(2, 30))]

    both = run(make_service(filled).search(ask("solar quux")))
    meaning = run(make_service(filled).search(ask("solar quux", mode="vector")))

    assert (both.best_match, both.cosine_floor, both.unknown_words) == (1.5, 0.8, ["quux"])
    assert "best_match" not in to_json(meaning)
    assert "unknown_words" not in to_json(meaning)


def test_response_names_no_unknown_words_where_all_are_known(filled, pool, make_service, run):
    pool.words = [(1, 9.0, 1.0)]

    response = run(make_service(filled).search(ask()))

    assert "unknown_words" not in to_json(response)


def test_query_without_a_word_gets_a_hint(filled, pool, make_service, run):
    pool.terms = {}

    response = run(make_service(filled).search(ask("the of", mode="lexical")))

    assert response.hits == []
    assert "no word" in response.hint


def test_unknown_medium_and_source_get_a_hint_with_the_valid_ones(filled, make_service, run):
    response = run(make_service(filled).search(ask(media=["tape"], source=["wiki"])))

    assert response.hits == []
    assert "'tape'; there is code, csv" in response.hint
    assert "'wiki'; there is default" in response.hint


def test_empty_corpus_gets_a_hint_to_ingest(corpus, make_service, run):
    assert "kebab ingest" in run(make_service(corpus).search(ask())).hint


def test_deleted_chunk_that_an_engine_still_finds_is_left_out(filled, pool, make_service, run):
    pool.words = [(row, 5.0, 1.0) for row in (1, 2, 777)]

    response = run(make_service(filled).search(ask(mode="lexical")))

    assert [hit.doc_path for hit in response.hits] == ["note-001.md", "note-002.md"]


def test_hit_whose_file_changed_or_went_is_stale(filled, pool, make_service, run, tmp_path):
    pool.words = [(row, 9.0 - row, 1.0) for row in (1, 2, 3)]
    (tmp_path / "note-001.md").write_text("another text altogether\n")
    (tmp_path / "note-002.md").unlink()

    response = run(make_service(filled).search(ask(mode="lexical")))

    assert [hit.stale for hit in response.hits] == [True, True, False]
    assert response.hits[0].citation.stale


@pytest.mark.usefixtures("answering")
def test_trace_names_candidates_and_times_and_keeps_the_page(filled, make_service, run):
    service = make_service(filled)
    plain = run(service.search(ask(k=3)))
    traced = run(service.search(ask(k=3, trace=True, cursor=plain.next_cursor)))

    assert [hit.rank for hit in traced.hits] == [4, 5, 6]
    assert len(traced.trace.lexical) == len(traced.trace.vector) == 30
    assert traced.trace.fusion_inputs[0].fusion_score == plain.hits[0].score
    assert traced.trace.timing.total_ms > 0
    assert plain.trace is None


@pytest.mark.usefixtures("answering")
def test_trace_keeps_to_the_budget(filled, make_service, run):
    response = run(make_service(filled).search(ask(k=3, trace=True, max_tokens=1500)))

    assert response.trace.fusion_inputs
    assert len(to_json(response)) / 4 < 1600


@pytest.mark.usefixtures("answering")
def test_answer_round_trips_through_its_wire_form(filled, make_service, run):
    response = run(make_service(filled).search(ask(trace=True)))

    assert SearchResponse.model_validate_json(to_json(response)) == response
    assert '"schema_version":"search_hit.v1"' in to_json(response)
    assert '"schema_version":"citation.v1"' in to_json(response)


@pytest.mark.usefixtures("answering")
def test_settings_stand_in_for_what_a_search_leaves_open(filled, make_service, run):
    service = make_service(filled, mode="lexical", default_k=2, fusion="rrf")

    assert len(run(service.search(ask())).hits) == 2
    assert run(service.search(ask())).mode == "lexical"
    assert run(service.search(ask(mode="hybrid"))).hits[0].score_kind == "rrf"
