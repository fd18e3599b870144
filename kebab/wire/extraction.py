"""What a worker makes of one file: plain dataclasses that cross the pipe."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from kebab.wire.place import LINES, Place

# Of the parser and the chunker of each medium; a new one makes the next ingest read files again.
VERSIONS = {
    "markdown": ("markdown-1", "heading-1"),
    "text": ("text-1", "paragraph-1"),
    "pdf": ("pdf-1", "heading-1"),
    "image": ("image-1", "heading-1"),
    "code": ("code-1", "symbol-1"),
    "hwp": ("hwp-1", "heading-1"),
    "docx": ("docx-1", "heading-1"),
    "pptx": ("pptx-1", "heading-1"),
    "xlsx": ("xlsx-1", "heading-1"),
    "odf": ("odf-1", "heading-1"),
    "html": ("html-1", "heading-1"),
    "epub": ("epub-1", "heading-1"),
    "notebook": ("notebook-1", "heading-1"),
    "csv": ("csv-1", "heading-1"),
    "email": ("email-1", "heading-1"),
    "mbox": ("mbox-1", "heading-1"),
}
# Media whose files are text, with lines of their own.
LINED = ("markdown", "text", "code")
# Media whose parsing takes many times as long as cutting chunks: it is kept. Code is none of them,
# it is parsed about as fast as it is cut.
KEPT_PARSED = ("pdf", "hwp", "docx", "pptx", "xlsx", "odf", "html", "epub")


@dataclass(frozen=True, slots=True)
class ExtractedChunk:
    """One chunk. Lines are 1-based and inclusive and cover all of it: of the file on disk, or of
    the document's canonical text where its medium has no lines. `place` says where that is in it.
    """

    text: str
    heading_path: tuple[str, ...]
    line_start: int
    line_end: int
    token_count: int
    place: Place = LINES


@dataclass(frozen=True, slots=True)
class Extraction:
    """One file as a canonical document, cut into chunks.

    `body` is the canonical text, zlib, of a medium whose files are no text: the lines of the chunks
    are its lines. Where `pages_to_read` are named, the extraction is to be made again with what
    OCR reads on them. `trust_level` and `source_type` are empty where the document does not state
    them itself.
    `content_hash` is 64 hex digits of blake3 over the bytes that were read; `size_bytes` and
    `mtime_ns` belong to the same moment. `parsed` is what the parser has made, as bytes to be kept
    for the next time; None where it is not worth it or was kept before. `is_unfinished` is set by
    the front where a model that looks at pictures was away: a later run goes on.
    """

    title: str
    lang: str
    encoding: str
    content_hash: str
    size_bytes: int
    mtime_ns: int
    parser_version: str
    chunker_version: str
    tags: tuple[str, ...] = ()
    trust_level: str = ""
    source_type: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    chunks: tuple[ExtractedChunk, ...] = ()
    body: bytes | None = None
    code_lang: str = ""
    pages_to_read: tuple[int, ...] = ()
    parsed: bytes | None = None
    is_unfinished: bool = False

    def to_fields(self) -> dict[str, Any]:
        """Flatten for the pipe."""
        fields = asdict(self)
        for chunk, flat in zip(self.chunks, fields["chunks"], strict=True):
            flat["place"] = chunk.place.to_fields()
        return fields

    @staticmethod
    def from_fields(fields: dict[str, Any]) -> Extraction:
        """Rebuild from the pipe."""
        chunks = tuple(
            ExtractedChunk(
                **{
                    **chunk,
                    "heading_path": tuple(chunk["heading_path"]),
                    "place": Place.from_fields(chunk["place"]),
                }
            )
            for chunk in fields["chunks"]
        )
        return Extraction(
            **{
                **fields,
                "tags": tuple(fields["tags"]),
                "warnings": tuple(fields["warnings"]),
                "pages_to_read": tuple(fields["pages_to_read"]),
                "chunks": chunks,
            }
        )
