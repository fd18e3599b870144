"""The editor as a whole: formats, refusals, and edits that never reach further than they say."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.hwp_forms import blocks, build, changed, picture, shapes, write_form

from kebab.errors import (
    DamagedDocumentError,
    EncryptedDocumentError,
    InvalidInputError,
    UnsupportedFormatError,
)
from workers.hwp.editing.editor import OPERATIONS, Editor
from workers.hwp.file_format import Format, recognise

_FORM = build(write_form)
_BEFORE = blocks(_FORM)
_SHAPES = shapes(_FORM)
_CELLS = [(0, row, col) for row in range(3) for col in range(3) if (row, col) != (0, 1)]
_WORDS = st.text("가나다 abc\n<&>\"'", max_size=8)
_FILLED = {"주소": "s0/p6", "칸필드": "s0/p2/t0/r1c1/p0", "상자": "s0/p7/box0"}


@pytest.mark.parametrize("form_", ["hwpx", "hwp5"])
@pytest.mark.parametrize("start", ["form", "form_in_hwp5"])
def test_a_document_is_saved_in_either_format_with_every_line(form_, start, request, edited):
    data = request.getfixturevalue(start)

    saved = edited(data).to_bytes(form_)

    assert recognise(saved) is Format(form_)
    assert not changed(data, saved)


def test_bytes_are_written_once_until_the_next_edit(form, edited):
    editor = edited(form)
    first = editor.to_bytes("hwpx")

    assert editor.to_bytes("hwpx") is first
    editor.apply("set_checkbox", {"occurrence": 0, "checked": True}, dry_run=False)
    assert editor.to_bytes("hwpx") is not first


def test_edits_add_up(form, edited):
    editor = edited(form)

    for number in range(3):
        args = {"table": 0, "row": 1, "col": number, "text": f"새 {number}"}
        editor.apply("set_cell", args, dry_run=False)

    assert editor.edit_count == 3
    assert len(changed(form, editor.to_bytes("hwpx"))) == 3


def test_a_distribution_document_is_read_and_not_edited(sample):
    with pytest.raises(UnsupportedFormatError, match="locked for distribution") as caught:
        Editor(sample("09"), "a.hwp")

    assert caught.value.details["reason"] == "distribution"


def test_an_encrypted_document_says_so(sample):
    with pytest.raises(EncryptedDocumentError):
        Editor(sample("06"), "a.hwp")


def test_a_damaged_picture_makes_the_document_a_damaged_one():
    data = build(lambda document: document.add_picture(picture("BMP"), "bmp", width_mm=20))
    at = data.index(b"BinData/") + 60

    with pytest.raises(DamagedDocumentError):
        Editor(data[:at] + b"\xff\xff\xff\xff" + data[at + 4 :], "a.hwpx")


def test_another_format_is_refused(form, edited):
    with pytest.raises(InvalidInputError, match="not as 'pdf'"):
        edited(form).to_bytes("pdf")


def test_an_edit_that_is_not_there_names_those_that_are(form, edited):
    with pytest.raises(InvalidInputError, match=", ".join(OPERATIONS)):
        edited(form).apply("shred", {}, dry_run=False)


def test_a_long_answer_shows_the_first_changes_and_counts_all(edited):
    def many(document):
        for _ in range(30):
            document.add_paragraph("가" * 1000)

    made = edited(build(many)).apply("replace_text", {"find": "가", "replace": "나"}, dry_run=False)

    assert (made["replaced_count"], made["change_count"], len(made["changes"])) == (30000, 30, 20)
    assert len(made["changes"][0]["after"]) == 500


@st.composite
def steps(draw):
    """Draw an edit, and the addresses that it names."""
    match draw(st.sampled_from(["cell", "field", "replace", "box"])):
        case "cell":
            table, row, col = draw(st.sampled_from(_CELLS))
            args = {"table": table, "row": row, "col": col, "text": draw(_WORDS)}
            return "set_cell", args, (f"s0/p2/t0/r{row}c{col}/p",)
        case "field":
            data = draw(st.dictionaries(st.sampled_from(sorted(_FILLED)), _WORDS, min_size=1))
            return "fill_fields", {"data": data}, tuple(_FILLED[name] for name in data)
        case "replace":
            find = draw(st.sampled_from(["칸", "글", "난", "010"]))
            args = {"find": find, "replace": draw(_WORDS)}
            return "replace_text", args, tuple(a for a, text in _BEFORE.items() if find in text)
        case _:
            args = {"occurrence": draw(st.integers(0, 1)), "checked": draw(st.booleans())}
            return "set_checkbox", args, ("s0/p8",)


@given(st.lists(steps(), min_size=1, max_size=4), st.sampled_from(["hwpx", "hwp5"]))
def test_edits_never_change_a_line_that_they_do_not_name(edits, form_):
    editor = Editor(_FORM, "form.hwpx", lambda: _SHAPES)
    named = []

    for operation, args, addresses in edits:
        editor.apply(operation, args, dry_run=False)
        named += addresses

    for address, (before, after) in changed(_FORM, editor.to_bytes(form_)).items():
        said = (before or "").strip() or (after or "").strip()
        assert not said or any(address.startswith(one) for one in named), address


def test_the_document_that_was_given_is_never_written_to(form, edited):
    held = io.BytesIO(form).getvalue()

    edited(form).apply("sanitize", {"metadata": True}, dry_run=False)

    assert held == form
