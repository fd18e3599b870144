"""Add one document that no folder run looks after: a file from anywhere, or text from stdin."""

from __future__ import annotations

import asyncio
import re
import stat
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from blake3 import blake3

from kebab.catalog.reader import CatalogReader
from kebab.catalog.records import Given
from kebab.errors import (
    FileNotFoundInputError,
    InvalidInputError,
    TooLargeError,
    UnsupportedMediaError,
)
from kebab.ingest.assemble import Reading
from kebab.ingest.external_reading import file_reading, text_reading
from kebab.ingest.left_out import hint_for
from kebab.ingest.media import extension_of
from kebab.ingest.rules import limit_key, scan_rules, size_limits
from kebab.ingest.run import IngestRun
from kebab.ingest.scan import cannot_read
from kebab.ingest.scope import SourceScope, absolute, place_of
from kebab.ingest.stages import IngestContext
from kebab.ingest.text_medium import TextMedium, guess_medium
from kebab.ingest.unnamed import medium_of_file
from kebab.ingest.verify import hash_file
from kebab.ingest.walk import walk
from kebab.settings.model import EXTERNAL, Settings
from kebab.wire.ingest import IngestItem, IngestReport, IngestScope, ReadReason

_SLUG_CHARACTERS = 60
_KEY_DIGITS = 8
_NOT_A_WORD = re.compile(r"[\W_]+")


async def ingest_file(
    context: IngestContext,
    path: Path,
    *,
    tags: Sequence[str] = (),
    metadata: Mapping[str, str] | None = None,
) -> IngestReport:
    """Add or update one file. Raises the file's own error where it cannot be read.

    A file that a source's scan finds is a document of that source; any other is external: later
    runs leave it alone, and adding the same path again updates it, with what is given then.
    """
    given = absolute(path)
    check_file(given, context.settings)
    scope = await asyncio.to_thread(_scope_of, given, context.settings)
    run = IngestRun(context)
    if scope is not None:
        if tags or metadata:
            raise _said_by_its_source(given, scope)
        report_scope = _report_scope(str(scope.source.root), scope.source.id)
        report = await run.carry_out(report_scope, [scope], retries=True)
    else:
        report_scope = _report_scope(str(given.parent), EXTERNAL)
        said = Given(tags=tuple(tags), metadata=dict(metadata or {}))
        media = medium_of_file(given.name, str(given)) or ""
        reading = file_reading(given, media, context.settings, said)
        return await _read_one(run, report_scope, reading)
    if run.tally.failures:
        raise run.tally.failures[0]
    return report


async def ingest_stdin(
    context: IngestContext,
    content: bytes,
    *,
    title: str = "",
    source_uri: str | None = None,
    tags: Sequence[str] = (),
    metadata: Mapping[str, str] | None = None,
    media: TextMedium | None = None,
) -> IngestReport:
    """Add or update a document that has no file; its text is kept in the catalog.

    The same `source_uri`, or without one the same title, names the same document again. The medium
    is guessed where none is given.
    """
    check_text(content, context.settings, media)
    run = IngestRun(context)
    said = Given(title.strip(), tuple(tags), dict(metadata or {}))
    path = stdin_path(said.title, source_uri)
    medium = media or guess_medium(content, source_uri)
    reading = text_reading(path, content, medium, context.settings, source_uri, said)
    return await _read_one(run, _report_scope("stdin", EXTERNAL), reading)


def check_text(content: bytes, settings: Settings, media: TextMedium | None = None) -> None:
    """Raise what is wrong with a text before anything is written."""
    media = media or guess_medium(content)
    limit = size_limits(settings)[media]
    if not content.strip():
        raise InvalidInputError("there is no text to add", hint="send Markdown, HTML or plain text")
    if len(content) > limit:
        raise TooLargeError(
            f"the text has {len(content)} bytes; at most {limit} are read",
            hint=f"split it, or raise `ingest.{limit_key(media)}`",
            details={"size_bytes": len(content), "limit_bytes": limit},
        )


def stdin_path(title: str, source_uri: str | None) -> str:
    """Name a document without a file, readably and always the same for the same origin."""
    origin = source_uri or title
    if not origin:
        raise InvalidInputError(
            "a text from stdin needs a name", hint="give a title or a source_uri"
        )
    words = _NOT_A_WORD.sub("-", unicodedata.normalize("NFC", origin).lower()).strip("-")
    slug = words[:_SLUG_CHARACTERS].strip("-") or "text"
    key = blake3(origin.encode(errors="replace")).hexdigest()[:_KEY_DIGITS]
    return f"stdin/{slug}-{key}.md"


async def _read_one(run: IngestRun, scope: IngestScope, reading: Reading) -> IngestReport:
    """Read a document unless what is stored of it is the same already."""
    found = await asyncio.to_thread(_compare, run.context, reading)
    readings = []
    if isinstance(found, IngestItem):
        run.tally.add(found)
    else:
        readings.append(replace(reading, reason=found))
    report = await run.carry_out(scope, [], readings=readings)
    if run.tally.failures:
        raise run.tally.failures[0]
    return report


def _compare(context: IngestContext, reading: Reading) -> IngestItem | ReadReason:
    """Say why a document is to be read; where it is as stored, note only a new time of its file."""
    with closing(CatalogReader(context.writer.path)) as reader:
        stored = reader.get_document(reading.document_id)
    if stored is None:
        return "new"
    if reading.content is not None:
        found = blake3(reading.content).hexdigest()
    else:
        found = hash_file(reading.disk_path or "") or ""
    if found != stored.content_hash:
        return "changed"
    if stored.fingerprint != reading.fingerprint:
        return "version"
    if reading.disk_path is not None:
        status = Path(reading.disk_path).stat()
        context.writer.touch_document(stored.id, status.st_size, status.st_mtime_ns)
    return IngestItem(
        kind="unchanged",
        doc_path=stored.path,
        source_id=stored.source_id,
        doc_id=stored.id,
        byte_len=stored.size_bytes,
        chunk_count=stored.chunk_count,
    )


def _said_by_its_source(path: Path, scope: SourceScope) -> InvalidInputError:
    return InvalidInputError(
        f"{path} belongs to the source {scope.source.id!r}: later runs would forget what is said "
        "of it here",
        hint="write tags and metadata into its front matter, or leave --tag and --meta out",
        details={"path": str(path), "source": scope.source.id},
    )


def _report_scope(root: str, source_id: str) -> IngestScope:
    return IngestScope(root=root, sources=[source_id], exclude=[])


def check_file(path: Path, settings: Settings) -> None:
    """Raise what is wrong with a path before anything is read or written."""
    details = {"path": str(path)}
    try:
        str(path).encode()
        status = path.stat()
    except UnicodeEncodeError as cause:
        raise InvalidInputError(
            "the path is not valid UTF-8", hint="rename the file, then add it again"
        ) from cause
    except (FileNotFoundError, NotADirectoryError) as cause:
        raise FileNotFoundInputError(
            f"there is no file {path}",
            hint="check the path; relative ones start at the folder that kebab was started in",
            details=details,
        ) from cause
    except OSError as cause:
        raise cannot_read(str(path), cause) from cause
    if not stat.S_ISREG(status.st_mode):
        raise InvalidInputError(
            f"{path} is not a regular file",
            hint="to ingest a folder, add it as [[sources]] and run `kebab ingest`",
            details=details,
        )
    media = medium_of_file(path.name, str(path))
    if media is None:
        raise UnsupportedMediaError(
            f"{path.name} is of a kind that is not read ({extension_of(path.name)})",
            hint=hint_for(extension_of(path.name)),
            details=details,
        )
    limit = size_limits(settings)[media]
    if status.st_size > limit:
        raise TooLargeError(
            f"{path} has {status.st_size} bytes; at most {limit} are read",
            hint=f"split it, or raise `ingest.{limit_key(media)}`",
            details={**details, "size_bytes": status.st_size, "limit_bytes": limit},
        )


def _scope_of(path: Path, settings: Settings) -> SourceScope | None:
    """Find the source whose own scan takes the file in; None makes it external."""
    place = place_of(path, settings.sources)
    if place is None:
        return None
    scope = SourceScope(place.source, (place.path,))
    scan = walk(place.source.root, scan_rules(settings, scope))
    for entry in scan.failed:
        raise entry.error
    return scope if any(file.path == place.path for file in scan.files) else None
