"""What is kept of an answer that was judged."""

from kebab.answer.support import Ground, Verdict
from kebab.answer.verified import Judged, cited_spans, is_enough, kept_text, wire_support
from kebab.answer.written import claims_of


def judged(text, marks, spans=()):
    """Judge each claim by a mark: + holds, - does not."""
    found = []
    for n, (claim, mark) in enumerate(zip(claims_of(text), marks, strict=True)):
        start, end = spans[n] if spans else (0, 5)
        holds = mark == "+"
        grounds = tuple(Ground(m, start, end, "", frozenset(), None) for m in claim.markers)
        found.append(Judged(claim, Verdict(holds, 1.0 if holds else 0.0, None, grounds)))
    return found


def test_what_is_not_supported_is_taken_out():
    text = "The first one [1]. The second one [2]. The third one [1]."

    assert kept_text(text, judged(text, "+-+"), [1]) == ("The first one [1]. The third one [1].")


def test_an_item_goes_with_its_mark():
    text = "These things:\n\n- the long rope [1]\n- the short rope [1]\n- the sharp knife [1]"

    assert kept_text(text, judged(text, "+-+"), [1]) == (
        "These things:\n\n- the long rope [1]\n- the sharp knife [1]"
    )


def test_an_answer_that_holds_stays_as_it_is_but_for_its_markers():
    text = "Run it  [#1]:\n\n```\na   b\n```\n\nThe first one [1, 2]."

    assert kept_text(text, [], [1]) == ("Run it  [1]:\n\n```\na   b\n```\n\nThe first one [1].")


def test_enough_is_measured_by_length():
    text = "A very long sentence that holds in all its many words [1]. A short one [1]."

    assert is_enough(judged(text, "+-"), 0.5)
    assert not is_enough(judged(text, "-+"), 0.5)
    assert not is_enough([], 0.0)


def test_a_citation_spans_what_bears_it_out():
    text = "The first one [1]. The second one [1][2]."

    assert cited_spans(judged(text, "++", spans=[(40, 50), (10, 20)]), {1, 2}) == {
        1: (10, 50),
        2: (10, 20),
    }


def test_a_citation_does_not_span_what_is_far_apart():
    text = "The first one [1]. The second one [1]."

    assert cited_spans(judged(text, "++", spans=[(0, 9), (9000, 9010)]), {1}) == {1: (0, 9)}


def test_sentences_say_which_failed():
    text = "The first one [1]. The second one [1]."

    assert [one.supported for one in wire_support(judged(text, "+-"))] == [True, False]
