"""Says what the lexical view stores of a chunk, field by field.

`body` holds all that belongs to the chunk, path, title and headings included, so that one field
tells whether a chunk holds a word. A chunk's entry comes with counterweights, entries of pads which
bring the average length of its fields to a fixed one. BM25 thereby compares with the same length in
every index: scores depend neither on the other chunks of a shard nor on deleted ones that are not
merged away yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kebab.catalog.records import IndexedChunk
from workers.shard.tokens import analyse, characters, composed

AVERAGES = {"body": 300, "headings": 12, "title": 6}  # tokens; near those of a usual chunk
_PAD = "_"  # no text gives this token
_GAP = (_PAD,)  # keeps phrases from reaching across


def entry_fields(chunk: IndexedChunk) -> dict[str, Any]:
    """List the fields of a chunk's entry."""
    path = analyse(chunk.path)
    title = analyse(chunk.title)
    headings = analyse("\n".join(chunk.heading_path))
    text = analyse(chunk.text)
    every = (path, title, headings, text)
    body = (*path.words, *_GAP, *title.words, *_GAP, *headings.words, *_GAP, *text.words)
    return {
        "body": " ".join(body),
        "headings": " ".join(headings.words),
        "title": " ".join(title.words),
        "exact": " ".join(sorted({token for part in every for token in part.exact})),
        "parts": " ".join(sorted({token for part in every for token in part.parts})),
        "characters": " ".join(sorted(characters(" ".join(body)))),
        "role": ["chunk", "any"],
        "tags": [composed(tag) for tag in chunk.tags],
        "media": chunk.media,
        "lang": chunk.lang,
        "source": chunk.source_id,
        "source_type": chunk.source_type,
        "document": chunk.document_id,
        "trust": chunk.trust_level,
        "path_whole": composed(chunk.path),
        "row": chunk.row,
        "updated": chunk.updated_at_ms,
    }


def counterweights(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """List the fields of the entries that balance a chunk's entry: one, more for a long chunk."""
    lengths = {field: _count(entry[field]) for field in AVERAGES}
    number = max(1, *(-(-lengths[field] // of) - 1 for field, of in AVERAGES.items()))
    yield pads({field: (number + 1) * of - lengths[field] for field, of in AVERAGES.items()}) | {
        "row": entry["row"]
    }
    for _ in range(number - 1):
        yield {"role": "any", "row": entry["row"]}


def pads(counts: dict[str, int]) -> dict[str, Any]:
    """List the fields of an entry that holds nothing but pads."""
    return {"role": "any"} | {field: f"{_PAD} " * count for field, count in counts.items()}


def _count(stream: str) -> int:
    return stream.count(" ") + 1 if stream else 0
