"""Filling a form: by name, all or nothing."""

import hashlib
import unicodedata

import pytest
from support.hwp_forms import changed

from kebab.errors import InvalidInputError
from workers.extract.limits import Limits
from workers.hwp.document import HwpDocument


def fill(editor, data, **more):
    return editor.apply("fill_fields", {"data": data, **more}, dry_run=False)


def test_fields_cells_and_boxes_are_filled_by_name(form, edited):
    editor = edited(form)

    made = fill(editor, {"주소": "서울", "칸필드": "가운데", "상자": "새 글"})

    assert made["applied"]
    assert made["filled"] == ["주소", "칸필드", "상자"]
    assert changed(form, editor.to_bytes("hwpx")) == {
        "s0/p6": ("난: ", "난: 서울"),
        "s0/p2/t0/r1c1/p0": ("칸11", "가운데"),
        "s0/p7/box0": ("상자 글", "새 글"),
    }


def test_one_unknown_name_keeps_all_from_being_filled(form, edited):
    editor = edited(form)

    made = fill(editor, {"주소": "서울", "없는 칸": "x"})

    assert not made["applied"]
    assert (made["filled"], made["not_found"]) == ([], ["없는 칸"])
    assert not changed(form, editor.to_bytes("hwpx"))


def test_fields_that_look_like_an_unknown_name_are_named_and_not_filled(form, edited):
    made = fill(edited(form), {"주 소": "서울", "전혀 다른 것": "x"})

    assert not made["applied"]
    assert made["confusable"] == {"주 소": ["주소"]}


def test_a_name_that_came_letter_by_letter_is_the_same_name(form, edited):
    made = fill(edited(form), {unicodedata.normalize("NFD", "주소"): "서울"})

    assert (made["applied"], made["filled"]) == (True, ["주소"])


def test_what_an_edit_has_nothing_of_is_left_out(form, edited):
    made = fill(edited(form), {"주소": "서울"})

    assert not {"confusable", "replaced_count", "removed"} & made.keys()


def test_a_name_of_several_fields_is_ambiguous(form, edited):
    made = fill(edited(form), {"이름": "김"})

    assert not made["applied"]
    assert made["ambiguous"] == ["이름"]


def test_namesakes_are_filled_together_where_that_is_meant(form, edited):
    editor = edited(form)

    made = fill(editor, {"이름": "김"}, all_duplicates=True)

    assert (made["filled"], made["change_count"]) == (["이름"], 2)
    assert changed(form, editor.to_bytes("hwpx")).keys() == {"s0/p4", "s0/p5"}


def test_one_of_several_namesakes_is_filled_by_its_number(form, edited):
    editor = edited(form)

    fill(editor, {"이름{{1}}": "김"})

    assert changed(form, editor.to_bytes("hwpx")) == {"s0/p5": ("난: ", "난: 김")}


def test_a_value_that_is_there_is_unchanged(form, edited):
    editor = edited(form)
    fill(editor, {"주소": "서울"})

    made = fill(editor, {"주소": "서울"})

    assert (made["applied"], made["unchanged"], made["change_count"]) == (False, ["주소"], 0)
    assert editor.edit_count == 1


def test_an_empty_value_empties_a_field(form, edited):
    editor = edited(form)
    fill(editor, {"칸필드": "서울"})

    assert fill(editor, {"칸필드": ""})["applied"]
    assert changed(form, editor.to_bytes("hwpx")) == {"s0/p2/t0/r1c1/p0": ("칸11", "")}


def test_lines_of_a_value_stay_lines(form, edited):
    editor = edited(form)

    fill(editor, {"주소": "서울\r\n부산", "칸필드": "위\n아래"})

    assert changed(form, editor.to_bytes("hwpx")) == {
        "s0/p6": ("난: ", "난: 서울\n부산"),
        "s0/p2/t0/r1c1/p0": ("칸11", "위\n아래"),
    }


@pytest.mark.parametrize("data", [{}, [], {"주소": 3}, {"주소": "a\x00b"}, {"주소": "\ud800"}])
def test_what_no_field_can_hold_is_refused(data, form, edited):
    with pytest.raises(InvalidInputError):
        fill(edited(form), data)


def test_a_dry_run_says_all_and_changes_nothing(form, edited):
    editor = edited(form)

    made = editor.apply("fill_fields", {"data": {"주소": "서울"}}, dry_run=True)

    assert (made["applied"], made["dry_run"], made["filled"]) == (False, True, ["주소"])
    assert not changed(form, editor.to_bytes("hwpx"))


@pytest.mark.parametrize("form_", ["hwpx", "hwp5"])
def test_23_fields_of_a_real_form_are_filled_and_nothing_else_changes(form_, sample, opened):
    data = sample("12")
    digest = hashlib.sha256(data).hexdigest()
    document = opened(data)
    names = [field["name"] for field in document.editor.fields()]
    values = {name: f"값 {number}." for number, name in enumerate(names)}

    made = fill(document.editor, values)

    after = document.editor.to_bytes(form_)
    lines = changed(data, after)
    assert (len(names), len(made["filled"])) == (23, 23)
    assert lines.keys() == {field["address"] for field in document.editor.fields()}
    assert all(any(value in new for _, new in lines.values()) for value in values.values())
    assert hashlib.sha256(document.data).hexdigest() == digest


def test_a_field_over_several_paragraphs_becomes_its_value(sample, edited):
    data = sample("08")
    editor = edited(data)

    fill(editor, {"멀티라인누름틀": "한 줄"})

    read = HwpDocument(editor.to_bytes("hwp5"), "a.hwp", Limits())
    texts = [one.text for one in read.blocks]
    read.close()
    assert any("한 줄" in text for text in texts)
    assert not any("여러줄 문자열" in text for text in texts)


def test_a_picture_that_goes_with_the_old_value_is_told_of(sample, opened):
    editor = opened(sample("08")).editor

    made = editor.apply("fill_fields", {"data": {"long": "짧게"}}, dry_run=True)
    others = editor.apply("fill_fields", {"data": {"멀티라인누름틀": "한 줄"}}, dry_run=True)

    assert made["warnings"] == ["with its old value the field 'long' loses: picture"]
    assert others["warnings"] == []
