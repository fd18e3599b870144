"""The vector view: the same hits small or large, whatever happened to it before."""

from dataclasses import replace

import numpy as np
import pytest

from kebab.errors import EmbedderUnavailableError, ViewDamagedError
from kebab.wire.worker import VectorConfig
from workers.shard.vectors import Graph, Pace, VectorView

DIMENSIONS = 32
GRAPH = VectorConfig(exact_limit=100, hnsw_m=16, hnsw_ef_construction=128, hnsw_ef_search=160)
EXACT = replace(GRAPH, exact_limit=1_000_000)
ALWAYS_SAVED = Pace(save_every=0, save_share=0)


def clustered(count, seed=0):
    random = np.random.default_rng(seed)
    centres = random.standard_normal((max(count // 50, 1), DIMENSIONS))
    spread = 0.6 * random.standard_normal((count, DIMENSIONS))
    return (centres[random.integers(0, len(centres), count)] + spread).astype(np.float16)


def pairs(vectors, first=0):
    return [(first + 2 * row, vector.tobytes()) for row, vector in enumerate(vectors)]


def open_view(folder, config=GRAPH, identity="model", pace=ALWAYS_SAVED):
    return VectorView.open(
        folder, identity=identity, dimensions=DIMENSIONS, config=config, pace=pace
    )


def filled(folder, vectors, config=GRAPH, pace=ALWAYS_SAVED):
    view = open_view(folder, config, pace=pace)
    view.apply(pairs(vectors), (), 1)
    link_all(view)
    return view


def link_all(view):
    while view.link(1000):
        pass


def queries(vectors, count=20):
    chosen = vectors[:: max(len(vectors) // count, 1)][:count].astype(np.float32)
    return chosen + 0.1 * np.random.default_rng(3).standard_normal(chosen.shape).astype(np.float32)


def recall(found, expected):
    shares = [
        len({row for row, _ in ours} & {row for row, _ in theirs}) / len(theirs)
        for ours, theirs in zip(found, expected, strict=True)
    ]
    return sum(shares) / len(shares)


def test_an_empty_view_finds_nothing(tmp_path):
    view = open_view(tmp_path)

    assert view.search(np.ones(DIMENSIONS), 10, None) == []
    assert (view.count(), view.rows(), view.revision) == (0, set(), 0)


@pytest.mark.parametrize("config", [GRAPH, EXACT])
def test_there_are_as_many_hits_as_there_are_rows(tmp_path, config):
    view = filled(tmp_path, clustered(150), config)

    hits = view.search(np.ones(DIMENSIONS), 1000, None)

    assert {row for row, _ in hits} == view.rows()
    assert hits == sorted(hits, key=lambda hit: (-hit[1], hit[0]))


def test_the_graph_finds_what_exact_search_finds_with_the_same_scores(tmp_path):
    vectors = clustered(3000)
    graph, exact = filled(tmp_path / "graph", vectors), filled(tmp_path / "exact", vectors, EXACT)

    found = [graph.search(query, 10, None) for query in queries(vectors)]
    expected = [exact.search(query, 10, None) for query in queries(vectors)]

    assert recall(found, expected) >= 0.99
    scores = {(index, row): score for index, hits in enumerate(expected) for row, score in hits}
    assert all(
        scores.get((index, row), score) == score
        for index, hits in enumerate(found)
        for row, score in hits
    )


def test_vectors_that_the_graph_does_not_hold_yet_are_found_all_the_same(tmp_path):
    vectors = clustered(2000)
    graph = open_view(tmp_path / "graph", pace=Pace(links_a_step=500))
    exact = filled(tmp_path / "exact", vectors, EXACT)

    graph.apply(pairs(vectors), (), 1)

    assert graph.link(0) == 1500
    found = [graph.search(query, 10, None) for query in queries(vectors)]
    assert recall(found, [exact.search(query, 10, None) for query in queries(vectors)]) >= 0.99


@pytest.mark.parametrize("share", [0.003, 0.3, 1.0])
@pytest.mark.parametrize("candidates", [10, 10_000])
def test_a_filter_lets_only_its_rows_through_and_misses_none(tmp_path, share, candidates):
    vectors = clustered(2000)
    graph = filled(tmp_path / "graph", vectors, pace=Pace(exact_candidates=candidates))
    exact = filled(tmp_path / "exact", vectors, EXACT)
    random = np.random.default_rng(1)
    allowed = random.choice(np.arange(0, 4000, 2), int(2000 * share), replace=False)
    allowed = np.append(allowed, [1, 99_999])

    found = [graph.search(query, 10, allowed) for query in queries(vectors)]

    assert {row for hits in found for row, _ in hits} <= set(allowed.tolist())
    assert {len(hits) for hits in found} == {min(10, len(allowed) - 2)}
    assert recall(found, [exact.search(query, 10, allowed) for query in queries(vectors)]) >= 0.99


def test_no_allowed_rows_are_no_hits(tmp_path):
    view = filled(tmp_path, clustered(300))

    assert view.search(np.ones(DIMENSIONS), 10, np.empty(0, dtype=np.int64)) == []


def test_deleted_rows_are_found_no_more_and_may_come_back(tmp_path):
    vectors = clustered(1000)
    view = filled(tmp_path, vectors)

    view.apply((), list(range(0, 400, 2)), 2)
    link_all(view)

    assert view.count() == 800
    found = {row for query in queries(vectors) for row, _ in view.search(query, 50, None)}
    assert min(found) >= 400
    view.apply(pairs(vectors[:200]), (), 3)
    assert view.search(vectors[0].astype(np.float32), 1, None)[0][0] == 0
    assert (view.count(), view.revision) == (1000, 3)


@pytest.mark.parametrize("config", [GRAPH, EXACT])
def test_a_view_says_when_there_is_nothing_left_to_link(tmp_path, config):
    view = open_view(tmp_path, config, pace=replace(ALWAYS_SAVED, links_a_step=0))
    said = [view.is_linked]
    for end in (50, 300):
        view.apply(pairs(clustered(end)), (), end)
        said.append(view.is_linked)
        link_all(view)
        said.append(view.is_linked)

    assert said == [True, True, True, config is EXACT, True]


def test_rows_deleted_before_the_graph_holds_them_are_never_found(tmp_path):
    vectors = clustered(2000)
    view = open_view(tmp_path, pace=Pace(links_a_step=500))
    view.apply(pairs(vectors), (), 1)

    view.apply((), list(range(3600, 4000, 2)), 2)
    link_all(view)

    found = {row for query in queries(vectors) for row, _ in view.search(query, 50, None)}
    assert found <= view.rows()


def test_a_view_that_lost_most_rows_still_finds_the_rest(tmp_path):
    vectors = clustered(2000)
    view = filled(tmp_path / "graph", vectors)
    exact = open_view(tmp_path / "exact", EXACT)

    for view_ in (view, exact):
        view_.apply(pairs(vectors), list(range(0, 3000, 2)), 2)
        view_.apply((), list(range(0, 3000, 2)), 3)
    link_all(view)

    assert view.rows() == set(range(3000, 4000, 2))
    found = [view.search(query, 10, None) for query in queries(vectors)]
    assert recall(found, [exact.search(query, 10, None) for query in queries(vectors)]) >= 0.99


def test_a_replay_changes_nothing(tmp_path):
    vectors = clustered(500)
    view = filled(tmp_path, vectors)
    before = [view.search(query, 20, None) for query in queries(vectors)]

    view.apply(pairs(vectors), (), 1)
    view.apply((), [1, 3, 99_999], 1)

    assert [view.search(query, 20, None) for query in queries(vectors)] == before


def test_a_changed_vector_replaces_the_one_before(tmp_path):
    vectors = clustered(500)
    view = filled(tmp_path, vectors)

    view.apply([(0, (-vectors[0]).tobytes())], (), 2)

    assert view.search(-vectors[0].astype(np.float32), 1, None) == [(0, 1.0)]
    assert view.count() == 500


@pytest.mark.parametrize("config", [GRAPH, EXACT])
def test_equal_and_empty_vectors_do_no_harm(tmp_path, config):
    vectors = np.repeat(clustered(1), 600, axis=0)
    vectors[:50] = 0
    view = filled(tmp_path, vectors, config)

    hits = view.search(vectors[-1].astype(np.float32), 600, None)

    assert [row for row, _ in hits] == [*range(100, 1200, 2), *range(0, 100, 2)]
    assert len(view.search(vectors[-1].astype(np.float32), 30, None)) == 30
    assert len(view.search(np.zeros(DIMENSIONS), 30, None)) == 30
    assert len(view.search(np.full(DIMENSIONS, np.nan), 30, None)) == 30


def test_stored_bytes_that_are_no_vector_are_left_out_and_counted(tmp_path):
    vectors = clustered(3)
    vectors[1, 5] = np.inf
    view = open_view(tmp_path)

    view.apply([*pairs(vectors), (90, b"short")], (), 1)

    assert view.rows() == {0, 4}
    assert view.left_out == 2


def test_a_question_of_other_dimensions_is_refused_with_both_numbers(tmp_path):
    with pytest.raises(EmbedderUnavailableError, match=r"7 dimensions.*32"):
        open_view(tmp_path).search(np.ones(7), 10, None)


def test_the_same_changes_give_the_same_hits(tmp_path):
    vectors = clustered(1500)
    once = filled(tmp_path / "once", vectors)
    bit_by_bit = open_view(tmp_path / "bits")
    for start in range(0, 1500, 100):
        part = pairs(vectors[start : start + 100], 2 * start)
        bit_by_bit.apply(part, (), start + 1)

    assert [once.search(query, 30, None) for query in queries(vectors)] == [
        bit_by_bit.search(query, 30, None) for query in queries(vectors)
    ]


# --- checkpoints


def test_a_loaded_checkpoint_finds_the_same_and_goes_on(tmp_path):
    vectors = clustered(1000)
    view = filled(tmp_path, vectors)
    view.apply((), [0, 2, 4], 7)
    view.checkpoint()

    loaded = open_view(tmp_path)

    assert (loaded.revision, loaded.rows()) == (7, view.rows())
    for query in queries(vectors):
        assert loaded.search(query, 30, None) == view.search(query, 30, None)
    loaded.apply(pairs(vectors[:3]), (), 8)
    loaded.apply(pairs(clustered(2000, seed=5), 5001), (), 9)
    assert loaded.count() == 3000
    assert loaded.search(vectors[0].astype(np.float32), 1, None)[0][0] == 0


def test_a_small_view_is_not_saved_and_forgets_what_was(tmp_path):
    view = filled(tmp_path, clustered(300))
    view.checkpoint()

    view.apply((), list(range(0, 500, 2)), 2)
    view.checkpoint()

    assert list(tmp_path.iterdir()) == []
    assert open_view(tmp_path).revision == 0


def test_a_view_that_hardly_changed_is_not_saved_again(tmp_path):
    view = filled(tmp_path, clustered(3000), pace=Pace())
    view.checkpoint()

    view.apply(pairs(clustered(10), 7000), (), 2)
    view.checkpoint()

    assert open_view(tmp_path).revision == 1


@pytest.mark.parametrize("part", ["rows", "vectors", "graph", "manifest"])
def test_a_damaged_checkpoint_is_refused(tmp_path, part):
    filled(tmp_path, clustered(300)).checkpoint()
    path = next(path for path in tmp_path.iterdir() if path.name.startswith(part))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0x40
    path.write_bytes(content)

    with pytest.raises(ViewDamagedError):
        open_view(tmp_path)


def test_a_checkpoint_of_other_settings_is_refused(tmp_path):
    filled(tmp_path, clustered(300)).checkpoint()

    with pytest.raises(ViewDamagedError, match="other settings"):
        open_view(tmp_path, identity="another model")
    with pytest.raises(ViewDamagedError, match="other settings"):
        open_view(tmp_path, config=replace(GRAPH, hnsw_m=8))


def test_a_file_that_is_no_graph_is_refused(tmp_path):
    (tmp_path / "graph").write_bytes(b"nothing of the kind")

    with pytest.raises(ViewDamagedError, match="cannot be loaded"):
        Graph.load(tmp_path / "graph", DIMENSIONS, GRAPH)


def test_a_closed_view_is_empty(tmp_path):
    view = filled(tmp_path, clustered(300))

    view.close()

    assert view.count() == 0
