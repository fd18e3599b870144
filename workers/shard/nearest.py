"""Puts together what several shards found near a question. Pure."""

from __future__ import annotations

from collections.abc import Iterable

# A cosine's last digits depend on how many chunks a shard has. Rounded after the cut, the equal
# ones at the end of the list would be others with each number of workers.
_DIGITS = 6


def nearest(found: Iterable[tuple[int, float]], depth: int) -> list[tuple[int, float]]:
    """Keep the `depth` rows of the highest cosine, best first, equal ones by row."""
    ranked = [(-round(cosine, _DIGITS), row) for row, cosine in found]
    ranked.sort()
    return [(row, -cosine) for cosine, row in ranked[:depth]]
