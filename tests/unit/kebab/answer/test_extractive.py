"""Which sentences answer best, without repeating one another."""

from array import array

from kebab.answer.blocks import Form
from kebab.answer.extractive import MOST_EMBEDDED, Candidate, by_words, select, with_meaning
from kebab.answer.measure import Words

WORDS = Words((0.5, 0.3, 0.2), ())


def candidate(text, *shares, place=0, **fields):
    fields.setdefault("evidence", 1)
    fields.setdefault("standing", 1.0)
    return Candidate(place=place, text=text, form=Form.PROSE, shares=frozenset(shares), **fields)


def chosen(*candidates, most=4):
    return [one.text for one in select(candidates, WORDS, most)]


def test_the_sentence_with_most_of_the_question_comes_first():
    assert chosen(candidate("half of it", 1), candidate("all of the question", 0, 1, 2))[0] == (
        "all of the question"
    )


def test_what_says_the_same_is_quoted_once():
    assert chosen(
        candidate("The pool opens at six", 0), candidate("the pool opens, at six.", 0, place=1)
    ) == ["The pool opens at six"]


def test_what_is_worth_much_less_is_not_quoted_at_all():
    assert chosen(candidate("all of it here", 0, 1, 2), candidate("nearly nothing", 2)) == [
        "all of it here"
    ]


def test_what_covers_the_rest_of_the_question_is_preferred():
    found = chosen(
        candidate("first half one", 0, 1),
        candidate("first half two", 0, 1, place=1),
        candidate("the other half", 0, 2, place=2),
        most=2,
    )

    assert found == ["first half one", "the other half"]


def test_there_is_a_limit():
    many = [candidate(f"sentence number {n} of these {n}", 0, place=n) for n in range(9)]

    assert len(chosen(*many, most=3)) == 3


def test_an_answer_stays_in_the_language_it_begins_in():
    found = chosen(
        candidate("수영장은 엽니다", 0, 1, 2), candidate("the pool opens", 0, 1, 2, is_foreign=True)
    )

    assert found == ["수영장은 엽니다"]


def test_only_so_many_are_embedded_the_best_by_words():
    many = [candidate(f"one {n}", place=n) for n in range(50)] + [candidate("best", 0, place=50)]

    kept = by_words(many, WORDS)

    assert len(kept) == MOST_EMBEDDED
    assert kept[0].text == "best"


def test_meaning_decides_where_words_do_not():
    question = array("f", [1.0, 0.0])
    near = with_meaning(candidate("near", 0), question, array("f", [0.9, 0.1]))
    far = with_meaning(candidate("far", 0, place=1), question, array("f", [0.1, 0.9]))

    assert chosen(far, near)[0] == "near"


def test_equal_sentences_keep_their_order_whatever_came_first():
    one, other = candidate("alpha beta", 0, place=3), candidate("gamma delta", 0, place=7)

    assert chosen(one, other) == chosen(other, one) == ["alpha beta", "gamma delta"]


def test_nothing_is_chosen_of_nothing():
    assert chosen() == []
    assert chosen(candidate("no word of it", standing=0.0)) == []
