"""Say how a document that was added by itself is to be read, now and after a change. Pure."""

from __future__ import annotations

import zlib
from pathlib import Path

from kebab.catalog.records import Given
from kebab.ingest.assemble import Reading
from kebab.ingest.fingerprint import source_fingerprints, with_part
from kebab.ingest.rules import size_limits
from kebab.ingest.scope import path_below
from kebab.settings.model import EXTERNAL, Settings, SourceSettings


def file_reading(path: Path, media: str, settings: Settings, given: Given) -> Reading:
    """Say how an external file is read."""
    source = _source(settings)
    return Reading(
        source_id=EXTERNAL,
        path=path_below(path),
        media=media,
        fingerprint=file_fingerprint(external_fingerprints(settings)[media], given),
        trust_level=source.trust_level,
        source_type=source.source_type,
        max_bytes=size_limits(settings)[media],
        disk_path=str(path),
        tags=given.tags,
        metadata=given.metadata,
    )


def external_fingerprints(settings: Settings) -> dict[str, str]:
    """Name what shapes the chunks of external documents, by medium."""
    return source_fingerprints(_source(settings), settings)


def file_fingerprint(chunks: str, given: Given) -> str:
    """Name what shapes an external file's `chunks`, and what was said with it."""
    facts = {"tags": list(given.tags), "metadata": dict(given.metadata)}
    return with_part(chunks, "given", facts) if given.tags or given.metadata else chunks


def text_reading(
    path: str, content: bytes, media: str, settings: Settings, source_uri: str | None, given: Given
) -> Reading:
    """Say how a text without a file is read; it is kept as it is."""
    source = _source(settings)
    return Reading(
        source_id=EXTERNAL,
        path=path,
        media=media,
        fingerprint=text_fingerprint(
            external_fingerprints(settings)[media], media, source_uri, given
        ),
        trust_level=source.trust_level,
        source_type=source.source_type,
        max_bytes=len(content),
        content=content,
        body=zlib.compress(content),
        source_uri=source_uri,
        title=given.title,
        tags=given.tags,
        metadata=given.metadata,
    )


def text_fingerprint(chunks: str, media: str, source_uri: str | None, given: Given) -> str:
    """Name what shapes a text's `chunks`, and what was said with it."""
    facts: dict[str, object] = {"title": given.title, "tags": list(given.tags)}
    facts |= {"source_uri": source_uri, "media": media, "metadata": dict(given.metadata)}
    return with_part(chunks, "given", facts)


def _source(settings: Settings) -> SourceSettings:
    return SourceSettings(id=EXTERNAL, root=settings.storage.data_dir)
