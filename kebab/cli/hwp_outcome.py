"""Tells whether a command about HWP documents did what it was asked to. Pure."""

from __future__ import annotations

from kebab.hwp.obstacles import is_done
from kebab.wire.hwp.batches import HwpBatch
from kebab.wire.hwp.editing import HwpEdit, HwpPlan
from kebab.wire.wire_object import WireObject

NOT_DONE = 1


def exit_status(value: WireObject) -> int:
    """Return 1 where an edit was not written or could not be, or a document of several failed."""
    match value:
        case HwpEdit():
            well = is_done(value)
        case HwpPlan():
            well = value.ok
        case HwpBatch():
            well = value.summary.failed == 0
        case _:
            well = True
    return 0 if well else NOT_DONE
