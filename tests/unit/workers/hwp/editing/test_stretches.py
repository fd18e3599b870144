"""A paragraph's text, across the runs that it is cut into."""

from lxml import etree

from workers.hwp.editing.stretches import forget_layout, stretches_of, text_of

_HP = "http://www.hancom.co.kr/hwpml/2011/paragraph"


def paragraph(inside):
    return etree.fromstring(f'<hp:p xmlns:hp="{_HP}">{inside}</hp:p>')


def run(inside):
    return f"<hp:run><hp:t>{inside}</hp:t></hp:run>"


def test_a_phrase_goes_on_over_runs_and_marks():
    made = paragraph(run("한<hp:markpenBegin/>글") + run(" 문서"))

    (stretch,) = stretches_of(made)

    assert stretch.text == text_of(made) == "한글 문서"


def test_what_is_replaced_keeps_the_run_of_the_character_before():
    made = paragraph(run("앞 가나") + run("다라 뒤"))
    (stretch,) = stretches_of(made)

    stretch.replace(2, 6, "ABCDEF")

    assert ["".join(one.itertext()) for one in made] == ["앞 AB", "CDEF 뒤"]


def test_a_shorter_text_leaves_the_rest_of_the_phrase_empty():
    made = paragraph(run("가나") + run("다") + run("라 뒤"))
    (stretch,) = stretches_of(made)

    stretch.replace(0, 4, "X")

    assert ["".join(one.itertext()) for one in made] == ["X", "", " 뒤"]


def test_a_stretch_ends_at_a_tab_a_line_break_and_an_object():
    made = paragraph(
        run("가<hp:tab/>나<hp:lineBreak/>다") + "<hp:run><hp:tbl/></hp:run>" + run("라")
    )

    found = stretches_of(made)

    assert [(one.start, one.text) for one in found] == [(0, "가"), (2, "나"), (4, "다"), (5, "라")]
    assert text_of(made) == "가\t나\n다라"


def test_line_breaks_and_tabs_are_written_as_the_word_processor_does():
    made = paragraph(run("가<hp:tab/>나"))

    stretches_of(made)[1].replace(0, 1, "x\ny\tz")

    assert text_of(made) == "가\tx\ny\tz"
    assert [etree.QName(one).localname for one in made[0][0]] == ["tab", "lineBreak", "tab"]


def test_what_an_empty_field_tells_to_write_is_no_text():
    field = (
        '<hp:run><hp:ctrl><hp:fieldBegin id="7" type="CLICK_HERE" dirty="{}"><hp:parameters>'
        "<hp:stringParam>성명을 쓰세요</hp:stringParam></hp:parameters></hp:fieldBegin></hp:ctrl>"
        "<hp:t>성명을 쓰세요</hp:t>"
        '<hp:ctrl><hp:fieldEnd beginIDRef="7"/></hp:ctrl><hp:t> 끝</hp:t></hp:run>'
    )

    assert text_of(paragraph(field.format("0"))) == " 끝"
    assert text_of(paragraph(field.format("1"))) == "성명을 쓰세요 끝"


def test_the_old_layout_is_forgotten():
    made = paragraph(run("가") + "<hp:linesegarray/>")

    forget_layout(made)

    assert len(made) == 1
