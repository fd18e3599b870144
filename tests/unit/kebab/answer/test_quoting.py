"""How chosen sentences become quotations and an answer."""

from dataclasses import dataclass

from kebab.answer.blocks import Form
from kebab.answer.evidence import Passage, pack
from kebab.answer.extractive import Candidate
from kebab.answer.quoting import Quote, compose, in_reading_order, quotable
from kebab.catalog.records import Chunk


@dataclass(frozen=True)
class Doc:
    id: str
    media: str = "markdown"
    lang: str = "en"


def pieces(*texts):
    return pack(
        [
            Passage(None, Chunk(n, f"c{n}", f"d{n}", 0, 0, (), text, 1, 9, 9), Doc(f"d{n}"), 9)
            for n, text in enumerate(texts)
        ]
    )


def read(evidence, *places):
    units = {piece.number: quotable(piece) for piece in evidence}
    chosen = []
    for number, place in places:
        unit = units[number][place]
        text = evidence[number - 1].text[unit.start : unit.end]
        chosen.append(Candidate(number, place, text, unit.form, 1.0))
    return in_reading_order(chosen, units)


def answer(evidence, *places):
    return "".join(gap + part for _, gap, part in compose(read(evidence, *places), evidence))


def test_quotations_follow_the_best_piece_first_then_the_text():
    evidence = pieces("Alpha first. Beta between. Gamma last.", "Delta elsewhere.")

    assert answer(evidence, (2, 0), (1, 2), (1, 0)) == (
        "Delta elsewhere. [1]\n\nAlpha first. [2] Gamma last. [3]"
    )


def test_neighbours_are_one_quotation():
    evidence = pieces("Alpha first. Beta between. Gamma last.")

    assert answer(evidence, (1, 1), (1, 0)) == "Alpha first. Beta between. [1]"


def test_a_sentence_that_points_back_takes_the_one_before_along():
    evidence = pieces("The pool is closed. This applies to Mondays only.")

    assert answer(evidence, (1, 1)) == "The pool is closed. This applies to Mondays only. [1]"


def test_what_it_points_back_to_has_to_be_near():
    evidence = pieces("The pool is closed.\n\n## Next heading\n\nThis applies to Mondays only.")

    assert answer(evidence, (1, 1)) == "This applies to Mondays only. [1]"


def test_lists_and_code_stand_apart_and_code_has_its_marker_below():
    evidence = pieces(
        "First sentence here.\n\n```\nkubectl get pods\n```\n\n- the first item\n- the second"
    )

    assert answer(evidence, (1, 0), (1, 1), (1, 2)) == (
        "First sentence here. [1]\n\n```\nkubectl get pods\n```\n[2]\n\n"
        "- the first item\n- the second [3]"
    )


def test_a_quotation_is_taken_at_its_word():
    evidence = pieces("Wrapped\nsentence here.")

    assert read(evidence, (1, 0)) == [Quote(1, 0, 22, Form.PROSE)]
