"""Says what a filter asks of the indexed fields, in terms that every engine can carry out."""

from __future__ import annotations

from dataclasses import dataclass

from kebab.wire.path_glob import glob_pattern
from kebab.wire.worker import Filters
from workers.shard.tokens import composed

TRUST_LEVELS = ("primary", "secondary", "generated")  # best first
_FAR = 1 << 62  # beyond any date, within 64 bits


@dataclass(frozen=True, slots=True)
class OneOf:
    """The field holds one of the values."""

    field: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Matches:
    """The whole field matches the regular expression."""

    field: str
    pattern: str


@dataclass(frozen=True, slots=True)
class GreaterThan:
    """The field is a number above the bound."""

    field: str
    bound: int


Condition = OneOf | Matches | GreaterThan


def conditions(filters: Filters) -> list[Condition]:
    """List the conditions that a chunk has to satisfy, all of them."""
    found: list[Condition] = [
        OneOf(field, tuple(composed(value) for value in values))
        for field, values in (
            ("tags", filters.tags),
            ("media", filters.media),
            ("lang", filters.lang),
            ("source", filters.source),
            ("source_type", filters.source_type),
            ("repo", filters.repo),
            ("code_lang", filters.code_lang),
            ("document", (filters.doc_id,) if filters.doc_id else ()),
            ("trust", _levels_from(filters.trust_min)),
        )
        if values
    ]
    if filters.path_glob:
        found.append(Matches("path_whole", glob_pattern(filters.path_glob)))
    if filters.ingested_after_ms is not None:
        found.append(GreaterThan("updated", max(-_FAR, min(filters.ingested_after_ms, _FAR))))
    return found


def _levels_from(lowest: str) -> tuple[str, ...]:
    if not lowest:
        return ()
    known = lowest in TRUST_LEVELS
    return TRUST_LEVELS[: TRUST_LEVELS.index(lowest) + 1] if known else (lowest,)
