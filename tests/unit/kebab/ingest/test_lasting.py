"""Which failures of files last, and which files would fail as they did before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kebab import errors
from kebab.catalog.records import Failure
from kebab.errors import CallTimeoutError, KebabError, WorkerLostError
from kebab.ingest.lasting import (
    DOUBTFUL_FOR_MS,
    Failing,
    failure_fingerprint,
    is_due_again,
    is_lasting,
    match_failures,
)
from kebab.ingest.scan import FoundFile
from kebab.settings.model import (
    IngestSettings,
    LimitsSettings,
    PoolSettings,
    Settings,
    StorageSettings,
)

FILE = FoundFile("a.pdf", "/root/a.pdf", "pdf", 5, 10)
STORAGE = StorageSettings(data_dir=Path("data"), state_dir=Path("state"))
SETTINGS = Settings(storage=STORAGE)
FINGERPRINTS = {"pdf": "f1", "text": "f1"}
FAILURE = Failure(
    "s",
    "a.pdf",
    "/root/a.pdf",
    5,
    10,
    "hash",
    failure_fingerprint("f1", "pdf", SETTINGS),
    {"code": "damaged", "message": "a.pdf is damaged", "hint": None, "details": {}},
    1000,
)


def lost(*exits):
    return WorkerLostError("died", details={"exits": list(exits)})


def late(ran_s):
    return CallTimeoutError("late", details={"ran_s": ran_s, "timeout_s": 120.0})


@pytest.mark.parametrize(
    "error",
    [
        errors.UnreadableDocumentError("a"),
        errors.DamagedDocumentError("a"),
        errors.UnsupportedFormatError("a"),
        errors.TooLargeError("a"),
        errors.RefusedByPreflightError("a"),
        late(120),
        late(60),
        lost("signal SIGSEGV", "signal SIGSEGV"),
        lost("signal SIGABRT", "exit status 1"),
    ],
    ids=repr,
)
def test_what_is_wrong_with_the_file_itself_lasts(error):
    assert is_lasting(error)


@pytest.mark.parametrize(
    "error",
    [
        errors.EncryptedDocumentError("a"),
        errors.StoreError("a"),
        errors.MissingExtraError("a"),
        errors.OverloadedError("a"),
        errors.ModelUnreachableError("a"),
        errors.PoolError("a"),
        KebabError("a fault of kebab's own"),
        CallTimeoutError("late"),
        late(0.0),
        late(20),
        WorkerLostError("worker 0 does not start"),
        lost("signal SIGSEGV", "signal SIGKILL"),
        lost("exit status 6 (out of memory)", "exit status 6 (out of memory)"),
    ],
    ids=repr,
)
def test_what_may_be_otherwise_next_time_does_not_last(error):
    assert not is_lasting(error)


@pytest.mark.parametrize("code", ["timeout", "worker_lost"])
def test_what_a_busy_machine_may_have_caused_is_tried_again_after_a_day(code):
    doubtful = replace(FAILURE, error={**FAILURE.error, "code": code})

    assert not is_due_again(doubtful, 1000 + DOUBTFUL_FOR_MS - 1)
    assert is_due_again(doubtful, 1000 + DOUBTFUL_FOR_MS)
    assert is_due_again(doubtful, 0), "the clock was set back"
    assert not is_due_again(FAILURE, 1000 + 2 * DOUBTFUL_FOR_MS)


def matched(file=FILE, failure=FAILURE, settings=SETTINGS, fingerprints=FINGERPRINTS):
    found = match_failures([file], [failure], fingerprints, settings)
    return found.same, found.to_verify


def test_unchanged_file_fails_as_before():
    assert matched() == ((Failing(FILE, FAILURE),), ())


@pytest.mark.parametrize("change", [{"mtime_ns": 11}, {"disk_path": "/moved/a.pdf"}])
def test_other_time_or_place_is_verified_by_the_hash(change):
    file = replace(FILE, **change)

    assert matched(file) == ((), (Failing(file, FAILURE),))


@pytest.mark.parametrize(
    "change", [{"size_bytes": 6}, {"path": "b.pdf"}, {"media": "text"}], ids=repr
)
def test_other_file_is_none_that_failed(change):
    assert matched(replace(FILE, **change)) == ((), ())


@pytest.mark.parametrize(
    "change",
    [
        {"limits": LimitsSettings(max_pages=7)},
        {"limits": LimitsSettings(parse_memory_mb=700)},
        {"pool": PoolSettings(extract_timeout_s=7)},
        {"ingest": IngestSettings(max_pdf_bytes=7_000_000)},
    ],
    ids=repr,
)
def test_limit_that_was_changed_may_let_the_file_through(change):
    assert matched(settings=Settings(storage=STORAGE, **change)) == ((), ())


def test_what_reads_the_file_otherwise_may_be_able_to():
    assert matched(fingerprints={"pdf": "f2"}) == ((), ())


def test_what_does_not_concern_the_reading_leaves_it_as_it_is():
    settings = Settings(storage=STORAGE, pool=PoolSettings(embed_timeout_s=7, workers=3))

    assert matched(settings=settings)[0]
