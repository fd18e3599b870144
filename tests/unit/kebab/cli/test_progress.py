"""How a running ingest is shown."""

from __future__ import annotations

import io
import json

import pytest

from kebab.cli.options import Invocation
from kebab.cli.progress import BarProgress, PlainProgress, choose_progress
from kebab.wire.ingest import IngestProgress


def an_event(kind, **fields):
    return IngestProgress(schema_version="ingest_progress.v1", kind=kind, ts="now", **fields)


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_json_is_a_line_for_each_event(capsys):
    with choose_progress(Invocation(json=True, quiet=True), {}) as report:
        report(an_event("scan_completed", total=3))

    shown = capsys.readouterr()
    assert json.loads(shown.out) == {
        "schema_version": "ingest_progress.v1",
        "kind": "scan_completed",
        "ts": "now",
        "total": 3,
    }
    assert shown.err == ""


def test_quiet_shows_nothing(capsys):
    with choose_progress(Invocation(quiet=True), {}) as report:
        report(an_event("scan_completed", total=3))

    assert capsys.readouterr() == ("", "")


def test_lines_come_at_most_every_two_seconds_and_errors_at_once():
    stream, clock = io.StringIO(), Clock()
    report = PlainProgress(stream, clock)

    report(an_event("scan_started", root="/notes"))
    report(an_event("scan_completed", total=900))
    for index in range(1, 901):
        clock.now += 0.01
        result = "error" if index == 5 else "new"
        report(
            an_event(
                "asset_finished", idx=index, total=900, path="a.md", result=result, error="bad"
            )
        )

    lines = stream.getvalue().splitlines()
    assert lines[:3] == ["scanning /notes", "900 files to look at", "error: a.md: bad"]
    assert 3 <= len(lines[3:]) <= 5
    assert lines[3].startswith("read ")


def test_name_with_a_line_break_forges_no_line():
    stream = io.StringIO()

    failed = {"path": "a\nerror: b.md", "result": "error", "error": "bad"}
    PlainProgress(stream, Clock())(an_event("asset_finished", idx=1, total=9, **failed))

    assert len(stream.getvalue().splitlines()) == 1


def test_embedding_is_shown_with_speed_and_time_left():
    stream, clock = io.StringIO(), Clock()
    report = PlainProgress(stream, clock)

    clock.now = 10
    report(an_event("embedding", embedded=0, to_embed=100))
    clock.now = 15
    report(an_event("embedding", embedded=50, to_embed=100))

    assert stream.getvalue().splitlines() == [
        "embedded 0 of 100 chunks",
        "embedded 50 of 100 chunks, 10 a second, 5 s left",
    ]


def test_bars_follow_the_events():
    screen = io.StringIO()

    with BarProgress(screen) as report:
        report(an_event("scan_started", root="/notes"))
        report(an_event("scan_completed", total=2))
        report(an_event("asset_started", idx=1, total=2, path="[b]a.md"))
        report(
            an_event(
                "asset_finished", idx=1, total=2, path="[b]a.md", result="error", error="bad \x1b"
            )
        )
        report(an_event("asset_finished", idx=2, total=2, path="b.md", result="new"))
        report(an_event("embedding", embedded=1, to_embed=4))
        report(an_event("completed"))

    assert "error: [b]a.md: bad \ufffd" in screen.getvalue()


@pytest.mark.parametrize(
    ("phase", "how"),
    [
        (None, "by OCR"),
        ("ocr", "by OCR"),
        ("vision", "by the model"),
        ("caption", "is described by the model"),
    ],
)
def test_page_that_is_read_or_described_is_named(phase, how):
    stream, clock = io.StringIO(), Clock()
    report = PlainProgress(stream, clock)

    clock.now = 5
    page = {"page": 2, "pages": 40, "phase": phase}
    report(an_event("asset_started", idx=3, total=9, path="scan.pdf", **page))
    clock.now = 10
    report(an_event("asset_started", idx=4, total=9, path="b.md"))

    assert stream.getvalue().splitlines() == [
        f"scan.pdf: page 2 of 40 {how}",
        "read 3 of 9 files",
    ]
