"""Progress of an ingest and of an answer, as notifications."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from kebab.mcp.progress import AnswerProgress, measure, reporting
from kebab.wire.answer import AnswerEvent
from kebab.wire.ingest import IngestProgress


def event(kind: str, **more) -> IngestProgress:
    return IngestProgress(kind=kind, ts="", **more)


@pytest.mark.parametrize(
    ("happened", "share"),
    [
        (event("scan_started"), None),
        (event("asset_started", idx=1, total=4), 0.0),
        (event("asset_finished", idx=4, total=4), 0.5),
        (event("searchable"), 0.5),
        (event("embedding", embedded=5, to_embed=10), 0.75),
        (event("embedding", embedded=10, to_embed=10), 0.999),
        (event("embedding", embedded=0, to_embed=0), None),
        (event("completed"), 1.0),
        (event("aborted"), None),
    ],
)
def test_reading_is_the_first_half_and_embedding_the_second(happened, share):
    measured = measure(happened)

    assert (measured and measured.share) == share


@pytest.mark.anyio
async def test_progress_only_grows_and_its_last_word_is_sent():
    sent = []

    async def send(share, total, message):
        sent.append((share, total, message))

    async with reporting(send) as reports:
        reports.ingest(event("embedding", embedded=5, to_embed=10))
        reports.ingest(event("asset_finished", idx=1, total=4))
        reports.ingest(event("completed"))

    assert sent == [(1.0, 1.0, "done")]


@pytest.mark.anyio
async def test_nothing_is_sent_where_nothing_happened():
    async def send(*_progress):
        raise AssertionError

    async with reporting(send):
        pass


def answer_event(kind: str, **more) -> AnswerEvent:
    return AnswerEvent(kind=kind, ts="", **more)


def test_answer_tells_its_stage_and_the_text_so_far_and_always_grows():
    progress = AnswerProgress()
    happened = [
        answer_event("stage", stage="searching"),
        answer_event("retrieval_done", hits=[]),
        answer_event("stage", stage="writing"),
        answer_event("token", delta="It is "),
        answer_event("token", delta="kept."),
        answer_event("stage", stage="checking"),
        answer_event("final"),
    ]

    told = [progress.measure(one) for one in happened]

    assert [one.message for one in told] == [
        "searching",
        "read 0 hits",
        "writing",
        "writing: It is ",
        "writing: It is kept.",
        "checking: It is kept.",
        "done",
    ]
    assert all(before.share < after.share for before, after in itertools.pairwise(told))
    assert told[-1].share == 1.0


def test_long_answer_still_grows_at_its_end():
    progress = AnswerProgress()

    shares = [progress.measure(answer_event("token", delta="x")).share for _ in range(3000)]

    assert shares == sorted(set(shares))
    assert shares[-1] < 1.0


@pytest.mark.anyio
async def test_newest_text_is_what_is_sent():
    sent = []

    async def send(_share, _total, message):
        sent.append(message)

    async with reporting(send) as reports:
        reports.answer(answer_event("stage", stage="writing"))
        for delta in ("a", "b", "c"):
            reports.answer(answer_event("token", delta=delta))

    assert sent[-1] == "writing: abc"


@pytest.mark.anyio
async def test_long_call_without_events_says_that_it_goes_on_and_hides_no_later_event():
    sent, told_twice = [], asyncio.Event()

    async def send(share, _total, message):
        sent.append((share, message))
        if len(sent) == 2:
            told_twice.set()

    async with reporting(send, beat_s=0.001) as reports:
        await told_twice.wait()
        reports.ingest(event("asset_finished", idx=1, total=4))

    shares = [share for share, _ in sent]
    assert shares == sorted(set(shares))
    assert sent[0][1] == sent[1][1] == "working"
    assert sent[-1] == (0.125, "reading")
