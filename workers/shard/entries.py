"""Says what the lexical view stores of a chunk, field by field.

`body` holds all that belongs to the chunk, path, title and headings included, so that one field
tells whether a chunk holds a word. A chunk's entry comes with counterweights, entries of pads which
bring the average length of its fields to a fixed one. BM25 thereby compares with the same length in
every index: scores depend neither on the other chunks of a shard nor on deleted ones that are not
merged away yet.

Tantivy keeps the length of a field in one byte. When it merges deleted entries away it adds up what
is left from those bytes, so every length is one that a byte stands for: rounded it is the same.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from kebab.catalog.records import IndexedChunk
from workers.shard.tokens import analyse, characters, composed

AVERAGES = {"body": 312, "headings": 12, "title": 6}  # tokens; near those of a usual chunk
_PAD = "_"  # no text gives this token
_GAP = (_PAD,)  # keeps phrases from reaching across


def _length_of(byte: int) -> int:
    """Return the length that a byte stands for: three bits of it, and how far they are shifted."""
    rest = byte - _EXACT_BYTES
    if rest < _MANTISSAS:
        return byte
    return int(_EXACT_BYTES + ((rest % _MANTISSAS + _MANTISSAS) << (rest // _MANTISSAS - 1)))


# https://github.com/quickwit-oss/tantivy, src/fieldnorm/code.rs
_EXACT_BYTES = 24
_MANTISSAS = 8
LENGTHS = tuple(map(_length_of, range(256)))


def entry_fields(chunk: IndexedChunk) -> dict[str, Any]:
    """List the fields of a chunk's entry."""
    path = analyse(chunk.path)
    title = analyse(chunk.title)
    headings = analyse("\n".join(chunk.heading_path))
    text = analyse(chunk.text)
    every = (path, title, headings, text)
    body = (*path.words, *_GAP, *title.words, *_GAP, *headings.words, *_GAP, *text.words)
    named = headings.words
    if chunk.media == "code":  # where the pieces of camelCase are words like any other
        body = (*body, *_GAP, *headings.parts, *_GAP, *text.parts)
        named = (*named, *_GAP, *headings.parts) if headings.parts else named
    return {
        "body": _fitted(body),
        "headings": _fitted(named),
        "title": _fitted(title.words),
        "exact": " ".join(sorted({token for part in every for token in part.exact})),
        "parts": " ".join(sorted({token for part in every for token in part.parts})),
        "characters": " ".join(sorted(characters(" ".join(body)))),
        "role": ["chunk", "any"],
        "tags": [composed(tag) for tag in chunk.tags],
        "media": chunk.media,
        "lang": chunk.lang,
        "source": chunk.source_id,
        "source_type": chunk.source_type,
        "repo": composed(chunk.repo),
        "code_lang": chunk.code_lang,
        "document": chunk.document_id,
        "trust": chunk.trust_level,
        "path_whole": composed(chunk.path),
        "row": chunk.row,
        "updated": chunk.updated_at_ms,
    }


def counterweights(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """List the fields of the entries that balance a chunk's entry: two, more for a long chunk."""
    lengths = {field: _count(entry[field]) for field in AVERAGES}
    number = 1
    while (parts := _balance(lengths, number)) is None:
        number += 1
    for place in range(number):
        counts = {field: part[place] for field, part in parts.items() if place < len(part)}
        yield pads(counts) | {"row": entry["row"]}


def _balance(lengths: dict[str, int], number: int) -> dict[str, list[int]] | None:
    """Say how long the fields of so many entries have to be; None where these are too few."""
    parts = {}
    for field, average in AVERAGES.items():
        missing = (number + 1) * average - lengths[field]
        parts[field] = _cut(missing)
        if missing < 0 or len(parts[field]) > number:
            return None
    return parts


def _cut(length: int) -> list[int]:
    """Cut a length into few that a byte stands for."""
    parts = []
    while length > 0:
        parts.append(LENGTHS[bisect_right(LENGTHS, length) - 1])
        length -= parts[-1]
    return parts


def pads(counts: dict[str, int]) -> dict[str, Any]:
    """List the fields of an entry that holds nothing but pads."""
    return {"role": "any"} | {field: f"{_PAD} " * count for field, count in counts.items()}


def _fitted(words: Sequence[str]) -> str:
    """Write the words, with pads behind them up to a length that a byte stands for."""
    missing = LENGTHS[bisect_left(LENGTHS, len(words))] - len(words)
    return " ".join((*words, *(_PAD,) * missing))


def _count(stream: str) -> int:
    return stream.count(" ") + 1 if stream else 0
