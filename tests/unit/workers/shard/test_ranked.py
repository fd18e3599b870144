"""How the candidates of one shard are put in order."""

from __future__ import annotations

from workers.shard.ranked import LexicalHit, ranked


def test_what_covers_more_comes_before_what_scores_a_little_more():
    found = ranked([(1, 10.0), (2, 9.0)], {1: 1.0, 2: 4.0}, 4.0, 5)

    assert found == [LexicalHit(2, 9.0, 1.0), LexicalHit(1, 6.25, 0.25)]


def test_equal_candidates_keep_the_order_of_their_rows_also_where_the_list_is_cut():
    assert [hit.row for hit in ranked([(3, 2.0), (1, 2.00001), (2, 2.0)], {}, 1.0, 2)] == [1, 2]


def test_a_candidate_that_covers_nothing_keeps_half_of_its_score():
    assert ranked([(1, 8.0)], {}, 3.0, 1) == [LexicalHit(1, 4.0, 0.0)]
