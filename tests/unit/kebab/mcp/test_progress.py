"""Progress of an ingest, as notifications."""

from __future__ import annotations

import pytest

from kebab.mcp.progress import measure, reporting
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

    async with reporting(send) as report:
        report(event("embedding", embedded=5, to_embed=10))
        report(event("asset_finished", idx=1, total=4))
        report(event("completed"))

    assert sent == [(1.0, 1.0, "done")]


@pytest.mark.anyio
async def test_nothing_is_sent_where_nothing_happened():
    async def send(*_progress):
        raise AssertionError

    async with reporting(send):
        pass
