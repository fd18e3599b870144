"""cache_report.v1: what is kept so that it is derived once."""

from __future__ import annotations

from typing import Literal

from kebab.wire.wire_object import WireObject


class CacheKind(WireObject):
    """Entries of one kind: `embedding:MODEL`, or what was derived, and by which version.

    `unused` counts the vectors that no chunk has; of other kinds it is not known.
    """

    kind: str
    entries: int
    size_bytes: int
    last_used_at: str
    unused: int | None = None


class CacheReport(WireObject):
    """What the cache holds. `pruned` is how many entries were dropped, where some were to be."""

    schema_version: Literal["cache_report.v1"] = "cache_report.v1"
    entries: int
    size_bytes: int
    kinds: list[CacheKind]
    pruned: int | None = None
