"""Open documents outlive their workers, keep their edits, and never lose any in silence."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import hwpx
from support.hwp_desk import Desk, sit_down
from support.hwp_forms import blocks, build, write_form

ADDRESS = {"주소": "서울시 어딘가"}


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Serve with room for two documents, which close after a second without use."""
    with sit_down(
        tmp_path_factory.mktemp("narrow"), settings="[hwp]\nmax_open = 2\nidle_s = 1.0\n"
    ) as one:
        one.put("form.hwpx", build(write_form))
        yield one


def handle_of(desk, name):
    return next((one for one in desk.call("hwp_list")["handles"] if one["docId"] == name), None)


def test_session_survives_its_worker_with_its_edits(desk, fresh):
    with desk.opened(fresh("form.hwpx")) as name:
        desk.call("hwp_doc_fill_fields", docId=name, data=ADDRESS)
        desk.call("hwp_doc_set_cell", docId=name, table=0, row=2, col=0, text="칸 새로")
        desk.kill_readers()

        first = desk.call("hwp_doc_search", docId=name, query="서울시")
        second = desk.call("hwp_doc_search", docId=name, query="칸 새로")
        (listed,) = [handle_of(desk, name)]

    assert (first["total_matches"], second["total_matches"]) == (1, 1)
    assert first["reopened"]
    assert "reopened" not in second
    assert (listed["edits"], listed["unsaved_edits"]) == (2, 2)


def test_cursor_goes_on_in_a_worker_that_never_gave_it(desk, fresh):
    with desk.opened(fresh("blocks.hwpx")) as name:
        asked = {"docId": name, "query": "문단", "max_matches": 60}
        first = desk.call("hwp_doc_search", **asked)
        desk.kill_readers()
        second = desk.call("hwp_doc_search", **asked, cursor=first["next_cursor"])

    assert len(first["matches"]) == 60
    assert not {one["address"] for one in first["matches"]} & {
        one["address"] for one in second["matches"]
    }


def test_cursor_from_before_an_edit_is_stale(desk, fresh):
    with desk.opened(fresh("form.hwpx")) as name:
        cursor = desk.call("hwp_doc_text", docId=name, max_chars=20)["next_cursor"]
        desk.call("hwp_doc_fill_fields", docId=name, data=ADDRESS)

        assert desk.code("hwp_doc_text", docId=name, cursor=cursor) == "stale_cursor"


@pytest.mark.parametrize("what", ["changed", "gone"])
def test_session_whose_file_is_another_one_is_lost_with_the_list_of_its_edits(desk, fresh, what):
    path = fresh("form.hwpx")
    name = desk.call("hwp_open", path=path)["docId"]
    desk.call("hwp_doc_fill_fields", docId=name, data=ADDRESS)
    if what == "gone":
        Path(path).unlink()
    else:
        Path(path).write_bytes(Path(desk.path("blocks.hwpx")).read_bytes())
    assert desk.call("hwp_doc_search", docId=name, query="서울시")["source_changed"]
    desk.kill_readers()

    lost = desk.fail("hwp_doc_search", docId=name, query="서울시")

    assert lost["code"] == "handle_lost"
    (edit,) = lost["details"]["edits"]
    assert (edit["op"], edit["args"]["data"]) == ("fill_fields", ADDRESS)
    assert lost["details"]["next_call"] == {"name": "hwp_open", "arguments": {"path": path}}
    assert desk.code("hwp_doc_info", docId=name) == "handle_unknown"
    assert handle_of(desk, name) is None


def test_save_onto_its_own_file_begins_anew_there(desk, fresh):
    path = fresh("form.hwpx")
    with desk.opened(path) as name:
        desk.call("hwp_doc_fill_fields", docId=name, data=ADDRESS)
        saved = desk.call("hwp_doc_save", docId=name, output=path, overwrite=True)
        after_save = handle_of(desk, name)
        desk.call("hwp_doc_set_cell", docId=name, table=0, row=2, col=0, text="둘째")
        desk.kill_readers()
        found = desk.call("hwp_doc_search", docId=name, query="둘째")
        again = desk.call("hwp_doc_save", docId=name, output=path, overwrite=True)
        closed = desk.call("hwp_close", docId=name)

    assert saved["saved"]["verification"]["text_as_expected"]
    assert again["saved"]["verification"]["text_as_expected"]
    assert (after_save["edits"], after_save["unsaved_edits"]) == (0, 0)
    assert not after_save["source_changed"]
    assert (found["total_matches"], found["source_changed"], found["reopened"]) == (1, False, True)
    assert closed["discarded_edits"] == 0
    texts = " ".join(blocks(Path(path).read_bytes()).values())
    assert "서울시 어딘가" in texts
    assert "둘째" in texts


def test_save_keeps_away_from_a_file_that_someone_else_changed(desk, fresh):
    path = fresh("form.hwpx")
    theirs = Path(desk.path("blocks.hwpx")).read_bytes()
    with desk.opened(path) as name:
        desk.call("hwp_doc_fill_fields", docId=name, data=ADDRESS)
        Path(path).write_bytes(theirs)

        refused = desk.fail("hwp_doc_save", docId=name, output=path, overwrite=True)
        kept = desk.call("hwp_doc_save", docId=name, output=path.replace(".hwpx", "-b.hwpx"))

    assert "changed" in refused["message"]
    assert Path(path).read_bytes() == theirs
    assert kept["edits"] == 1


def test_document_with_unsaved_edits_closes_only_with_discard(desk, fresh):
    name = desk.call("hwp_open", path=fresh("form.hwpx"))["docId"]
    desk.call("hwp_doc_fill_fields", docId=name, data=ADDRESS)

    refused = desk.fail("hwp_close", docId=name)
    closed = desk.call("hwp_close", docId=name, discard=True)
    unknown = desk.fail("hwp_close", docId=name)

    assert (refused["code"], refused["details"]["unsaved_edits"]) == ("unsaved_edits", 1)
    assert refused["details"]["next_call"]["name"] == "hwp_doc_save"
    assert (closed["closed"], closed["discarded_edits"]) == (True, 1)
    assert unknown["code"] == "handle_unknown"
    assert unknown["details"]["next_call"]["name"] == "hwp_open"


def test_name_of_a_closed_document_never_comes_again(desk):
    names = []
    for _ in range(3):
        with desk.opened(desk.path("form.hwpx")) as name:
            names.append(int(name.removeprefix("doc-")))

    assert names == sorted(set(names))


def test_document_that_is_not_used_closes_and_one_with_edits_stays(narrow):
    idle = narrow.call("hwp_open", path=narrow.path("form.hwpx"))["docId"]
    with narrow.opened(narrow.path("form.hwpx")) as kept:
        narrow.call("hwp_doc_fill_fields", docId=kept, data=ADDRESS)
        until = time.monotonic() + 60
        while handle_of(narrow, idle) is not None or handle_of(narrow, kept)["idle_s"] < 2:
            assert time.monotonic() < until

        assert narrow.code("hwp_doc_info", docId=idle) == "handle_unknown"
        assert narrow.call("hwp_doc_info", docId=kept)["docId"] == kept


def test_one_document_too_many_is_refused_with_the_names_of_the_open_ones(narrow):
    path = narrow.path("form.hwpx")
    with narrow.opened(path) as first:
        narrow.call("hwp_doc_fill_fields", docId=first, data=ADDRESS)
        with narrow.opened(path) as second:
            narrow.call("hwp_doc_fill_fields", docId=second, data=ADDRESS)
            refused = narrow.fail("hwp_open", path=path)
        with narrow.opened(path) as third:
            assert third not in {first, second}

    assert refused["code"] == "overloaded"
    assert refused["details"] == {"open": sorted([first, second]), "limit": 2}


def test_edit_that_was_given_up_is_not_half_there(desk, fresh):
    with desk.opened(fresh("form.hwpx")) as name:
        for reader in desk.readers():
            reader.send_signal(signal.SIGSTOP)
        given_up = desk.begin("hwp_doc_fill_fields", docId=name, data=ADDRESS)
        desk.cancel(given_up)
        desk.call("hwp_list")  # what was sent before it has arrived
        for reader in desk.readers():
            reader.send_signal(signal.SIGCONT)

        found = desk.call("hwp_doc_search", docId=name, query="서울시")
        listed = handle_of(desk, name)

    assert (found["total_matches"], listed["edits"]) == (0, 0)
    assert not desk.has_answered(given_up)


def test_edits_given_up_at_any_moment_are_there_as_often_as_they_are_listed(desk, fresh):
    with desk.opened(fresh("form.hwpx")) as name:
        cell = {"table": 0, "row": 2, "col": 0}
        for number in (0, 1, 3, 9, 27):
            edit = desk.begin("hwp_doc_set_cell", docId=name, **cell, text=f"판 {number:02}")
            looks = [desk.begin("hwp_list") for _ in range(number)]  # so long it has time
            for look in looks:
                desk.end(look)
            desk.cancel(edit)
            listed = handle_of(desk, name)["edits"]
            found = desk.call("hwp_doc_search", docId=name, query="판 ")
            again = handle_of(desk, name)["edits"]
            assert listed <= again <= 5
            assert found["total_matches"] == min(again, 1)


def test_save_given_up_at_any_moment_leaves_file_and_document_of_one_mind(desk, fresh):
    path = fresh("form.hwpx")
    with desk.opened(path) as name:
        for number in (0, 1, 4, 16):
            text = f"판 {number:02}"
            desk.call("hwp_doc_set_cell", docId=name, table=0, row=2, col=0, text=text)
            save = desk.begin("hwp_doc_save", docId=name, output=path, overwrite=True)
            for look in [desk.begin("hwp_list") for _ in range(number)]:  # so long it has time
                desk.end(look)
            desk.cancel(save)
            desk.call("hwp_doc_info", docId=name)  # it waits until the document is free
            listed = handle_of(desk, name)
            is_saved = text in blocks(Path(path).read_bytes()).values()
            assert not listed["source_changed"]
            assert (listed["unsaved_edits"] == 0) == is_saved


def test_worker_that_dies_during_a_call_is_not_noticed(desk, fresh):
    with desk.opened(fresh("form.hwpx")) as name:
        desk.call("hwp_doc_fill_fields", docId=name, data=ADDRESS)
        for reader in desk.readers():
            reader.send_signal(signal.SIGSTOP)
        asked = desk.begin("hwp_doc_search", docId=name, query="서울시")
        desk.kill_readers()

        found, is_error = desk.result(asked)

    assert not is_error
    assert (found["total_matches"], found["reopened"]) == (1, True)


def test_document_that_kills_worker_after_worker_is_left_alone(desk):
    body = "".join(hwpx.paragraph(f"deadly {n}", hwpx.table(["가"] * 8)) for n in range(400))
    path = desk.put("deadly.hwpx", hwpx.hwpx(body))
    asked = desk.begin("hwp_search", path=path, query="deadly")
    while not desk.has_answered(asked):
        for reader in desk.readers():
            reader.send_signal(signal.SIGSEGV)

    lost, is_error = desk.result(asked)
    again = desk.fail("extract_text", path=path)
    other = desk.call("hwp_search", path=desk.path("form.hwpx"), query="신청서")
    Path(path).write_bytes(Path(desk.path("form.hwpx")).read_bytes())
    changed = desk.call("extract_text", path=path)

    assert is_error
    assert (lost["code"], again["code"]) == ("worker_lost", "worker_lost")
    assert again["details"]["reason"] == "condemned"
    assert other["total_matches"] == 1
    assert changed["chars"]
