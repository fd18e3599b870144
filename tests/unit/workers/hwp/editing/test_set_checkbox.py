"""Ticking boxes that are drawn as characters."""

import pytest
from support.hwp_forms import changed

from kebab.errors import InvalidInputError


def tick(editor, occurrence, checked, **more):
    args = {"occurrence": occurrence, "checked": checked, **more}
    return editor.apply("set_checkbox", args, dry_run=False)


@pytest.mark.parametrize(("occurrence", "after"), [(0, "■ 동의 ☐ 거부"), (1, "□ 동의 ☑ 거부")])
def test_the_box_is_ticked_in_its_own_shape_and_cleared_again(occurrence, after, form, edited):
    editor = edited(form)

    assert tick(editor, occurrence, checked=True)["applied"]
    assert changed(form, editor.to_bytes("hwpx")) == {"s0/p8": ("□ 동의 ☐ 거부", after)}
    assert tick(editor, occurrence, checked=False)["applied"]
    assert not changed(form, editor.to_bytes("hwpx"))


def test_another_mark_can_be_asked_for(form, edited):
    assert tick(edited(form), 0, checked=True, mark="☑")["changes"][0]["after"] == "☑ 동의 ☐ 거부"


def test_a_box_that_is_so_already_is_unchanged(form, edited):
    made = tick(edited(form), 0, checked=False)

    assert (made["applied"], made["unchanged"]) == (False, ["box 0"])


def test_a_box_that_is_not_there_is_an_error(form, edited):
    with pytest.raises(InvalidInputError, match="has 2 box characters"):
        tick(edited(form), 2, checked=True)


def test_a_mark_that_is_no_box_is_refused(form, edited):
    with pytest.raises(InvalidInputError, match="a ticked box is one of"):
        tick(edited(form), 0, checked=True, mark="X")
