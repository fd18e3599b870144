"""What happens to a document's worker touches neither searching nor other documents."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator

import pytest
from support import hwpx
from support.hwp_desk import Desk, sit_down
from support.hwp_forms import build, write_form
from support.storm.census import pss_bytes

PASSWORD = "nobody-may-see-4711"  # noqa: S105 - of nothing
FAILING = 100


def failing_calls(desk, count):
    """Make calls that fail, each in another way."""
    cut = desk.put("cut.hwp", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(3000))
    deep = desk.put(
        "deep.hwpx", hwpx.hwpx(hwpx.paragraph("", hwpx.table(["x"], size=(9999, 9999))))
    )
    form = desk.path("form.hwpx")
    calls = [
        ("hwp_info", {"path": cut}, "damaged"),
        ("hwp_open", {"path": deep}, "refused_by_preflight"),
        ("hwp_render_page", {"path": form, "page": 99}, "page_out_of_range"),
        ("hwp_export_tables", {"path": form, "table": 99}, "cell_out_of_range"),
        ("hwp_search", {"path": form, "query": "(", "regex": True}, "invalid_input"),
        ("hwp_doc_text", {"docId": "doc-0"}, "handle_unknown"),
        ("hwp_fields", {"path": desk.path("nowhere.hwpx")}, "file_not_found"),
        ("hwp_set_cell", {"path": form, "table": 0, "row": 50, "col": 0, "text": "x",
                          "dry_run": True}, "cell_out_of_range"),
    ]  # fmt: skip
    asked = [(calls[n % len(calls)][2], calls[n % len(calls)]) for n in range(count)]
    for code, (tool, arguments, _) in asked:
        assert desk.code(tool, **arguments) == code


def held(desk):
    """Count descriptors, and memory in bytes, of the front and of the documents' workers."""
    processes = [desk.front, *desk.readers()]
    return (
        [process.num_fds() for process in processes],
        [pss_bytes(process.pid) for process in processes],
    )


def test_hundred_failing_calls_leak_nothing(desk):
    with desk.opened(desk.path("form.hwpx")) as name:
        failing_calls(desk, FAILING)
        descriptors, memory = held(desk)

        failing_calls(desk, FAILING)
        descriptors_after, memory_after = held(desk)

        assert "reopened" not in desk.call("hwp_doc_info", docId=name)

    assert descriptors_after == descriptors
    grown = [after - before for before, after in zip(memory, memory_after, strict=True)]
    assert max(grown) < 12_000_000


def test_search_answers_while_document_workers_are_held_up(desk):
    with desk.opened(desk.path("form.hwpx")) as name:
        for reader in desk.readers():
            reader.send_signal(signal.SIGSTOP)
        waiting = desk.begin("hwp_doc_text", docId=name)

        hits = [desk.call("search", query="backup")["hits"] for _ in range(3)]

        assert all(hits)
        assert not desk.has_answered(waiting)
        for reader in desk.readers():
            reader.send_signal(signal.SIGCONT)
        assert not desk.result(waiting)[1]


@pytest.mark.parametrize("how", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL])
def test_search_does_not_notice_that_document_workers_die(desk, how):
    searchers = [worker["pid"] for worker in desk.call("doctor")["workers"]]
    with desk.opened(desk.path("form.hwpx")) as name:
        desk.kill_readers(how)
        found = [desk.begin("search", query="backup"), desk.begin("hwp_doc_text", docId=name)]

        answers = [desk.result(number) for number in found]

    assert [is_error for _, is_error in answers] == [False, False]
    assert answers[0][0]["hits"]
    assert [worker["pid"] for worker in desk.call("doctor")["workers"]] == searchers


@pytest.fixture(scope="module")
def capped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Serve with little memory for a document."""
    folder = tmp_path_factory.mktemp("capped")
    with sit_down(
        folder, settings="[limits]\nparse_memory_mb = 256\n[logging]\nlevel = 'debug'\n"
    ) as one:
        one.put("form.hwpx", build(write_form))
        yield one


def test_document_that_needs_more_memory_than_it_may_is_turned_down_and_others_answer(capped):
    tables = [hwpx.table(["가" * 20] * 50) for _ in range(800)]
    path = capped.put("large.hwpx", hwpx.hwpx(hwpx.paragraph("", *tables)))

    refused = capped.fail("parse_hwp_summary", path=path)

    assert refused["code"] in {"too_large", "worker_lost"}  # native code may not say it
    assert capped.call("hwp_search", path=capped.path("form.hwpx"), query="신청서")["matches"]


def test_password_appears_nowhere(capped):
    locked = '<file-entry full-path="a"><encryption-data/></file-entry>'
    path = capped.put("locked.hwpx", hwpx.hwpx(hwpx.paragraph("a"), manifest=locked))

    said = [
        capped.fail("hwp_open", path=path, password=PASSWORD),
        capped.fail("hwp_open", path=capped.path("nowhere.hwpx"), password=PASSWORD),
        capped.fail("hwp_open", path=path, password=PASSWORD, pasword=PASSWORD[:-1]),
        capped.fail("hwp_open", password=PASSWORD),
        capped.end(capped.begin("hwp_opn", path=path, password=PASSWORD)),
        capped.end(capped.begin("hwp_open", path=path, password=f"{PASSWORD}\ud800")),
        capped.fail("hwp_open", path=path, password=[PASSWORD]),
        capped.fail("hwp_open", path=path, password=PASSWORD * 100),
    ]
    with capped.opened(capped.path("form.hwpx")):
        capped.kill_readers(signal.SIGSEGV)
    name = capped.call("hwp_open", path=capped.path("form.hwpx"), password=PASSWORD)["docId"]
    said += [capped.call("hwp_doc_info", docId=name), capped.call("hwp_list")]
    files = [file for file in capped.product.folder.rglob("*") if file.is_file()]

    assert said[0]["code"] == "encrypted"
    assert PASSWORD[:-1] not in json.dumps(said)
    assert any("kebab.log" in file.name for file in files)
    assert not [file for file in files if PASSWORD[:-1].encode() in file.read_bytes()]
