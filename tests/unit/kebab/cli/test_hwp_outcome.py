"""Whether a command did what it was asked to."""

import pytest

from kebab.cli.hwp_outcome import exit_status
from kebab.wire.hwp.batches import HwpBatch, HwpBatchSummary
from kebab.wire.hwp.editing import HwpEdit, HwpPlan, HwpSaved
from kebab.wire.hwp.envelope import HwpSource

SOURCE = HwpSource(path="/a.hwpx", format="hwpx", size_bytes=1, mtime="", sha256="")
SAVED = HwpSaved(path="/b.hwpx", format="hwpx", bytes=1, sha256="")


def edit(**more):
    fields = {"operation": "fill_fields", "applied": False, "dry_run": False, "change_count": 0}
    return HwpEdit(source=SOURCE, **{**fields, "changes": [], **more})


def plan(*, ok):
    return HwpPlan(source=SOURCE, ok=ok, dry_run=False, steps=[], invalid=[])


def batch(failed):
    summary = HwpBatchSummary(total=2, succeeded=2 - failed, failed=failed)
    return HwpBatch(items=[], summary=summary, truncated=False, next_cursor=None)


@pytest.mark.parametrize(
    ("value", "status"),
    [
        (edit(applied=True, saved=SAVED), 0),
        (edit(not_found=["x"]), 1),
        (edit(replaced_count=0), 1),
        (edit(dry_run=True), 0),
        (edit(dry_run=True, not_found=[], ambiguous=["x"]), 1),
        (plan(ok=True), 0),
        (plan(ok=False), 1),
        (batch(0), 0),
        (batch(1), 1),
        (SOURCE, 0),
    ],
)
def test_the_status_says_whether_it_was_done(value, status):
    assert exit_status(value) == status
