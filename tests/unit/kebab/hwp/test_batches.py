"""Many documents at once."""

from __future__ import annotations

import asyncio

import pytest

from kebab.errors import InvalidInputError, NotFoundError
from kebab.hwp.batches import _names, for_each, rows_of
from kebab.wire.hwp.editing import HwpEdit
from kebab.wire.hwp.envelope import HwpSource
from kebab.wire.hwp.handles import HwpClosed


async def closed(path):
    if path == "bad":
        raise NotFoundError("there is none", hint="look elsewhere")
    return HwpClosed(schema_version="hwp_closed.v1", docId=path, closed=True, discarded_edits=0)


@pytest.mark.anyio
async def test_answers_come_in_the_order_of_the_paths_and_one_that_fails_is_one():
    batch = await for_each(["a", "bad", "c"], closed, 2)

    assert [(one.path, one.ok) for one in batch.items] == [("a", True), ("bad", False), ("c", True)]
    assert batch.items[1].error["code"] == "not_found"
    assert batch.items[2].result["docId"] == "c"
    assert batch.summary.model_dump() == {"total": 3, "succeeded": 2, "failed": 1}


@pytest.mark.anyio
async def test_no_more_run_at_once_than_there_are_workers():
    running, most = 0, 0

    async def watched(path):
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return await closed(path)

    await for_each([str(number) for number in range(20)], watched, 3)

    assert most == 3


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b'\xef\xbb\xbfname,place\r\nKim,"Seoul, KR"\r\nLee,\r\n', "a.csv"),
        (b'{"name": "Kim", "place": "Seoul, KR"}\n\n{"name": "Lee", "place": ""}\n', "a.jsonl"),
    ],
)
def test_rows_are_read_from_csv_and_lines_of_json(data, name):
    assert rows_of(data, name) == [
        {"name": "Kim", "place": "Seoul, KR"},
        {"name": "Lee", "place": ""},
    ]


@pytest.mark.anyio
async def test_an_edit_that_could_not_be_made_did_not_go_well():
    fields = {"operation": "fill_fields", "applied": False, "changes": [], "change_count": 0}
    source = HwpSource(path="/a.hwpx", format="hwpx", size_bytes=1, mtime="", sha256="")

    async def filled(_path):
        return HwpEdit(source=source, dry_run=False, not_found=["x"], **fields)

    batch = await for_each(["a"], filled, 1)

    assert (batch.items[0].ok, batch.items[0].result["not_found"]) == (False, ["x"])
    assert batch.summary.failed == 1


def test_rows_that_excel_wrote_in_korea_are_read():
    assert rows_of("이름,주소\r\n김,서울\r\n".encode("cp949"), "a.csv") == [
        {"이름": "김", "주소": "서울"}
    ]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\xff\xfe\x00", "a.csv"),
        (b"", "a.csv"),
        (b"name\n", "a.csv"),
        (b"[1]\n", "a.jsonl"),
        (b"{\n", "a.jsonl"),
        (b"n\n" + b"x\n" * 1001, "a.csv"),
    ],
    ids=["no UTF-8", "empty", "no rows", "no object", "no JSON", "too many"],
)
def test_what_are_no_rows_is_refused_with_its_name(data, name):
    with pytest.raises(InvalidInputError, match=name):
        rows_of(data, name)


def test_files_are_named_by_a_value_and_never_alike_or_outside():
    rows = [{"n": "Kim"}, {"n": "../../etc/passwd"}, {"n": "kim"}, {"n": ""}, {}, {"n": "박/문수"}]

    assert list(_names(rows, "n", ".hwpx")) == [
        "Kim.hwpx",
        "_.._etc_passwd.hwpx",
        "kim-0003.hwpx",
        "0004.hwpx",
        "0005.hwpx",
        "박_문수.hwpx",
    ]
