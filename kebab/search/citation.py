"""Say where a text stands, so that it can be found again. Pure."""

from __future__ import annotations

import re
from typing import Any

from kebab.catalog.records import Chunk, Document
from kebab.search.freshness import Freshness
from kebab.wire.instants import rfc3339
from kebab.wire.place import fragment
from kebab.wire.search import Citation

# What ends a path in `path#L5`, or would break the URI where it stands in a text.
_RESERVED = re.compile(r"[%#?\s\x00-\x1f\x7f]")
_NAMES = {"section": "section_number"}  # `section` is the heading


def cite(
    document: Document,
    chunk: Chunk,
    freshness: Freshness,
    lines: tuple[int, int] | None = None,
) -> Citation:
    """Say where a chunk stands, or certain `lines` of it."""
    start, end = lines or (chunk.line_start, chunk.line_end)
    fields: dict[str, Any] = {"section": chunk.heading_path[-1]} if chunk.heading_path else {}
    for name, value in chunk.place.to_fields().items():
        if name == "box":
            fields |= dict(zip("xywh", value, strict=True))
        elif name != "kind":
            fields[_NAMES.get(name, name)] = value
    if chunk.place.kind == "code":
        fields["lang"] = document.code_lang
    return Citation(
        schema_version="citation.v1",
        kind=chunk.place.kind,
        path=document.path,
        uri=f"{encoded_path(document.path)}#{fragment(chunk.place, start, end)}",
        start=start,
        end=end,
        indexed_at=rfc3339(document.updated_at_ms),
        stale=freshness.stale,
        **fields,
    )


def encoded_path(path: str) -> str:
    """Percent-encode what would not survive in a URI."""
    return _RESERVED.sub(_percent, path)


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode())
