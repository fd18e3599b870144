"""What a run does with a file follows from the scan and from what is stored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kebab.catalog.reader import StoredState
from kebab.errors import StoreError
from kebab.ingest.plan import plan_source
from kebab.ingest.scan import FailedEntry, FoundFile, Scan

FILE = FoundFile("a.md", "/root/a.md", "markdown", 5, 10)
STATE = StoredState("id", "s", "a.md", 5, 10, "hash", "f1", "/root/a.md")
FINGERPRINTS = {"markdown": "f1", "text": "f1"}


def plan(files, stored, **options):
    return plan_source(Scan(tuple(files)), stored, FINGERPRINTS, **options)


@pytest.mark.parametrize(
    ("state", "force", "reason"),
    [
        (None, False, "new"),
        (replace(STATE, size_bytes=6), False, "changed"),
        (replace(STATE, fingerprint="f0"), False, "version"),
        (STATE, True, "forced"),
    ],
)
def test_file_is_read_for_a_reason(state, force, reason):
    made = plan([FILE], [state] if state else [], force=force)

    assert [work.reason for work in made.work] == [reason]
    assert not made.unchanged


def test_same_size_and_time_is_unchanged():
    made = plan([FILE], [STATE])

    assert [known.file for known in made.unchanged] == [FILE]
    assert (made.work, made.to_verify, made.deleted) == ((), (), ())


@pytest.mark.parametrize("change", [{"mtime_ns": 9}, {"disk_path": "/old/a.md"}])
def test_other_time_or_place_is_verified_first(change):
    made = plan([FILE], [replace(STATE, **change)])

    assert len(made.to_verify) == 1
    assert made.work == ()


def test_absent_file_is_deleted():
    assert plan([], [STATE]).deleted == (STATE,)


@pytest.mark.parametrize(
    "scan",
    [
        Scan((), unseen=("",)),
        Scan((), failed=(FailedEntry("a.md", StoreError("EIO")),)),
        Scan((), unseen=("a.md/",), failed=(FailedEntry("a.md", StoreError("EACCES")),)),
    ],
)
def test_file_that_could_not_be_looked_at_is_kept(scan):
    assert not plan_source(scan, [STATE], FINGERPRINTS).deleted


def test_unreadable_folder_protects_only_what_is_below_it():
    below, beside = replace(STATE, path="sub/a.md"), replace(STATE, path="sub2/a.md")
    made = plan_source(Scan((), unseen=("sub/",)), [below, beside], FINGERPRINTS)

    assert made.deleted == (beside,)


def test_nothing_is_deleted_outside_of_what_was_asked_for():
    below, beside = replace(STATE, path="a/b.md"), replace(STATE, path="ab.md")
    made = plan([], [below, beside], only=("a",))

    assert made.deleted == (below,)
