"""Makes of one file's bytes a canonical document, cut into chunks."""

from __future__ import annotations

from blake3 import blake3

from kebab.errors import UnsupportedMediaError
from kebab.wire.extraction import VERSIONS, Extraction
from kebab.wire.worker import ChunkingConfig
from workers.chunk.blocks import Block
from workers.chunk.by_heading import chunk_blocks
from workers.chunk.tokens import CountTokens
from workers.extract.encoding import decode
from workers.extract.front_matter import read_front_matter
from workers.extract.front_matter_fields import FrontMatter
from workers.extract.language import guess_language
from workers.extract.markdown import parse_markdown
from workers.extract.text import dialect_of, parse_text, stated_title
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
) -> Extraction:
    """Decode, parse and chunk; `path` names the document and is not opened."""
    if media not in VERSIONS:
        raise UnsupportedMediaError(
            f"{path} is of a medium that is not read: {media}",
            hint=f"Media that are read: {', '.join(VERSIONS)}.",
            details={"path": path, "media": media},
        )
    decoded = decode(data, path)
    front, blocks = _parse(media, path, decoded.text.split("\n"))
    chunks = chunk_blocks(blocks, chunking, count_tokens)
    parser_version, chunker_version = VERSIONS[media]
    return Extraction(
        title=choose_title(front.title, blocks, path),
        lang=front.lang or guess_language(blocks),
        encoding=decoded.encoding,
        content_hash=blake3(data).hexdigest(),
        size_bytes=size_bytes,
        mtime_ns=mtime_ns,
        parser_version=parser_version,
        chunker_version=chunker_version,
        tags=front.tags,
        trust_level=front.trust_level,
        source_type=front.source_type,
        metadata=front.metadata,
        warnings=(*decoded.warnings, *front.warnings, *(() if chunks else ("no text",))),
        chunks=chunks,
    )


def _parse(media: str, path: str, lines: list[str]) -> tuple[FrontMatter, list[Block]]:
    if media == "markdown":
        front = read_front_matter(lines)
        return front, parse_markdown(lines, front.line_count)
    dialect = dialect_of(path)
    return FrontMatter(title=stated_title(lines, dialect)), parse_text(lines, dialect)
