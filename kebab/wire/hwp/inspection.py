"""What a look for deceit in an HWP document found, and how two documents differ."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kebab.wire.hwp.envelope import HwpObject, HwpSource
from kebab.wire.wire_object import WireObject


class HwpFinding(WireObject):
    """One finding. `confidence` runs from 0 to 1."""

    kind: str
    severity: Literal["low", "medium", "high"]
    confidence: float = Field(ge=0, le=1)
    address: str | None
    text: str
    detail: str


class HwpFindings(HwpObject):
    """The findings of one check. `skipped` says what could not be looked at, and why."""

    schema_version: Literal["hwp_findings.v1"] = "hwp_findings.v1"
    check: Literal["unicode", "injection", "hidden_text"]
    clean: bool
    findings: list[HwpFinding]
    total: int
    counts: dict[str, int]
    skipped: list[str]
    truncated: bool
    next_cursor: str | None


class HwpDifference(WireObject):
    """One difference; `before` is None for what was added, `after` for what was removed."""

    op: Literal["added", "removed", "changed", "moved"]
    kind: str
    address: str | None
    page: int | None = None
    before: str | None
    after: str | None


class HwpDiff(HwpObject):
    """How document `b` differs from `source`: `content` by blocks, `layout` by what pages show."""

    schema_version: Literal["hwp_diff.v1"] = "hwp_diff.v1"
    b: HwpSource
    by: Literal["content", "layout"]
    identical: bool
    diff_count: int
    counts: dict[str, int]
    differences: list[HwpDifference]
    max_displacement: float | None = None
    truncated: bool
    next_cursor: str | None
