"""Makes of one file's bytes a canonical document, cut into chunks."""

from __future__ import annotations

import zlib

from blake3 import blake3

from kebab.errors import UnsupportedMediaError
from kebab.wire.extraction import KEPT_PARSED, LINED, VERSIONS, ExtractedChunk, Extraction
from kebab.wire.worker import ChunkingConfig
from workers.chunk.by_heading import chunk_blocks
from workers.chunk.tokens import CountTokens
from workers.extract.canonical import Canonical
from workers.extract.language import guess_language
from workers.extract.parsed import Origin, pack, unpack
from workers.extract.pdf_title import is_file_name
from workers.extract.real_kind import naming_real_kind, refuse_empty
from workers.extract.registry import Means, parser_of
from workers.extract.title import choose_title


def extract(
    *,
    path: str,
    media: str,
    data: bytes,
    size_bytes: int,
    mtime_ns: int,
    chunking: ChunkingConfig,
    count_tokens: CountTokens,
    means: Means | None = None,
) -> Extraction:
    """Decode, parse and chunk; `path` names the document and is not opened.

    Where what an earlier call has parsed of the same content is at hand, only chunks are made.
    """
    means = means or Means()
    if media not in VERSIONS:
        raise UnsupportedMediaError(
            f"{path} is of a medium that is not read: {media}",
            hint=f"Media that are read: {', '.join(VERSIONS)}.",
            details={"path": path, "media": media},
        )
    parser_version, chunker_version = VERSIONS[media]
    of = Origin(parser_version, blake3(data).hexdigest())
    found = None if means.kept is None else unpack(means.kept, of)
    parsed = None
    if found is None:
        refuse_empty(data, path, media)
        with naming_real_kind(data, path):
            found = parser_of(media, means)(data, path)
        parsed = pack(found, of) if media in KEPT_PARSED else None
    chunks = _chunks(media, found, chunking, count_tokens)
    is_empty = not chunks and not found.pages_to_read
    return Extraction(
        title=_title(media, found, path),
        lang=found.lang or guess_language(found.blocks),
        encoding=found.encoding,
        content_hash=of.content_hash,
        size_bytes=size_bytes,
        mtime_ns=mtime_ns,
        parser_version=parser_version,
        chunker_version=chunker_version,
        tags=found.tags,
        trust_level=found.trust_level,
        source_type=found.source_type,
        metadata=found.metadata,
        warnings=(*found.warnings, *(("no text",) if is_empty else ())),
        chunks=chunks,
        body=None if media in LINED else _packed(found.lines or []),
        code_lang=found.code_lang,
        pages_to_read=found.pages_to_read,
        parsed=parsed,
    )


def _title(media: str, found: Canonical, path: str) -> str:
    is_repeated = media == "pdf" and is_file_name(found.title, path)
    return choose_title(
        "" if is_repeated else found.title,
        found.blocks,
        path,
        is_named_by_file=found.is_named_by_file,
    )


def _chunks(
    media: str, found: Canonical, chunking: ChunkingConfig, count_tokens: CountTokens
) -> tuple[ExtractedChunk, ...]:
    if media == "code":
        from workers.chunk.by_symbol import chunk_symbols  # noqa: PLC0415 - most files are none

        return chunk_symbols(found.blocks, chunking, count_tokens)
    return chunk_blocks(found.blocks, chunking, count_tokens)


def _packed(lines: list[str]) -> bytes:
    return zlib.compress("\n".join(lines).encode("utf-8", "replace"))
