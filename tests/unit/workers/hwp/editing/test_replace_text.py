"""Replacing a phrase wherever it stands."""

import pytest
from support.hwp_forms import build, changed

from kebab.errors import InvalidInputError


def replace(editor, find, text, **more):
    return editor.apply("replace_text", {"find": find, "replace": text, **more}, dry_run=False)


def in_runs(*texts):
    def write(document):
        paragraph = document.add_paragraph("")
        for text in texts:
            paragraph.add_run(text)

    return write


def test_body_cells_notes_boxes_and_headers_are_looked_through(form, edited):
    editor = edited(form)

    made = replace(editor, "글", "말")

    assert made["replaced_count"] == 2
    assert changed(form, editor.to_bytes("hwpx")) == {
        "s0/p0/head0": ("머리말 글", "머리말 말"),
        "s0/p7/box0": ("상자 글", "상자 말"),
    }
    assert replace(editor, "안쪽", "속")["changes"][0]["address"].endswith("/t0/r0c0/p0")
    assert replace(editor, "각주 본문", "새 각주")["replaced_count"] == 1


def test_a_phrase_that_is_cut_into_runs_is_found(edited):
    data = build(in_runs("이 보", "고", "서는"))
    editor = edited(data)

    made = replace(editor, "보고서", "문서")

    assert made["replaced_count"] == 1
    assert changed(data, editor.to_bytes("hwpx")) == {"s0/p1": ("이 보고서는", "이 문서는")}


def test_case_counts_only_where_it_is_to(edited):
    data = build(in_runs("Abc abc ABC"))

    assert replace(edited(data), "abc", "x")["replaced_count"] == 1
    assert replace(edited(data), "abc", "x", case_sensitive=False)["replaced_count"] == 3


def test_what_is_found_is_no_pattern(edited):
    data = build(in_runs("a.c abc"))

    assert replace(edited(data), "a.c", r"\1")["changes"][0]["after"] == r"\1 abc"


def test_no_more_are_replaced_than_asked_for(edited):
    data = build(in_runs("가 가 가"), in_runs("가"))
    editor = edited(data)

    made = replace(editor, "가", "나", max_replacements=2)

    assert made["replaced_count"] == 2
    assert changed(data, editor.to_bytes("hwpx")) == {"s0/p1": ("가 가 가", "나 나 가")}


@pytest.mark.parametrize("text", ["", "길어진 말", "짧\n다"])
def test_several_in_one_paragraph_are_replaced_each_in_its_place(text, edited):
    data = build(in_runs("앞 보고", "서 사이 보고서", " 뒤 보고서"))
    editor = edited(data)

    replace(editor, "보고서", text)

    assert changed(data, editor.to_bytes("hwpx"))["s0/p1"][1] == f"앞 {text} 사이 {text} 뒤 {text}"


def test_a_replacement_that_holds_the_phrase_is_not_replaced_again(edited):
    editor = edited(build(in_runs("가가")))

    made = replace(editor, "가", "가가")

    assert (made["replaced_count"], made["changes"][0]["after"]) == (2, "가가가가")


def test_nothing_found_is_an_answer(form, edited):
    made = replace(edited(form), "없는 말", "x")

    assert (made["applied"], made["replaced_count"], made["changes"]) == (False, 0, [])


def test_a_phrase_that_a_line_break_cuts_is_left_and_said_so(form, edited):
    editor = edited(form)
    replace(editor, "신청서", "신청\n서류")

    made = replace(editor, "신청서류", "x")

    assert made["replaced_count"] == 0
    assert "1 more occurrences" in made["warnings"][0]


def test_what_an_empty_field_tells_to_write_is_not_found(form, edited):
    assert replace(edited(form), "여기를 누르세요", "x")["replaced_count"] == 0


@pytest.mark.parametrize("wrong", [{"find": ""}, {"find": "a\x01"}, {"max_replacements": -1}])
def test_senseless_arguments_are_refused(wrong, form, edited):
    with pytest.raises(InvalidInputError):
        replace(edited(form), **{"find": "a", "text": "b"} | wrong)
