"""How two lists of hits become one order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.search.fusion import (
    LexicalHit,
    VectorHit,
    cosine_floor,
    fuse_convex,
    fuse_rrf,
    rank_lexical,
    rank_vector,
)

BACKGROUND = [VectorHit(row, 0.8) for row in range(100, 150)]
words = st.lists(
    st.builds(LexicalHit, st.integers(1, 50), st.floats(0, 90), st.floats(0, 1)),
    unique_by=lambda hit: hit.row,
).map(lambda hits: sorted(hits, key=lambda hit: (-hit.score, hit.row)))
nears = st.lists(
    st.builds(VectorHit, st.integers(1, 50), st.floats(-1, 1)), unique_by=lambda hit: hit.row
).map(lambda hits: sorted(hits, key=lambda hit: (-hit.cosine, hit.row)))


def rows(ranking):
    return [hit.row for hit in ranking.hits]


@given(words, nears, st.floats(0, 1))
def test_every_candidate_comes_once_with_a_score_from_0_to_1(lexical, near, weight):
    for ranking in (
        fuse_convex(lexical, near, vector_weight=weight),
        fuse_rrf(lexical, near, k=60),
        rank_lexical(lexical),
        rank_vector(near),
    ):
        scores = [hit.score for hit in ranking.hits]
        assert len(set(rows(ranking))) == len(scores)
        assert all(0 <= score <= 1 for score in scores)
        assert scores == sorted(scores, reverse=True)
    fused = fuse_convex(lexical, near, vector_weight=weight)
    assert set(rows(fused)) == {hit.row for hit in (*lexical, *near)}


@given(words, nears)
def test_one_engine_alone_keeps_its_order(lexical, near):
    assert rows(rank_lexical(lexical)) == [hit.row for hit in lexical]
    assert [h.vector_rank for h in rank_vector(near).hits] == list(range(1, len(near) + 1))


def test_reciprocal_ranks_are_normalised_as_documented():
    fused = fuse_rrf([LexicalHit(1, 9, 1)], [VectorHit(2, 0.9), VectorHit(1, 0.8)], k=60)

    assert fused.hits[0].score == pytest.approx(0.9919, abs=1e-4)
    assert fuse_rrf([LexicalHit(1, 9, 1)], [], k=60).hits[0].score == 0.5
    assert fuse_rrf([LexicalHit(1, 9, 1)], [VectorHit(1, 0.9)], k=60).hits[0].score == 1


def test_words_that_cover_the_question_win_against_meaning_that_hardly_stands_out():
    fused = fuse_convex(
        [LexicalHit(1, 12.0, 1.0)], [VectorHit(2, 0.83), *BACKGROUND], vector_weight=0.6
    )

    assert rows(fused)[:2] == [1, 2]


def test_meaning_that_stands_out_wins_against_words_that_cover_little():
    fused = fuse_convex(
        [LexicalHit(1, 12.0, 0.3)], [VectorHit(2, 0.83), *BACKGROUND], vector_weight=0.6
    )

    assert rows(fused)[:2] == [2, 1]


def test_score_of_a_question_the_corpus_does_not_answer_is_low():
    off = fuse_convex([LexicalHit(1, 3, 0.1)], [VectorHit(2, 0.82), *BACKGROUND], vector_weight=0.6)
    on = fuse_convex([LexicalHit(1, 3, 0.9)], [VectorHit(1, 0.9), *BACKGROUND], vector_weight=0.6)

    assert off.hits[0].score < 0.1
    assert on.hits[0].score > 0.4


def test_equal_scores_are_ordered_by_row():
    fused = fuse_convex([], [VectorHit(3, 0.8), VectorHit(7, 0.8)], vector_weight=0.6)

    assert rows(fused) == [3, 7]


def test_few_candidates_are_no_background():
    assert cosine_floor([VectorHit(1, 0.8)]) < 0.8
    assert cosine_floor(BACKGROUND) == 0.8
    assert fuse_convex([], [VectorHit(1, 0.8)], vector_weight=0.6).hits[0].score > 0


def test_lexical_score_compares_between_questions():
    full = rank_lexical([LexicalHit(1, 30.0, 1.0), LexicalHit(2, 15.0, 0.5)])
    poor = rank_lexical([LexicalHit(1, 30.0, 0.2)])

    assert [hit.score for hit in full.hits] == [1.0, 0.5]
    assert poor.hits[0].score == 0.2
