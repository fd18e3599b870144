"""A canonical document as bytes: they are kept in front, and given back for the next extract.

They are never trusted: what does not name this parser and this content, or has another shape, is
nothing, and the file is parsed again.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgpack

from kebab.wire.place import Place
from workers.chunk.blocks import Block, Kind
from workers.extract.canonical import Canonical

# Of the bytes, not of the parser: bytes of another format are nothing.
_FORMAT = "parsed-1"
# A larger one is a book of some thousand pages. It would be sent, and stand in the catalog a second
# time beside its text, for a parse that is rare.
MOST_BYTES = 4_000_000
_MOST_UNPACKED_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class Origin:
    """What was parsed, and by which version of its parser."""

    parser_version: str
    content_hash: str


def pack(found: Canonical, origin: Origin) -> bytes | None:
    """Write a canonical document as bytes; None for one that is too large to be kept."""
    places: dict[Place, int] = {}
    blocks = [_packed_block(block, found.lines, places) for block in found.blocks]
    fields = {
        "format": _FORMAT,
        "parser": origin.parser_version,
        "content": origin.content_hash,
        "lines": found.lines,
        "places": [place.to_fields() for place in places],
        "blocks": blocks,
        "title": found.title,
        "lang": found.lang,
        "encoding": found.encoding,
        "code_lang": found.code_lang,
        "tags": found.tags,
        "trust_level": found.trust_level,
        "source_type": found.source_type,
        "metadata": found.metadata,
        "warnings": found.warnings,
        "pages_to_read": found.pages_to_read,
        "is_named_by_file": found.is_named_by_file,
    }
    unpacked: bytes = msgpack.packb(fields, unicode_errors="surrogatepass")
    if len(unpacked) > _MOST_UNPACKED_BYTES:
        return None
    packed = zlib.compress(unpacked)
    return packed if len(packed) <= MOST_BYTES else None


def unpack(packed: bytes, origin: Origin) -> Canonical | None:
    """Read the document back; None where the bytes are damaged, or of something else."""
    try:
        unzip = zlib.decompressobj()
        unpacked = unzip.decompress(packed, _MOST_UNPACKED_BYTES)
        if not unzip.eof:
            return None
        fields = msgpack.unpackb(unpacked, unicode_errors="surrogatepass")
        return _canonical(fields, origin)
    except (zlib.error, msgpack.UnpackException, ValueError, TypeError, LookupError):
        return None


def _packed_block(block: Block, lines: list[str] | None, places: dict[Place, int]) -> list[Any]:
    """Leave out a text that stands in the lines: their number says it."""
    count = block.text.count("\n") + 1
    end = block.start - 1 + count
    stands = lines is not None and lines[block.start - 1 : end] == block.text.split("\n")
    return [
        block.kind.value,
        count if stands else block.text,
        block.start,
        block.level,
        block.title,
        places.setdefault(block.place, len(places)),
        block.division,
        block.path,
        block.head,
    ]


def _canonical(fields: Any, origin: Origin) -> Canonical | None:
    match fields:
        case {
            "format": str(shape),
            "parser": str(parser),
            "content": str(content),
            "lines": list() | None as lines,
            "places": list(placed),
            "blocks": list(blocks),
            "title": str(title),
            "lang": str(lang),
            "encoding": str(encoding),
            "code_lang": str(code_lang),
            "tags": list(tags),
            "trust_level": str(trust_level),
            "source_type": str(source_type),
            "metadata": dict(metadata),
            "warnings": list(warnings),
            "pages_to_read": list(pages_to_read),
            "is_named_by_file": bool(is_named_by_file),
        } if (shape, parser, content) == (_FORMAT, origin.parser_version, origin.content_hash):
            places = [Place.from_fields(dict(place)) for place in placed]
            return Canonical(
                blocks=[_block(block, lines or [], places) for block in blocks],
                lines=None if lines is None else list(_texts(lines)),
                title=title,
                lang=lang,
                encoding=encoding,
                code_lang=code_lang,
                tags=_texts(tags),
                trust_level=trust_level,
                source_type=source_type,
                metadata=metadata,
                warnings=_texts(warnings),
                pages_to_read=tuple(pages_to_read),
                is_named_by_file=is_named_by_file,
            )
        case _:
            return None


def _block(fields: Any, lines: Sequence[str], places: Sequence[Place]) -> Block:
    match fields:
        case [
            str(kind),
            str() | int() as text,
            int(start),
            int(level),
            str(title),
            int(place),
            int(division),
            list(path),
            str(head),
        ]:
            if isinstance(text, int):
                text = "\n".join(lines[start - 1 : start - 1 + text])
            return Block(
                Kind(kind), text, start, level, title, places[place], division, tuple(path), head
            )
        case _:
            raise ValueError("a block of another shape")


def _texts(values: Sequence[Any]) -> tuple[str, ...]:
    if not all(isinstance(value, str) for value in values):
        raise TypeError("a text of another shape")
    return tuple(values)
