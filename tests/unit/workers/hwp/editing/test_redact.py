"""Masking personal data, wherever a file keeps it."""

import io
import zipfile

import pytest
from support.hwp_forms import build, changed, everything_in, with_parts

from kebab.errors import InvalidInputError, UnreadableDocumentError

_PHONE, _MAIL, _RRN = "010-9876-5432", "hong@example.com", "900101-1234567"


def personal(document):
    document.paragraphs[0].text = f"연락 {_PHONE}"
    table = document.add_paragraph("").add_table(1, 2)
    table.set_cell_text(0, 0, "계좌번호")
    table.set_cell_text(0, 1, "110-234-567890")
    split = document.add_paragraph("")
    for piece in ("주민 900101", "-1234", "567 끝"):
        split.add_run(piece)
    noted = document.add_paragraph("각주")
    document.notes.add_footnote(f"메일 {_MAIL}", noted)
    noted.add_hyperlink(_MAIL, f"mailto:{_MAIL}")
    document.page.set_header(text=f"전화 {_PHONE}")
    document.parts.set_document_metadata(title=f"명단 {_PHONE}", creator="홍길동")


@pytest.fixture(scope="module")
def data():
    return with_parts(build(personal), {"Preview/PrvImage.png": b"\x89PNG" + b"0" * 500})


def redact(editor, *kinds, **more):
    args = {"kinds": list(kinds), "mask": "●", **more}
    return editor.apply("redact", args, dry_run=False)


@pytest.mark.parametrize("form_", ["hwpx", "hwp5"])
def test_nothing_of_it_is_left_in_the_bytes(form_, data, edited):
    editor = edited(data)
    held = everything_in(editor.to_bytes(form_))

    made = redact(editor, "all")

    saved = everything_in(editor.to_bytes(form_))
    assert made["applied"]
    for secret in (_PHONE, _MAIL, "900101", "110-234-567890"):
        assert secret in held
        assert secret not in saved
    assert "홍길동" in saved


def test_only_what_is_personal_changes(data, edited):
    editor = edited(data)

    redact(editor, "all")

    after = {address: new for address, (_, new) in changed(data, editor.to_bytes("hwpx")).items()}
    assert after["s0/p0"] == "연락 ●●●-●●●●-●●●●"
    assert after["s0/p1/t0/r0c1/p0"] == "●●●-●●●-●●●●●●"
    assert after["s0/p2"] == "주민 ●●●●●●-●●●●●●● 끝"
    assert after["s0/p0/head0"] == "전화 ●●●-●●●●-●●●●"
    assert "s0/p1/t0/r0c0/p0" not in after


def test_no_answer_repeats_what_was_found(data, edited):
    made = redact(edited(data), "all")

    shown = repr(made)
    assert not [one for one in (_PHONE, _MAIL, _RRN, "110-234-567890") if one in shown]
    assert {"phone: 3", "rrn: 1", "account: 1", "property: title"} <= set(made["removed"])
    assert made["changes"][0]["before"] == "(phone)"


def test_a_preview_goes_since_it_shows_the_first_page(data, edited):
    editor = edited(data)

    made = redact(editor, "email")

    assert "preview: Preview/PrvImage.png" in made["removed"]
    with zipfile.ZipFile(io.BytesIO(editor.to_bytes("hwpx"))) as package:
        assert len(package.read("Preview/PrvImage.png")) < 100


def test_only_the_kinds_that_are_asked_for_are_masked(data, edited):
    editor = edited(data)

    redact(editor, "email")

    saved = everything_in(editor.to_bytes("hwpx"))
    assert _MAIL not in saved
    assert _PHONE in saved


def test_a_dry_run_counts_and_changes_nothing(data, edited):
    editor = edited(data)

    made = editor.apply("redact", {"kinds": ["phone"]}, dry_run=True)

    assert (made["applied"], made["replaced_count"]) == (False, 3)
    assert not changed(data, editor.to_bytes("hwpx"))


def test_where_nothing_is_found_nothing_is_removed(edited):
    made = redact(edited(build()), "all")

    assert (made["applied"], made["replaced_count"], made["removed"]) == (False, 0, [])


def test_a_number_that_a_tab_cuts_stands_in_the_way_of_all(edited):
    def write(document):
        document.add_paragraph(f"메일 {_MAIL}")
        document.add_paragraph("주민 900101\t-\t1234567")

    editor = edited(build(write))
    made = redact(editor, "all")

    assert not made["applied"]
    assert made["invalid"] == ["s0/p2: an object or a tab stands within a rrn"]
    assert _MAIL in everything_in(editor.to_bytes("hwpx"))


def test_a_number_in_a_chart_stands_in_the_way(edited):
    chart = {"Chart/chart1.xml": f"<c><v>{_PHONE}</v></c>"}

    made = redact(edited(with_parts(build(personal), chart)), "phone")

    assert not made["applied"]
    assert made["invalid"] == ["Chart/chart1.xml: a phone that cannot be masked there"]


def test_what_an_empty_field_tells_to_write_is_masked_too(edited):
    def write(document):
        paragraph = document.add_paragraph("")
        document.fields.add("전화", prompt=f"예: {_PHONE}", paragraph=paragraph)

    editor = edited(build(write))

    assert redact(editor, "phone")["applied"]
    assert _PHONE not in everything_in(editor.to_bytes("hwpx"))


def test_where_a_number_would_be_left_all_is_as_before(edited):
    plain = build(personal)
    with zipfile.ZipFile(io.BytesIO(plain)) as package:
        header = package.read("Contents/header.xml").decode()
    named = header.replace('name="바탕글"', f'name="{_PHONE}"')
    data = with_parts(plain, {"Contents/header.xml": named})
    editor = edited(data)

    with pytest.raises(UnreadableDocumentError, match=r"header\.xml .* still holds"):
        redact(editor, "phone")

    assert named != header
    assert not changed(data, editor.to_bytes("hwpx"))


@pytest.mark.parametrize(
    ("kinds", "mask"), [([], "●"), (["names"], "●"), (["phone"], ""), (["phone"], "X")]
)
def test_senseless_arguments_are_refused(kinds, mask, form, edited):
    with pytest.raises(InvalidInputError):
        redact(edited(form), *kinds, mask=mask)
