"""Put what a worker made of a file together with what the front knows of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kebab.catalog.ids import document_id
from kebab.catalog.records import Given, NewChunk, NewDocument
from kebab.ingest.passage import passage_key, passage_text
from kebab.ingest.repository import Repository
from kebab.ingest.scan import FoundFile
from kebab.settings.model import EXTERNAL
from kebab.wire.extraction import Extraction
from kebab.wire.ingest import ReadReason

_UNFINISHED = "-unfinished"


@dataclass(frozen=True, slots=True)
class Reading:
    """A document that is to be read: from `disk_path`, or from `content` where there is no file.

    `trust_level` and `source_type` count where the document does not state its own; `title`,
    `tags` and `metadata` were given with it and go before and beside the document's own. `found` is
    the file as a scan saw it: where there is one, a failure of the file is kept.
    """

    source_id: str
    path: str
    media: str
    fingerprint: str
    trust_level: str
    source_type: str
    max_bytes: int
    disk_path: str | None = None
    content: bytes | None = None
    body: bytes | None = None
    source_uri: str | None = None
    title: str = ""
    tags: tuple[str, ...] = ()
    repository: Repository | None = None
    reason: ReadReason = "new"
    because: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    found: FoundFile | None = None

    def to_params(self) -> dict[str, Any]:
        """Say to a worker where the content is and what it is."""
        return {
            "disk_path": self.disk_path if self.content is None else None,
            "content": self.content,
            "path": self.path,
            "media": self.media,
            "max_bytes": self.max_bytes,
        }

    @property
    def document_id(self) -> str:
        """Return the id of the document."""
        return document_id(self.source_id, self.path)


@dataclass(frozen=True, slots=True)
class Assembled:
    """A document as the catalog takes it."""

    document: NewDocument
    chunks: tuple[NewChunk, ...]
    passage_keys: tuple[bytes, ...]


def unfinished(fingerprint: str) -> str:
    """Name the way a document was read of which a model, that was away, has not seen all."""
    return f"{fingerprint}{_UNFINISHED}"


def assemble(reading: Reading, extraction: Extraction) -> Assembled:
    """Make the document, its chunks, and the names of their passages."""
    repository = reading.repository or Repository("")
    document = NewDocument(
        source_id=reading.source_id,
        path=reading.path,
        media=reading.media,
        title=reading.title or extraction.title,
        lang=extraction.lang,
        trust_level=extraction.trust_level or reading.trust_level,
        source_type=extraction.source_type or reading.source_type,
        size_bytes=extraction.size_bytes,
        mtime_ns=extraction.mtime_ns,
        content_hash=extraction.content_hash,
        fingerprint=(
            unfinished(reading.fingerprint) if extraction.is_unfinished else reading.fingerprint
        ),
        parser_version=extraction.parser_version,
        chunker_version=extraction.chunker_version,
        disk_path=reading.disk_path,
        source_uri=reading.source_uri,
        encoding=extraction.encoding,
        tags=tuple(dict.fromkeys((*reading.tags, *extraction.tags))),
        metadata={**extraction.metadata, **reading.metadata},
        warnings=extraction.warnings,
        body=extraction.body or reading.body,
        code_lang=extraction.code_lang,
        repo=repository.name,
        branch=repository.branch,
        commit_id=repository.commit,
        given=_given(reading, extraction),
    )
    chunks = tuple(
        NewChunk(c.text, c.heading_path, c.line_start, c.line_end, c.token_count, c.place)
        for c in extraction.chunks
    )
    keys = tuple(
        passage_key(passage_text(document.title, c.heading_path, c.text, c.token_count))
        for c in chunks
    )
    return Assembled(document, chunks, keys)


def _given(reading: Reading, extraction: Extraction) -> Given | None:
    """Keep what was said with an external document, and a text whose body has other lines."""
    if reading.source_id != EXTERNAL:
        return None
    content = None if extraction.body is None else reading.body
    return Given(reading.title, reading.tags, reading.metadata, content)
