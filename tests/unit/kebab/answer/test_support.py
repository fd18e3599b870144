"""Whether a cited text bears out a sentence."""

import pytest

from kebab.answer.measure import Words
from kebab.answer.support import Above, Ground, Thresholds, judge

THRESHOLDS = Thresholds(coverage=0.5, cosine=0.93, cosine_across=0.82)


def ground(text, *shares, near=None, evidence=1, start=0):
    return Ground(evidence, start, start + len(text), text, frozenset(shares), near)


def verdict(claim, *grounds, above=None, masses=(0.25, 0.25, 0.25, 0.25)):
    return judge(claim, Words(masses, ()), grounds, above or {}, THRESHOLDS)


def test_words_of_neighbouring_sentences_together_bear_a_claim_out():
    found = verdict("a b c d", ground("a b", 0, 1), ground("c", 2), ground("nothing"))

    assert found.supported
    assert found.coverage == 0.75


def test_words_scattered_over_the_text_do_not():
    spread = [ground("a", 0), ground("-"), ground("-"), ground("b", 1), ground("-"), ground("-")]

    assert not verdict("a b c d", *spread, ground("c", 2)).supported


def test_a_translation_is_borne_out_by_its_meaning():
    claim = "유예 기간은 30초"

    assert verdict(claim, ground("The grace period is 30 s", near=0.84)).supported
    assert not verdict(claim, ground("30 is a number", near=0.81)).supported
    assert not verdict("It waits 30 s", ground("30 is a number", near=0.84)).supported


@pytest.mark.parametrize(
    ("claim", "text", "reason"),
    [
        ("It waits 60 seconds", "It waits 30 seconds", "number 60"),
        ("Use HTTPRoute here", "Use Ingress here", "name HTTPRoute"),
        ("It does not restart the pod", "It restarts the pod", "denial"),
        ("파드를 재시작하지 않는다", "파드를 재시작한다", "denial"),
    ],
)
def test_a_contradiction_outweighs_all_likeness(claim, text, reason):
    found = verdict(claim, ground(text, 0, 1, 2, 3, near=0.97))

    assert (found.supported, found.reason) == (False, reason)


def test_headings_help_but_bear_out_nothing_alone():
    above = {1: Above("Ingress", frozenset({2, 3}))}

    assert verdict("a b c d", ground("a", 0), above=above).supported
    assert not verdict("c d", ground("nothing"), above=above).supported


def test_a_claim_may_rest_on_two_pieces_and_both_are_named():
    found = verdict("a b c d", ground("a", 0), ground("d", 3, evidence=2))

    assert found.supported
    assert [one.evidence for one in found.grounds] == [1, 2]


def test_a_piece_that_adds_nothing_is_not_named():
    found = verdict("a b c d", ground("a b c", 0, 1, 2), ground("other", evidence=2))

    assert [one.evidence for one in found.grounds] == [1]


def test_what_cites_nothing_is_not_supported():
    found = verdict("a b c d")

    assert (found.supported, found.coverage, found.reason) == (False, 0.0, "uncited")
