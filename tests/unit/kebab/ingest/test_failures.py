"""Files that failed are not read again as long as they would fail as before."""

from __future__ import annotations

import asyncio
import os

import pytest

from kebab.errors import (
    CallTimeoutError,
    DamagedDocumentError,
    EncryptedDocumentError,
    StoreError,
    WorkerLostError,
)
from kebab.ingest.external import ingest_file
from kebab.ingest.lasting import DOUBTFUL_FOR_MS
from kebab.settings.model import ChunkingSettings, LimitsSettings, SourceSettings

DAMAGED = DamagedDocumentError("bad.md is damaged", hint="save it anew", details={"page": 3})
LATE = CallTimeoutError("late", details={"ran_s": 9.0, "timeout_s": 10.0})
CRASH = WorkerLostError("died", details={"exits": ["signal SIGSEGV", "signal SIGSEGV"]})


@pytest.fixture
def failing(base):
    """Let the workers fail on bad.md, with `base.error`."""
    base.error = DAMAGED
    base.pool.fails = lambda method, params: (
        base.error if method == "extract" and params["path"] == "bad.md" else None
    )
    base.bad = base.write("bad.md", "bad")
    base.write("good.md", "good")
    return base


def read_by(base, **options):
    """Run; return the report and the paths that the workers were asked for."""
    base.pool.calls.clear()
    report = base.ingest(**options)
    return report, [params["path"] for method, params in base.pool.calls if method == "extract"]


def error_of(report):
    (item,) = [item for item in report.items if item.kind == "error"]
    return item


@pytest.mark.parametrize("error", [DAMAGED, LATE, CRASH], ids=lambda error: error.code)
def test_second_run_counts_the_error_in_the_same_words_and_reads_nothing(failing, error):
    failing.error = error
    first = failing.ingest()
    second, read = read_by(failing)
    before, after = error_of(first), error_of(second)

    assert read == []
    assert failing.pool.calls == []
    assert (second.errors, second.unchanged, second.failed_before) == (1, 1, 1)
    assert (first.failed_before, before.failed_before, after.failed_before) == (0, False, True)
    assert after.model_copy(update={"failed_before": False}) == before
    assert failing.events[-1].counts.errors == 1


def test_error_of_a_file_that_was_good_once_keeps_its_document(failing):
    failing.pool.fails = lambda _method, _params: None
    failing.ingest()
    failing.pool.fails = lambda method, _params: DAMAGED if method == "extract" else None
    failing.write("bad.md", "bad by now")
    failing.ingest()
    report, read = read_by(failing)

    assert (read, report.errors, report.unchanged, report.purged_deleted_files) == ([], 1, 1, 0)
    assert sorted(failing.texts()) == ["bad", "good"]


def test_changed_file_is_read_again(failing):
    failing.ingest()
    failing.write("bad.md", "other")
    report, read = read_by(failing)

    assert (read, report.failed_before) == (["bad.md"], 0)


def test_edit_of_the_same_size_is_seen_by_the_hash(failing):
    failing.ingest()
    failing.bad.write_text("dab")
    os.utime(failing.bad, ns=(1, 1))
    report, read = read_by(failing)

    assert (read, report.failed_before) == (["bad.md"], 0)


def test_touched_file_is_hashed_once_and_not_read(failing):
    failing.ingest()
    os.utime(failing.bad, ns=(1, 1))
    report, read = read_by(failing)
    (failure,) = failing.reader.failures("notes")

    assert (read, report.failed_before) == ([], 1)
    assert failure.mtime_ns == 1


def test_moved_root_keeps_what_failed(failing):
    failing.ingest()
    moved = failing.root.rename(failing.home / "moved")
    failing.sources = (SourceSettings(id="notes", root=moved),)
    report, read = read_by(failing)

    assert (read, report.failed_before) == ([], 1)


@pytest.mark.parametrize(
    "more",
    [
        {"chunking": ChunkingSettings(target_tokens=100)},
        {"limits": LimitsSettings(max_nesting=100)},
    ],
    ids=["chunking", "limits"],
)
def test_file_that_would_be_read_another_way_is_read_again(failing, more):
    failing.ingest()
    failing.more = more
    report, read = read_by(failing)

    assert "bad.md" in read
    assert (report.errors, report.failed_before) == (1, 0)


def test_forced_run_reads_what_failed(failing):
    failing.ingest()
    _, read = read_by(failing, force=True)

    assert "bad.md" in read


@pytest.mark.parametrize(
    "error",
    [EncryptedDocumentError("needs a password"), StoreError("EIO"), CallTimeoutError("busy")],
    ids=lambda error: error.code,
)
def test_failure_that_is_not_the_file_s_own_is_tried_again(failing, error):
    failing.error = error
    failing.ingest()
    report, read = read_by(failing)

    assert set(read) == {"bad.md"}
    assert (report.errors, report.failed_before) == (1, 0)


def test_failure_that_is_tried_again_and_is_another_does_not_bring_the_old_one_back(failing):
    failing.ingest()
    failing.error = StoreError("EIO")
    failing.ingest(force=True)
    _, read = read_by(failing)

    assert read == ["bad.md"]


@pytest.mark.parametrize("ran_s", [(9.0, 0.0), (0.0, 9.0)])
def test_of_two_time_outs_the_one_counts_in_which_the_file_ran_longer(failing, ran_s):
    left = [CallTimeoutError("late", details={"ran_s": one, "timeout_s": 10.0}) for one in ran_s]
    failing.pool.fails = lambda method, params: (
        left.pop() if left and method == "extract" and params["path"] == "bad.md" else None
    )
    failing.ingest()
    report, read = read_by(failing)

    assert (left, read, report.failed_before) == ([], [], 1)


def test_what_a_busy_machine_may_have_caused_is_tried_again_a_day_later(failing):
    failing.error = LATE
    failing.ingest()
    _, read_at_once = read_by(failing)
    failing.clock = iter(range(1_700_000_000_000 + 2 * DOUBTFUL_FOR_MS, 2_000_000_000_000))
    _, read_later = read_by(failing)

    assert (read_at_once, set(read_later)) == ([], {"bad.md"})


def test_failure_goes_when_the_file_is_read_well(failing):
    failing.ingest()
    failing.pool.fails = lambda _method, _params: None
    failing.write("bad.md", "well")
    report = failing.ingest()

    assert (report.new, report.errors) == (1, 0)
    assert failing.reader.failures("notes") == []


def test_failure_goes_with_its_file(failing):
    failing.ingest()
    failing.bad.unlink()
    report = failing.ingest()

    assert report.errors == 0
    assert failing.reader.failures("notes") == []


def test_file_that_is_as_it_was_when_it_was_good_is_unchanged(failing):
    failing.pool.fails = lambda _method, _params: None
    failing.ingest()
    failing.pool.fails = lambda method, _params: DAMAGED if method == "extract" else None
    failing.write("bad.md", "dab")
    os.utime(failing.bad, ns=(1, 1))
    broken = failing.ingest()
    failing.write("bad.md", "bad")
    os.utime(failing.bad, ns=(2, 2))
    report, read = read_by(failing)

    assert (broken.errors, read) == (1, [])
    assert (report.unchanged, report.errors) == (2, 0)
    assert failing.reader.failures("notes") == []


def test_run_over_other_paths_leaves_the_failure_where_it_is(failing):
    failing.ingest()
    failing.ingest(paths=(failing.root / "good.md",))

    assert len(failing.reader.failures("notes")) == 1


def test_folder_that_cannot_be_looked_at_keeps_its_failures(failing, lock):
    (failing.root / "sub").mkdir()
    failing.bad.rename(failing.root / "sub" / "bad.md")
    failing.pool.fails = lambda method, _params: DAMAGED if method == "extract" else None
    failing.ingest()
    before = failing.reader.failures("notes", ["sub"])
    lock(failing.root / "sub")
    failing.ingest()

    assert len(before) == 1
    assert failing.reader.failures("notes", ["sub"]) == before


def test_file_that_is_written_to_while_it_is_read_is_read_again(failing):
    def finish_writing(method, params):
        if method == "extract" and params["path"] == "bad.md":
            failing.bad.write_text("fit")  # of the same size: only time and hash tell

    failing.pool.before = finish_writing
    failing.ingest()
    failing.pool.before = lambda _method, _params: None
    failing.pool.fails = lambda _method, _params: None
    report, read = read_by(failing)

    assert (read, report.new) == (["bad.md"], 1)


def test_many_failures_are_kept_each(base):
    for number in range(150):
        base.write(f"{number}.md", f"text {number}")
    base.pool.fails = lambda method, _params: DAMAGED if method == "extract" else None
    first = base.ingest()
    second, read = read_by(base)

    assert (first.errors, second.errors, second.failed_before, read) == (150, 150, 150, [])


def test_file_that_is_added_by_name_is_always_read(failing):
    failing.ingest()
    failing.pool.calls.clear()
    with pytest.raises(DamagedDocumentError):
        asyncio.run(ingest_file(failing.context, failing.bad))

    assert failing.pool.count("extract") == 1


def test_external_file_that_cannot_be_read_another_way_is_tried_once(failing):
    file = failing.write("outside.md", "fine", root=failing.home)
    asyncio.run(ingest_file(failing.context, file))
    file.write_text("broken by now")
    failing.pool.fails = lambda method, _params: DAMAGED if method == "extract" else None
    failing.more = {"chunking": ChunkingSettings(target_tokens=100)}
    first, first_read = read_by(failing)
    second, second_read = read_by(failing)

    assert str(file).lstrip("/") in [path.lstrip("/") for path in first_read]
    assert second_read == []
    assert first.errors == second.errors == second.failed_before
    assert "fine" in failing.texts()
