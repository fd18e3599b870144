"""Tells whether two search responses say the same, but for the last digit of a score.

Tantivy adds up scores in 32 bits, and an entry that is deleted but not merged away yet takes part:
views of different histories differ in the seventh digit. Where that digit decides how a score is
rounded, the fourth one differs, and two hits of nearly one score may change places.
"""

from __future__ import annotations

from typing import Any

NEAR = 0.001
_RANKS = {"rank", "lexical_rank", "vector_rank"}


def unlikeness(ours: Any, theirs: Any) -> str:
    """Return where two responses differ, "" where they are alike. Cursors are left out."""
    mine, yours = ours.get("hits") or [], theirs.get("hits") or []
    if len(mine) != len(yours):
        return f"{len(mine)} hits instead of {len(yours)}"
    by_chunk = {hit["chunk_id"]: hit for hit in yours}
    for place, hit in enumerate(mine):
        if not is_near(hit["score"], yours[place]["score"]):
            return f"hit {place} has {hit['score']} instead of {yours[place]['score']}"
        other = by_chunk.get(hit["chunk_id"])
        if other is None:
            if not is_near(hit["score"], yours[-1]["score"]):
                return f"hit {place} is {hit['doc_path']}, which the other has not"
        elif difference := _difference(hit, other):
            return f"hit {place}{difference}"
    rest = [
        {k: v for k, v in one.items() if k not in {"hits", "next_cursor"}} for one in (ours, theirs)
    ]
    return _difference(*rest)


def is_near(one: Any, other: Any) -> bool:
    """Tell whether two numbers are the same but for rounding."""
    return isinstance(one, float) and isinstance(other, float) and abs(one - other) <= NEAR


def _difference(ours: Any, theirs: Any) -> str:
    match ours, theirs:
        case dict(), dict():
            for name in sorted((ours.keys() | theirs.keys()) - _RANKS):
                if found := _difference(ours.get(name), theirs.get(name)):
                    return f".{name}{found}"
            return ""
        case _ if ours == theirs or is_near(ours, theirs):
            return ""
        case _:
            return f": {str(ours)[:100]} instead of {str(theirs)[:100]}"
