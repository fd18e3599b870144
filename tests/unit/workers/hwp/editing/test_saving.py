"""What is saved, as the other library reads it."""

import pytest
from support.hwp_forms import picture

from workers.hwp.editing.operations import edit
from workers.hwp.editing.saving import write

_EDITS = {
    "fill_fields": {"data": {"주소": "서울\n부산", "칸필드": "가운데", "상자": "새 글"}},
    "replace_text": {"find": "글", "replace": "말"},
    "set_cell": {"table": 1, "row": 0, "col": 0, "text": "속\n두 줄"},
    "set_checkbox": {"occurrence": 1, "checked": True},
    "csv_to_table": {"table": 0, "csv": "a,,b\nc,d,e\n", "add_rows": False},
    "insert_image": {"image": picture(), "address": "s0/p1"},
    "redact": {"kinds": ["all"], "mask": "●"},
    "sanitize": {"metadata": True, "preview": True, "memos": True},
}
_REAL = {
    "04": ("set_cell", {"table": 0, "row": 0, "col": 1, "text": "새 글\n둘째 줄"}),
    "08": ("fill_fields", {"data": {"멀티라인누름틀": "한 줄", "Table필드1": "가\n나"}}),
    "10": ("insert_image", {"image": picture(), "bin_id": 2}),
    "11": ("replace_text", {"find": "예시", "replace": "보기"}),
}


@pytest.mark.parametrize("start", ["form", "form_in_hwp5"])
@pytest.mark.parametrize("operation", _EDITS)
def test_every_edit_changes_only_what_it_says_in_either_format(operation, start, request, opened):
    document = opened(request.getfixturevalue(start))
    args = {"operation": operation, "args": _EDITS[operation], "dry_run": False}

    made = edit(document, {**args, "format": None})

    seen = made.result["verification"]
    assert made.result["applied"]
    assert seen["unexpected_changes"] == []
    assert seen["text_as_expected"]
    assert (seen["changed_lines"] > 0) == (operation != "sanitize")


def test_what_changes_without_having_been_meant_to_is_seen(form, opened):
    document = opened(form)
    document.apply("set_checkbox", {"occurrence": 0, "checked": True}, dry_run=False)
    document.editor.touched.after.clear()

    seen = write(document, "hwpx", is_verified=True).verification

    assert not seen["text_as_expected"]
    assert seen["unexpected_changes"] == ["+ ■ 동의 ☐ 거부"]


@pytest.mark.parametrize("form_", ["hwpx", "hwp5"])
@pytest.mark.parametrize("name", ["01", "02", "03", "08", "10", "11", "12", "13"])
def test_a_real_document_is_converted_with_every_line(name, form_, sample, opened):
    document = opened(sample(name))

    seen = write(document, form_, is_verified=True).verification

    assert (seen["unexpected_changes"], seen["changed_lines"]) == ([], 0)


@pytest.mark.parametrize("form_", ["hwpx", "hwp5"])
@pytest.mark.parametrize("name", _REAL)
def test_an_edit_of_a_real_document_changes_only_what_it_says(name, form_, sample, opened):
    document = opened(sample(name))
    operation, args = _REAL[name]

    made = edit(document, {"operation": operation, "args": args, "dry_run": False, "format": form_})

    assert made.result["applied"]
    assert made.result["verification"]["unexpected_changes"] == []
