"""What an edit of an HWP document did, or would do, and what was saved."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kebab.wire.hwp.envelope import Format, HwpObject
from kebab.wire.wire_object import WireObject

Operation = Literal[
    "fill_fields",
    "replace_text",
    "set_cell",
    "set_checkbox",
    "csv_to_table",
    "insert_image",
    "redact",
    "sanitize",
    "convert",
]


class HwpVerification(WireObject):
    """What the other library saw in the result.

    `text_as_expected` holds where every line is as before, but for those that the edits touched;
    `unexpected_changes` has the first of the others. Page counts are as laid out here.
    """

    reader: str
    text_as_expected: bool
    unexpected_changes: list[str]
    changed_lines: int
    pages_before: int
    pages_after: int


class HwpSaved(WireObject):
    """A file that was written."""

    path: str
    format: Format
    bytes: int
    sha256: str
    verification: HwpVerification | None = None


class HwpChange(WireObject):
    """One place, before and after."""

    address: str | None
    name: str | None = None
    before: str
    after: str


class HwpEdit(HwpObject):
    """The outcome. All or nothing: `applied` is False where anything stands in the way, and for a
    dry run. A session's edit is kept in memory until `hwp_doc_save`; a stateless one is `saved`.
    """

    schema_version: Literal["hwp_edit.v1"] = "hwp_edit.v1"
    operation: Operation
    applied: bool
    dry_run: bool
    changes: list[HwpChange] = Field(description="The first of them.")
    change_count: int
    filled: list[str] | None = None
    not_found: list[str] | None = None
    ambiguous: list[str] | None = None
    confusable: dict[str, list[str]] | None = Field(
        default=None, description="For names not found, fields that look like them."
    )
    unchanged: list[str] | None = None
    invalid: list[str] | None = None
    replaced_count: int | None = None
    removed: list[str] | None = None
    unsaved_edits: int | None = None
    saved: HwpSaved | None = None


class HwpSave(HwpObject):
    """What `hwp_doc_save` or a conversion wrote."""

    schema_version: Literal["hwp_save.v1"] = "hwp_save.v1"
    saved: HwpSaved
    edits: int


class HwpPlanStep(WireObject):
    """One step of a plan and what became of it."""

    step: int
    operation: str
    applied: bool
    change_count: int
    message: str | None = None


class HwpPlan(HwpObject):
    """A plan's journal; nothing is written unless every step and assertion holds."""

    schema_version: Literal["hwp_plan.v1"] = "hwp_plan.v1"
    ok: bool
    dry_run: bool
    steps: list[HwpPlanStep]
    invalid: list[str]
    saved: HwpSaved | None = None
