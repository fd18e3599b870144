"""How found chunks become numbered evidence."""

from dataclasses import dataclass

from kebab.answer.evidence import Passage, choose, overlap, pack
from kebab.catalog.records import Chunk


@dataclass(frozen=True)
class Doc:
    id: str


def passage(document, ordinal, text="text", tokens=10, line=1):
    end = line + text.count("\n")
    chunk = Chunk(1, f"{document}{ordinal}", document, ordinal, 0, ("H",), text, line, end, tokens)
    return Passage(None, chunk, Doc(document), tokens)


def ids(passages):
    return [one.chunk.chunk_id for one in passages]


def test_one_document_does_not_crowd_out_the_others():
    found = [passage("a", n * 2) for n in range(4)] + [passage("b", 0), passage("c", 0)]

    assert ids(choose(found, budget=40, max_per_document=2)) == ["a0", "a2", "b0", "c0"]


def test_what_is_free_goes_to_the_crowd_after_all():
    found = [passage("a", n * 2) for n in range(4)]

    assert ids(choose(found, budget=30, max_per_document=1)) == ["a0", "a2", "a4"]


def test_what_does_not_fit_is_passed_over_for_what_does():
    found = [passage("a", 0, tokens=30), passage("b", 0, tokens=90), passage("c", 0, tokens=5)]

    assert ids(choose(found, budget=40, max_per_document=3)) == ["a0", "c0"]


def test_the_first_is_taken_whatever_it_costs():
    assert ids(choose([passage("a", 0, tokens=999)], budget=10, max_per_document=3)) == ["a0"]


def test_neighbours_are_one_piece_without_their_overlap():
    found = [
        passage("a", 1, "repeated words.\nThe second.", line=2),
        passage("b", 0),
        passage("a", 0, "The first.\nrepeated words.", line=1),
    ]

    first, second = pack(found)

    assert first.text == "The first.\nrepeated words.\nThe second."
    assert (first.number, second.number) == (1, 2)
    assert first.best is found[0]
    assert first.span == (1, 3)


def test_each_character_of_a_merged_piece_knows_its_line():
    found = [
        passage("a", 0, "One.\nTwo of it.", line=5),
        passage("a", 1, "Two of it.\nThree.", line=6),
    ]
    (piece,) = pack(found)

    assert [piece.line_at(piece.text.index(word)) for word in ("One", "Two", "Three")] == [5, 6, 7]
    assert piece.part_at(piece.text.index("Three")).passage is found[1]


def test_chunks_with_something_between_them_stay_apart():
    assert len(pack([passage("a", 0), passage("a", 2)])) == 2


def test_a_chance_letter_is_no_overlap():
    assert overlap("it ends with a", "a new one begins") == 0
    assert overlap("one two three four", "three four five") == len("three four")
