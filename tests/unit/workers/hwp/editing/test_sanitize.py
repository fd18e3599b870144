"""Removing what a document says beside its text."""

import pytest
from support.hwp_forms import build, changed, everything_in, with_parts

_ALL = {"metadata": True, "preview": True, "memos": True}


def secretive(document):
    document.paragraphs[0].text = "본문"
    document.notes.add_memo("비밀 메모", anchor=document.add_paragraph("메모가 달린 글"))
    document.parts.set_document_metadata(
        title="감춘 제목", creator="김작성", subject="주제어", created_date="2024-05-06T07:08:09Z"
    )


@pytest.fixture(scope="module")
def data():
    previews = {
        "Preview/PrvText.txt": "미리 보는 글".encode(),
        "Preview/PrvImage.png": b"\x89PNG" + b"7" * 500,
    }
    return with_parts(build(secretive), previews)


def sanitize(editor, **args):
    return editor.apply("sanitize", args, dry_run=False)


@pytest.mark.parametrize("form_", ["hwpx", "hwp5"])
def test_nothing_of_it_is_left_in_the_bytes(form_, data, edited):
    editor = edited(data)
    secrets = ["감춘 제목", "김작성", "주제어", "비밀 메모", "미리 보는 글"]
    held = everything_in(editor.to_bytes(form_))

    made = sanitize(editor, **_ALL)

    saved = everything_in(editor.to_bytes(form_))
    assert made["applied"]
    assert [one for one in secrets if one not in held] == []
    assert [one for one in secrets if one in saved] == []
    assert "777777" not in saved
    assert "2024-05-06" not in saved
    assert "본문" in saved


def test_it_says_what_it_removed(data, edited):
    made = sanitize(edited(data), **_ALL)

    assert {"property: title", "property: creator", "memos: 1"} <= set(made["removed"])
    assert {"preview: Preview/PrvText.txt", "preview: Preview/PrvImage.png"} <= set(made["removed"])


def test_only_what_was_asked_for_goes(data, edited):
    editor = edited(data)

    sanitize(editor, metadata=False, preview=True, memos=False)

    saved = everything_in(editor.to_bytes("hwpx"))
    assert "비밀 메모" in saved
    assert "김작성" in saved
    assert "미리 보는 글" not in saved


def test_the_text_stays_as_it_is(data, edited):
    editor = edited(data)

    sanitize(editor, metadata=True, preview=True, memos=False)

    assert not changed(data, editor.to_bytes("hwpx"))


def test_a_second_time_there_is_nothing_left_to_remove(data, edited):
    editor = edited(data)
    sanitize(editor, **_ALL)

    made = sanitize(editor, **_ALL)

    assert (made["applied"], made["removed"]) == (False, [])


def test_an_author_who_is_also_named_in_the_text_is_told(edited):
    def signed(document):
        document.add_paragraph("담당 김작성")
        document.parts.set_document_metadata(creator="김작성")

    made = sanitize(edited(build(signed)), metadata=True)

    assert made["warnings"] == ["an author's name still stands in the text of the document"]
