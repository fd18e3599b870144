"""Say what may help a question that found nothing, or less than it might have. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kebab.wire.worker import Filters

NO_EMBEDDER = "no embedder is configured"
NO_VECTORS = "no chunk has a vector yet"


@dataclass(frozen=True, slots=True)
class Valid:
    """What the corpus holds: the values that the filters can match."""

    documents: int
    media: Collection[str]
    sources: Collection[str]


def hint_for_nothing(filters: Filters, valid: Valid, *, has_words: bool) -> str | None:
    """Say why there is no hit; None where the corpus simply does not answer."""
    if not valid.documents:
        return "nothing is indexed yet: run `kebab ingest`"
    unknown = [
        *_unknown("media", filters.media, valid.media),
        *_unknown("source", filters.source, valid.sources),
    ]
    if unknown:
        return "; ".join(unknown)
    if not has_words:
        return NO_WORDS
    if not filters.is_empty():
        return "nothing that passes the filters was found: leave some of them out"
    return None


NO_WORDS = "the query holds no word that can be looked up: give a word, a name or a number"


def _unknown(name: str, given: Sequence[str], valid: Collection[str]) -> list[str]:
    return [
        f"no {name} is called {value!r}; there is {', '.join(sorted(valid))}"
        for value in given
        if value not in valid
    ]
