"""Why files were read, and which took long."""

from __future__ import annotations

from kebab.ingest.assemble import Reading
from kebab.ingest.report import Tally
from kebab.settings.model import ChunkingSettings
from kebab.wire.ingest import IngestScope


def test_report_says_of_each_file_why_it_was_read(base):
    for name in ("same.md", "grows.md", "touched.md"):
        base.write(name, "text")
    first = base.ingest()
    base.write("grows.md", "text and more")
    base.write("touched.md", "test")
    base.write("new.md")
    second = base.ingest()
    base.more = {"chunking": ChunkingSettings(target_tokens=100)}
    third = base.ingest()
    forced = base.ingest(force=True)

    reasons = {item.doc_path: item.reason for item in second.items if item.reason}
    assert first.read_by_reason == {"new": 3}
    assert reasons == {"grows.md": "changed", "touched.md": "changed", "new.md": "new"}
    assert second.read_by_reason == {"changed": 2, "new": 1}
    assert third.read_by_reason == {"version": 4}
    assert third.reread_because == {"chunking": 4}
    assert {tuple(item.because) for item in third.items} == {("chunking",)}
    assert (first.reread_because, second.reread_because) == ({}, {})
    assert forced.read_by_reason == {"forced": 4}


def test_long_run_names_the_files_that_took_longest():
    tally = Tally()
    for seconds in (3.0, 0.2, 9.0, 1.5, 4.0, 5.0, 2.0):
        tally.note_time(a_reading(f"{seconds}.md"), seconds)
    scope = IngestScope(root="/notes", sources=["notes"], exclude=[])

    def slowest(duration_ms):
        report = tally.report(scope, vector_coverage=1, duration_ms=duration_ms, aborted=False)
        return [slow.doc_path for slow in report.slowest]

    assert slowest(9_000) == []
    assert slowest(11_000) == ["9.0.md", "5.0.md", "4.0.md", "3.0.md", "2.0.md"]


def test_what_took_less_than_a_second_is_not_slow():
    tally = Tally()
    tally.note_time(a_reading("a.md"), 0.2)
    scope = IngestScope(root="/notes", sources=["notes"], exclude=[])

    assert tally.report(scope, vector_coverage=1, duration_ms=99_000, aborted=False).slowest == []


def a_reading(path):
    return Reading("notes", path, "markdown", "f", "primary", "note", 100)
