"""The lines that a reader would see."""

import pytest
from support.hwpx import box, equation, hwpx, memo, note, paragraph, shown, table

from workers.extract.limits import Limits
from workers.hwp.document import HwpDocument


@pytest.fixture
def lines_of():
    """Give a function that opens a document and returns its lines."""

    def lines(data):
        document = HwpDocument(data, "a.hwpx", Limits())
        try:
            return document.lines
        finally:
            document.close()

    return lines


def test_a_row_is_one_line_with_its_cells_between_tabs(lines_of):
    rows = (["a", paragraph("b") + paragraph("c")], ["", "d"], ["", ""])
    lines = lines_of(hwpx(paragraph("글", table(*rows))))

    assert [(line.text, line.address, line.row) for line in lines] == [
        ("글", "s0/p0", None),
        ("a\tb c", "s0/p0/t0", 0),
        ("d", "s0/p0/t0", 1),
    ]


def test_a_table_inside_a_cell_follows_the_row_around_it(lines_of):
    inner = paragraph("around", table(["x", "y"]))
    lines = lines_of(hwpx(paragraph("", table([inner, "z"], ["p", "q"]))))

    assert [(line.text, line.table) for line in lines] == [
        ("around\tz", 0),
        ("x\ty", 1),
        ("p\tq", 0),
    ]


def test_equations_and_marks_of_notes_stand_in_their_paragraph(lines_of):
    lines = lines_of(hwpx(paragraph("값은", equation("a over b"), note("각주"))))

    assert [line.text for line in lines] == ["값은 $a over b$ [^1]", "[^1]: 각주"]


def test_what_stands_beside_the_text_is_known_as_such(lines_of):
    inside = (shown("머리"), note("각주"), box("상자"), memo("메모"))
    lines = lines_of(hwpx(paragraph("글", *inside)))

    assert {line.text: line.is_furniture for line in lines} == {
        "글[^1]": False,
        "[^1]: 각주": True,
        "상자": False,
        "메모": True,
        "머리": True,
    }


def test_a_heading_has_its_level_in_a_frame_too(lines_of):
    body = (
        paragraph("개요", shape=1)
        + paragraph("", table(["2", "방법"]), shape=2)
        + paragraph("본문입니다.")
    )

    lines = lines_of(hwpx(body))

    assert [(line.text, line.level) for line in lines] == [
        ("개요", 1),
        ("2 방법", 2),
        ("본문입니다.", 0),
    ]
