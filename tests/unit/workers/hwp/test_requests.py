"""Requests about documents: by path, in a session, after the worker that had it is gone."""

import gc
import unicodedata
from pathlib import Path

import pytest
from support.hwp_forms import build, write_form
from support.hwpx import hwpx, paragraph

from kebab.errors import (
    DamagedDocumentError,
    EncryptedDocumentError,
    FileNotFoundInputError,
    HandleLostError,
    InvalidInputError,
    PageOutOfRangeError,
    RefusedByPreflightError,
    StaleCursorError,
    UnsupportedFormatError,
)
from kebab.wire.frames import decode, encode
from kebab.wire.hwp.envelope import HwpSource
from workers.extract.limits import Limits
from workers.hwp import native
from workers.hwp.open_documents import MAX_HELD_BYTES, MAX_OPEN, OpenDocuments
from workers.hwp.requests import OPERATIONS, WITHOUT_DOCUMENT, HwpRequests, operation_named
from workers.memory import resident_bytes

TEXT = {"page": None, "scope": "all", "max_chars": 8000, "cursor": None}
REPLACE = {"find": "칸02", "replace": "바뀐 칸", "case_sensitive": True, "max_replacements": 0}
CELL = {"table": 0, "row": 2, "col": 0, "text": "새 칸"}


def request(op, path, args=None, *, document=None, expected=None, edits=()):
    """Write a request as it comes out of the pipe."""
    fields = {
        "op": op,
        "path": str(path),
        "document": document,
        "expected": expected,
        "edits": list(edits),
        "args": args or {},
    }
    return decode(encode(fields))


def edit(operation, args, *, dry_run=False):
    return {"operation": operation, "args": args, "dry_run": dry_run}


@pytest.fixture
def requests():
    """Give a worker's side of the tools, as a new worker has it."""
    return HwpRequests(Limits())


@pytest.fixture(scope="module")
def form():
    """Write a form once."""
    return build(write_form)


@pytest.fixture
def path(tmp_path, form):
    """Put the form into a file."""
    file = tmp_path / "form.hwpx"
    file.write_bytes(form)
    return file


@pytest.fixture
def session(requests, path):
    """Open the form as a session, and give a function that asks about it as the front does."""
    source = requests.handle(request("open", path, document="doc-1"))["source"]

    def ask(op, args=None, edits=(), of=requests):
        asked = request(op, path, args, document="doc-1", expected=source, edits=edits)
        return of.handle(asked)

    return ask


def test_every_operation_is_there():
    assert [name for name in OPERATIONS if not callable(operation_named(name))] == []
    assert list(WITHOUT_DOCUMENT) == ["health"]


def test_an_operation_that_is_none_is_refused(requests, path):
    with pytest.raises(InvalidInputError, match="no operation 'fly'"):
        requests.handle(request("fly", path))


def test_a_reply_says_what_file_it_is_from(requests, path, form):
    reply = requests.handle(request("text", path, TEXT))

    HwpSource(**{name: value for name, value in reply["source"].items() if name != "mtime_ns"})
    assert reply["source"]["size_bytes"] == len(form)
    assert reply["source"]["mtime_ns"] == path.stat().st_mtime_ns
    assert reply["source"]["format"] == "hwpx"
    assert (reply["opened"], reply["attachment"], reply["files"]) == (True, None, None)
    assert "바뀐 칸" not in reply["result"]["text"]
    encode(reply)


def test_a_file_that_is_not_there_is_not_found(requests, tmp_path):
    with pytest.raises(FileNotFoundInputError):
        requests.handle(request("text", tmp_path / "none.hwpx", TEXT))


def test_a_session_is_opened_once(session):
    assert session("text", TEXT)["opened"] is False
    assert session("summary")["opened"] is False


def test_a_sessions_edits_are_read_and_the_file_stays_as_it_was(session, path, form):
    made = session("edit", edit("replace_text", REPLACE))

    reply = session("text", TEXT, edits=[{"op": "replace_text", "args": REPLACE}])

    assert made["result"]["applied"] is True
    assert reply["opened"] is False
    assert "바뀐 칸" in reply["result"]["text"]
    assert path.read_bytes() == form


def test_each_edit_shows_in_the_next_answer(session):
    first, second = REPLACE, {**REPLACE, "find": "바뀐 칸", "replace": "다시 바뀐 칸"}
    edits = []
    for args in (first, second):
        session("edit", edit("replace_text", args), edits=edits)
        edits = [*edits, {"op": "replace_text", "args": args}]

        reply = session("text", TEXT, edits=edits)

        assert args["replace"] in reply["result"]["text"]
        assert reply["opened"] is False


def test_a_document_without_a_name_is_closed_at_the_end(path):
    with OpenDocuments(Limits()).using(request("text", path)) as (document, _):
        view = document.view

    assert document.is_read is False
    assert view._native._document is None


def test_a_dry_run_leaves_a_session_as_it_was(session):
    session("edit", edit("replace_text", REPLACE, dry_run=True))

    reply = session("text", TEXT)

    assert reply["opened"] is False
    assert "바뀐 칸" not in reply["result"]["text"]


def test_a_cursor_goes_on_with_its_own_question_only(session):
    search = {
        "query": "칸",
        "case_sensitive": False,
        "regex": False,
        "scope": "all",
        "max_matches": 1,
        "context_chars": 0,
        "with_page": False,
        "cursor": None,
    }
    cursor = session("search", search)["result"]["next_cursor"]

    went_on = session("search", {**search, "max_matches": 2, "context_chars": 5, "cursor": cursor})

    assert len(went_on["result"]["matches"]) == 2
    with pytest.raises(StaleCursorError):
        session("search", {**search, "query": "글", "cursor": cursor})
    with pytest.raises(StaleCursorError):
        session("text", {**TEXT, "cursor": cursor})


def test_a_cursor_of_before_an_edit_is_stale(session):
    cursor = session("text", {**TEXT, "max_chars": 10})["result"]["next_cursor"]
    session("edit", edit("replace_text", REPLACE))
    edits = [{"op": "replace_text", "args": REPLACE}]

    with pytest.raises(StaleCursorError):
        session("text", {**TEXT, "cursor": cursor}, edits=edits)


def test_another_worker_makes_the_edits_again(session):
    edits = [{"op": "replace_text", "args": REPLACE}, {"op": "set_cell", "args": CELL}]
    other = HwpRequests(Limits())

    reply = session("text", TEXT, edits=edits, of=other)

    assert reply["opened"] is True
    assert "바뀐 칸" in reply["result"]["text"]
    assert "새 칸" in reply["result"]["text"]
    assert session("text", TEXT, edits=edits, of=other)["opened"] is False


def test_a_worker_that_knows_other_edits_begins_anew(session):
    session("edit", edit("replace_text", REPLACE))

    reply = session("text", TEXT)

    assert reply["opened"] is True
    assert "바뀐 칸" not in reply["result"]["text"]


def test_a_file_that_changed_is_noticed_only_when_it_is_read_again(session, path):
    path.write_bytes(hwpx(paragraph("another")))
    edits = [{"op": "insert_image", "args": {"image": b"1234"}}]

    assert "칸02" in session("text", TEXT)["result"]["text"]
    with pytest.raises(HandleLostError, match="has changed") as raised:
        session("text", TEXT, edits=edits, of=HwpRequests(Limits()))
    assert raised.value.details["edits"] == [{"op": "insert_image", "args": {"image": "<4 bytes>"}}]


def test_a_file_that_is_gone_loses_the_session(session, path):
    path.unlink()

    with pytest.raises(HandleLostError, match="no longer be read") as raised:
        session("text", TEXT, of=HwpRequests(Limits()))
    assert raised.value.details["file_exists"] is False


@pytest.mark.parametrize(
    "args", [{**CELL, "table": 99}, {**CELL, "text": "칸20"}], ids=["an error", "nothing to change"]
)
def test_an_edit_that_cannot_be_made_again_loses_the_session(session, args):
    with pytest.raises(HandleLostError, match="could not be replayed"):
        session("text", TEXT, edits=[{"op": "set_cell", "args": args}], of=HwpRequests(Limits()))


def test_a_closed_session_is_opened_anew(session, requests, path):
    reply = requests.handle(request("close", path, document="doc-1"))

    assert (reply["result"], reply["source"]) == ({}, None)
    assert session("text", TEXT)["opened"] is True


def test_closing_what_is_not_open_does_nothing(requests, path):
    assert requests.handle(request("close", path, document="doc-7"))["result"] == {}


def test_a_call_that_fails_leaves_the_session_open(session):
    with pytest.raises(PageOutOfRangeError):
        session("text", {**TEXT, "page": 99})

    assert session("text", TEXT)["opened"] is False


def test_a_session_on_a_damaged_file_is_not_kept(tmp_path):
    file = tmp_path / "a.hwpx"
    file.write_bytes(b"PK\x03\x04 and no more")
    documents = OpenDocuments(Limits())

    with (
        pytest.raises(DamagedDocumentError),
        documents.using(request("open", file, document="doc-1")) as (document, _),
    ):
        _ = document.view
    assert len(documents) == 0


def test_the_document_used_longest_ago_is_closed_first(tmp_path):
    documents = OpenDocuments(Limits(), held_bytes=lambda: 0)
    file = tmp_path / "a.hwpx"
    file.write_bytes(hwpx(paragraph("a")))

    def use(name, expected=None):
        with documents.using(request("text", file, document=name, expected=expected)) as found:
            return found[1], found[0].source.to_fields("hwpx")

    _, source = use("doc-0")
    for number in range(1, MAX_OPEN):
        use(f"doc-{number}")
    assert use("doc-0", source)[0] is False
    use("one more")

    assert len(documents) == MAX_OPEN
    assert use("doc-0", source)[0] is False
    assert use("doc-1", source)[0] is True


def test_too_much_memory_closes_all(tmp_path):
    held = [0]
    documents = OpenDocuments(Limits(), held_bytes=lambda: held[0])
    file = tmp_path / "a.hwpx"
    file.write_bytes(hwpx(paragraph("a")))
    with documents.using(request("text", file, document="doc-1")):
        pass
    assert len(documents) == 1

    held[0] = MAX_HELD_BYTES + 1
    with documents.using(request("text", file, document="doc-2")) as (document, _):
        assert document.view.page_count == 1

    assert len(documents) == 0


def test_a_hundred_failing_calls_leave_no_native_document_alive(tmp_path):
    file = tmp_path / "a.hwpx"
    file.write_bytes(hwpx(paragraph("글" * 2_000)))
    requests = HwpRequests(Limits())

    def fail(times):
        for _ in range(times):
            with pytest.raises(PageOutOfRangeError):
                requests.handle(request("text", file, {**TEXT, "page": 99}))

    fail(5)
    gc.collect()
    before = resident_bytes()
    fail(100)
    gc.collect()
    alive = [one for one in gc.get_objects() if isinstance(one, native.NativeDocument)]

    assert [one for one in alive if one._document is not None] == []
    assert resident_bytes() - before < 30_000_000


@pytest.mark.parametrize("name", ["06", "07"])
def test_both_formats_of_an_encrypted_document_are_encrypted(requests, sample, tmp_path, name):
    file = tmp_path / "locked"
    file.write_bytes(sample(name))

    with pytest.raises(EncryptedDocumentError):
        requests.handle(request("text", file, TEXT))


@pytest.mark.parametrize(("name", "suffix"), [("01", ".hwpx"), ("02", ".hwp")])
def test_a_document_opens_by_its_content_whatever_its_name(
    requests, sample, tmp_path, name, suffix
):
    file = tmp_path / f"{unicodedata.normalize('NFD', '문서')}{suffix}"
    file.write_bytes(sample(name))

    reply = requests.handle(request("text", file, TEXT))

    assert reply["source"]["format"] == {"01": "hwp5", "02": "hwpx"}[name]
    assert "한국형발사체" in reply["result"]["text"]


@pytest.mark.parametrize("share", [0.5, 0.95])
@pytest.mark.parametrize("name", ["01", "02"])
def test_a_truncated_document_is_damaged_and_not_empty(requests, sample, tmp_path, name, share):
    file = tmp_path / "cut.hwp"
    data = sample(name)
    file.write_bytes(data[: int(len(data) * share)])

    with pytest.raises(DamagedDocumentError):
        requests.handle(request("summary", file))


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"plain words", UnsupportedFormatError),
        (b"HWP Document File V3.00", UnsupportedFormatError),
        (b"", UnsupportedFormatError),
        (b"PK\x03\x04", DamagedDocumentError),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", DamagedDocumentError),
    ],
)
@pytest.mark.parametrize("operation", ["summary", "edit"])
def test_what_is_no_document_has_its_code(requests, tmp_path, data, error, operation):
    file = tmp_path / "a.hwp"
    file.write_bytes(data)
    args = edit("set_cell", CELL) if operation == "edit" else {}

    with pytest.raises(error):
        requests.handle(request(operation, file, args))


@pytest.mark.parametrize("name", ["abort", "hang", "recursion", "segv_parse"])
def test_what_would_kill_the_reader_is_refused(requests, sample, tmp_path, name):
    file = tmp_path / "crash.hwpx"
    file.write_bytes(sample(name, folder="hwp_crash"))

    with pytest.raises(RefusedByPreflightError):
        requests.handle(request("text", file, TEXT))


def test_the_answer_of_a_path_and_of_a_session_are_the_same(requests, session, path):
    alone = requests.handle(request("text", path, TEXT))

    assert session("text", TEXT)["result"] == alone["result"]
    assert Path(alone["source"]["path"]) == path
