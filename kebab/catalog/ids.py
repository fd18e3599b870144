"""How documents, chunks and passages are named. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from blake3 import blake3

from kebab.catalog.records import NewChunk

ID_LENGTH = 32
_SHARD_DIGITS = 8


def document_id(source_id: str, path: str) -> str:
    """Name a document by where it is, so that an edit keeps the name."""
    key = f"{source_id}\0{path}".encode("utf-8", "surrogatepass")
    return blake3(key).hexdigest()[:ID_LENGTH]


def shard_of(document: str, shard_count: int) -> int:
    """Choose the shard of a document: all of its chunks live there."""
    return int(document[:_SHARD_DIGITS], 16) % shard_count


def chunk_ids(document: str, chunks: Sequence[NewChunk]) -> list[str]:
    """Name chunks by document and text; the second chunk of equal text gets another name.

    A chunk that an edit leaves alone keeps its name, even when it moves.
    """
    seen: Counter[str] = Counter()
    names = []
    for chunk in chunks:
        occurrence = seen[chunk.text]
        seen[chunk.text] += 1
        key = f"{document}\0{occurrence}\0{chunk.text}".encode("utf-8", "surrogatepass")
        names.append(blake3(key).hexdigest()[:ID_LENGTH])
    return names
