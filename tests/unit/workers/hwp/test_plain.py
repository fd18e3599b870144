"""Elements as lines of text."""

from workers.hwp.elements import Field, Formula, Note, Picture, Table, Text
from workers.hwp.plain import clean, insert, lines_of, note_mark


def test_equations_stand_where_they_are_in_the_text():
    elements = [Text("(1)    (2) "), Formula("x  over\n y", 4), Formula("z", 11)]

    assert lines_of(elements) == ["(1) $x over y$ (2) $z$"]


def test_an_equation_without_a_text_is_a_line():
    assert lines_of([Formula("E=mc ^{2}", None)]) == ["$E=mc ^{2}$"]


def test_captions_are_lines_and_tables_notes_and_fields_are_not():
    elements = [
        Text("one"),
        Picture(1, (Text("a caption"),)),
        Table(1, 1, ()),
        Note("footnote", 1, (Text("n"),), 0),
        Field("clickhere", "Clickhere:set", ""),
        Text("  "),
    ]

    assert lines_of(elements) == ["one", "a caption"]


def test_what_does_not_print_is_dropped_and_blanks_become_one():
    assert clean("a\x00\ufffc \t b\U000f080f\U000f080f\n \n c ") == "a b\nc"


def test_pieces_are_inserted_in_order_and_beyond_the_end():
    assert insert("abc", [(9, "!"), (1, "-")]) == "a-bc!"


def test_notes_are_marked_by_kind():
    assert note_mark(Note("footnote", 2, (), None)) == "[^2]"
    assert note_mark(Note("endnote", 2, (), None)) == "[^e2]"
