"""How the cache looks."""

from __future__ import annotations

from kebab.cli.render.lines import Line, count, line, size
from kebab.wire.cache import CacheReport


def cache_lines(report: CacheReport) -> list[Line]:
    """Write the kinds in columns, and what there is in all."""
    lines: list[Line] = []
    if report.pruned is not None:
        lines.append(line(("pruned ", "bold"), f"{count(report.pruned, 'entry')}"))
    width = max((len(kind.kind) for kind in report.kinds), default=0)
    for kind in report.kinds:
        unused = f", {kind.unused:,} unused" if kind.unused else ""
        held = f"{count(kind.entries, 'entry')}, {size(kind.size_bytes)}{unused}"
        lines.append(line(f"{kind.kind:<{width}}  ", held))
    total = f"{count(report.entries, 'entry')}, {size(report.size_bytes)}"
    return [*lines, line(("in all ", "bold"), total)]
