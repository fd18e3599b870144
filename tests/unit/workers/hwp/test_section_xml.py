"""One pass over a section's XML."""

from xml.parsers import expat

import pytest
from support.hwpx import box, equation, note, paragraph, table

from workers.extract.limits import Limits
from workers.hwp.demands import Demands, ExcessError
from workers.hwp.section_xml import Aside, scan_section

THREE_DEEP = paragraph("", table([paragraph("", table(["a"]))]))


def scan(body, **limits):
    demands = Demands(Limits(**limits))
    names = 'xmlns:hp="p" xmlns:hs="s"'
    return scan_section(f"<hs:sec {names}>{body}</hs:sec>".encode(), demands), demands


def test_text_in_drawn_boxes_hangs_on_its_paragraph():
    found, _ = scan(paragraph("plain") + paragraph("", box("in the box", "  ", "second line")))

    assert found.asides == (Aside("box", 1, ("in the box", "second line")),)


def test_tables_inside_a_box_give_their_text_too():
    drawn = box("before").replace(
        paragraph("before"), paragraph("before", table(["a", "b"], ["c", "d"]))
    )

    found, _ = scan(paragraph("", drawn))

    assert found.asides == (Aside("box", 0, ("a", "b", "c", "d", "before")),)


def test_a_memo_is_told_from_a_box():
    memo = (
        '<hp:ctrl><hp:fieldBegin type="MEMO"><hp:subList>'
        + paragraph("a remark")
        + "</hp:subList></hp:fieldBegin></hp:ctrl>"
    )

    assert scan(paragraph("text", memo))[0].asides == (Aside("memo", 0, ("a remark",)),)


def test_text_of_body_tables_and_notes_is_left_to_the_reader():
    body = paragraph("text", table(["a", "b"]), note("a note"), equation("x over y"))

    assert scan(body)[0].asides == ()


def test_shapes_are_those_of_the_body_only():
    body = paragraph("one", table([paragraph("cell", shape=7)]), shape=2) + paragraph(
        "two", shape=0
    )

    assert scan(body)[0].shapes == (2, 0)


def test_paragraphs_in_a_list_of_memos_are_counted_and_those_in_its_tables_are_not():
    remarks = paragraph("one", shape=1) + paragraph("", table([paragraph("cell", shape=7)]))
    group = f"<hp:memogroup><hp:memo><hp:paraList>{remarks}</hp:paraList></hp:memo></hp:memogroup>"

    found, _ = scan(paragraph("body", shape=2) + group + paragraph("", box("drawn"), shape=2))

    assert found.shapes == (2, 1, 0, 2)
    assert found.asides == (Aside("box", 3, ("drawn",)),)


def test_breaks_and_tabs_inside_a_text_are_kept():
    text = paragraph("X").replace("X", "one<hp:lineBreak/>two<hp:tab/>three")

    found, _ = scan(paragraph("", box("Y").replace(paragraph("Y"), text)))

    assert found.asides[0].lines == ("one", "two three")


@pytest.mark.parametrize(
    ("body", "limits"),
    [
        (paragraph("", table(["a"], size=(65535, 65535))), {}),
        (paragraph("", table(["a"], spans={(0, 0): (65535, 65535)})), {}),
        (paragraph("", table([THREE_DEEP])), {"max_nesting": 2}),
        (paragraph("x" * 500_001), {}),
        ("<hp:p>" * 400 + "</hp:p>" * 400, {}),
        (paragraph("", table(["a"]).replace('rowCnt="1"', 'rowCnt="-1"')), {}),
    ],
)  # fmt: skip
def test_what_kills_or_hangs_the_reader_is_refused(body, limits):
    with pytest.raises(ExcessError):
        scan(body, **limits)


def test_a_document_type_is_refused_before_its_entities_are_read():
    data = b'<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]><s>&a;&b;</s>'

    with pytest.raises(ExcessError, match="document type"):
        scan_section(data, Demands(Limits()))


def test_broken_xml_is_no_section():
    with pytest.raises(expat.ExpatError):
        scan_section(b"<a><b></a>", Demands(Limits()))


def test_a_deep_equation_is_noticed():
    assert scan(paragraph("", equation("sqrt " * 20_000)))[1].unsafe_to_render
