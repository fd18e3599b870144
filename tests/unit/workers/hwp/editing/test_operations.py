"""What requests about editing are answered with."""

import pytest

from kebab.errors import HandleLostError
from kebab.wire.hwp.editing import HwpEdit, HwpVerification
from kebab.wire.hwp.tables import HwpField
from workers.extract.limits import Limits
from workers.hwp.file_format import Format, recognise
from workers.hwp.requests import HwpRequests

_SOURCE = {"path": "/a", "format": "hwpx", "size_bytes": 1, "mtime": "", "sha256": ""}
_FILL = {"operation": "fill_fields", "args": {"data": {"주소": "서울"}}, "dry_run": False}


@pytest.fixture
def ask(tmp_path, form):
    """Give a function that sends requests about a form to one worker."""
    path = tmp_path / "form.hwpx"
    path.write_bytes(form)
    requests = HwpRequests(Limits())

    def send(op, args, edits=(), document="doc-1", expected=None):
        return requests.handle(
            {
                "op": op,
                "path": str(path),
                "document": document,
                "expected": expected,
                "edits": list(edits),
                "args": args,
            }
        )

    send.path = path
    yield send
    for name in ("doc-1", "doc-2"):
        send("close", {}, document=name)


def session(ask):
    """Open the document as a session does: the front knows what was opened."""
    source = ask("fields", {"limit": 1, "cursor": None}, document=None)["source"]
    return {key: source[key] for key in ("size_bytes", "mtime_ns", "sha256")}


def test_fields_are_those_of_the_wire_and_come_in_pieces(ask):
    first = ask("fields", {"limit": 4, "cursor": None})["result"]
    rest = ask("fields", {"limit": 4, "cursor": first["next_cursor"]}, document=None)["result"]

    found = [HwpField(**field) for field in first["fields"] + rest["fields"]]
    assert [one.name for one in found] == ["칸필드", "이름", "이름", "주소", "상자"]
    assert [one.duplicates for one in found] == [0, 1, 1, 0, 0]
    assert [one.kind for one in found] == ["cell", *["click_here"] * 3, "text_box"]
    assert (first["field_count"], first["truncated"], rest["truncated"]) == (5, True, False)


def test_an_edit_of_a_session_stays_in_memory_and_is_read_from_there(ask):
    expected = session(ask)

    reply = ask("edit", _FILL, expected=expected)
    edits = [{"op": "fill_fields", "args": _FILL["args"]}]
    fields = ask("fields", {"limit": 9, "cursor": None}, edits, expected=expected)

    assert HwpEdit(source=_SOURCE, **reply["result"]).filled == ["주소"]
    assert reply["attachment"] is None
    assert not fields["opened"]
    assert fields["result"]["fields"][3]["value"] == "서울"


def test_another_worker_makes_the_edits_again(ask):
    expected = session(ask)
    edits = [{"op": "fill_fields", "args": _FILL["args"]}]

    reply = ask("save", {"format": None, "verify": True}, edits, "doc-2", expected)

    assert reply["opened"]
    assert reply["result"]["edits"] == 1
    assert HwpVerification(**reply["result"]["verification"]).text_as_expected
    assert reply["result"]["verification"]["changed_lines"] == 1


def test_a_file_that_changed_meanwhile_gives_the_edits_back(ask):
    expected = session(ask)
    ask.path.write_bytes(b"PK\x03\x04")
    edits = [{"op": "fill_fields", "args": _FILL["args"]}]

    with pytest.raises(HandleLostError) as caught:
        ask("save", {"format": None, "verify": True}, edits, "doc-2", expected)

    assert caught.value.details["edits"] == edits


@pytest.mark.parametrize(("form_", "mime"), [("hwpx", "hwp+zip"), ("hwp5", "x-hwp")])
def test_a_save_gives_the_bytes_and_what_the_other_library_sees_in_them(form_, mime, ask):
    reply = ask("save", {"format": form_, "verify": True}, document=None)

    assert recognise(reply["attachment"]["data"]) is Format(form_)
    assert mime in reply["attachment"]["mime"]
    assert reply["result"]["format"] == form_
    assert reply["result"]["verification"]["text_as_expected"]


def test_a_save_need_not_be_verified(ask):
    assert ask("save", {"format": None, "verify": False})["result"]["verification"] is None


def test_an_edit_for_a_file_comes_back_verified_with_its_bytes(ask):
    reply = ask("edit", {**_FILL, "format": "hwp5"}, document=None)

    assert recognise(reply["attachment"]["data"]) is Format.HWP5
    assert reply["result"]["verification"]["text_as_expected"]
    assert reply["result"]["applied"]


def test_an_edit_that_changes_nothing_gives_no_file(ask):
    nothing = {"operation": "replace_text", "args": {"find": "없는 말", "replace": "x"}}

    reply = ask("edit", {**nothing, "dry_run": False, "format": None}, document=None)

    assert reply["attachment"] is None
    assert reply["result"]["replaced_count"] == 0


def test_a_dry_run_gives_no_file(ask):
    reply = ask("edit", {**_FILL, "dry_run": True, "format": None}, document=None)

    assert reply["attachment"] is None
    assert (reply["result"]["applied"], reply["result"]["filled"]) == (False, ["주소"])
