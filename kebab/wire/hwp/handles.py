"""Open documents: the handles of sessions. A handle's number is never used again."""

from __future__ import annotations

from typing import Literal

from kebab.wire.hwp.envelope import Fonts, HwpObject
from kebab.wire.hwp.reading import HwpCounts
from kebab.wire.wire_object import WireObject


class HwpHandle(HwpObject):
    """A document that was opened; its `docId` goes into the session's other calls."""

    schema_version: Literal["hwp_handle.v1"] = "hwp_handle.v1"
    sections: int
    pages: int
    counts: HwpCounts
    is_distribution: bool
    can_edit: bool
    render: Fonts


class HwpOpenDocument(WireObject):
    """One open handle. `unsaved_edits` would be lost by closing it."""

    docId: str  # noqa: N815 - see HwpObject
    path: str
    pages: int
    edits: int
    unsaved_edits: int
    idle_s: int
    source_changed: bool


class HwpHandles(WireObject):
    """Every open handle, and how many there may be."""

    schema_version: Literal["hwp_handles.v1"] = "hwp_handles.v1"
    handles: list[HwpOpenDocument]
    limit: int
    idle_expiry_s: int


class HwpClosed(WireObject):
    """A handle that is closed."""

    schema_version: Literal["hwp_closed.v1"] = "hwp_closed.v1"
    docId: str  # noqa: N815 - see HwpObject
    closed: bool
    discarded_edits: int
