"""Say what is kept so that it is derived once."""

from __future__ import annotations

from typing import Any

from kebab.catalog.reader import CatalogReader
from kebab.wire.cache import CacheKind, CacheReport
from kebab.wire.instants import rfc3339


def describe_cache(reader: CatalogReader, *, pruned: int | None = None) -> CacheReport:
    """Count the entries by kind; `pruned` were dropped before."""
    holdings = reader.cache_holdings()
    given: dict[str, Any] = {} if pruned is None else {"pruned": pruned}
    return CacheReport(
        schema_version="cache_report.v1",
        entries=sum(one.entries for one in holdings),
        size_bytes=sum(one.size_bytes for one in holdings),
        kinds=[
            CacheKind(
                kind=one.kind,
                entries=one.entries,
                size_bytes=one.size_bytes,
                last_used_at=rfc3339(one.used_at_ms),
                **({} if one.unused is None else {"unused": one.unused}),
            )
            for one in holdings
        ],
        **given,
    )
