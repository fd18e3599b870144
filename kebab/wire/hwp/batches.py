"""Answers about many documents at once, and what the tools say of themselves."""

from __future__ import annotations

from typing import Any, Literal

from kebab.wire.wire_object import WireObject


class HwpBatchItem(WireObject):
    """One document: the answer of the single tool, or the fields of an error.

    An edit that could not be made has an answer that says why, and `ok` is False.
    """

    path: str
    ok: bool
    result: dict[str, Any] | None = None
    error: dict[str, Any] | None = None


class HwpBatchSummary(WireObject):
    """How many went well."""

    total: int
    succeeded: int
    failed: int


class HwpBatch(WireObject):
    """The answers in the order of the paths; one that fails does not stop the others."""

    schema_version: Literal["hwp_batch.v1"] = "hwp_batch.v1"
    items: list[HwpBatchItem]
    summary: HwpBatchSummary
    truncated: bool
    next_cursor: str | None
    untrusted_fields: list[str] = []


class HwpSchema(WireObject):
    """A JSON Schema of what the tools emit."""

    schema_version: Literal["hwp_schema.v1"] = "hwp_schema.v1"
    name: str
    json_schema: dict[str, Any]


class HwpProvenance(WireObject):
    """Which fields of which objects carry text of documents, by schema_version."""

    schema_version: Literal["hwp_provenance.v1"] = "hwp_provenance.v1"
    untrusted: dict[str, list[str]]
