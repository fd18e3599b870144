"""The values that go into the catalog and come out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from kebab.wire.place import LINES, Place


class Operation(IntEnum):
    """What a line of the log says happened to a chunk."""

    ADDED = 1
    DELETED = 2
    VECTOR = 3


# What each view of a shard replays: vectors that come must not make the lexical view commit.
OF_WORDS = (Operation.ADDED, Operation.DELETED)
OF_MEANING = (Operation.VECTOR, Operation.DELETED)


@dataclass(frozen=True, slots=True)
class NewChunk:
    """A chunk as the chunker made it. Lines are 1-based and inclusive: of the file on disk, or of
    the document's stored text where its medium has no lines. `place` says where it stands there.
    """

    text: str
    heading_path: tuple[str, ...]
    line_start: int
    line_end: int
    token_count: int
    place: Place = LINES


@dataclass(frozen=True, slots=True)
class Given:
    """What was said with a document that was added by itself.

    `content` is the text as it came, zlib, where neither a file nor the document's body has it.
    """

    title: str = ""
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that could not be read, as it was then, and the fields of the error.

    `fingerprint` names what else the outcome depends on: what reads it, and within which limits.
    """

    source_id: str
    path: str
    disk_path: str
    size_bytes: int
    mtime_ns: int
    content_hash: str
    fingerprint: str
    error: dict[str, Any]
    failed_at_ms: int


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document as it is to be stored. `id` and `shard` follow from source and path."""

    source_id: str
    path: str
    media: str
    title: str
    lang: str
    trust_level: str
    source_type: str
    size_bytes: int
    mtime_ns: int
    content_hash: str
    fingerprint: str
    parser_version: str
    chunker_version: str
    disk_path: str | None = None
    source_uri: str | None = None
    encoding: str | None = None
    tags: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    body: bytes | None = None
    code_lang: str = ""
    repo: str = ""
    branch: str = ""
    commit_id: str = ""
    given: Given | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it is stored. `has_body`: its text is, too, because no file has it in lines."""

    id: str
    source_id: str
    path: str
    disk_path: str | None
    source_uri: str | None
    media: str
    title: str
    lang: str
    trust_level: str
    source_type: str
    size_bytes: int
    mtime_ns: int
    content_hash: str
    fingerprint: str
    parser_version: str
    chunker_version: str
    encoding: str | None
    metadata: dict[str, Any]
    warnings: tuple[str, ...]
    version: int
    shard: int
    created_at_ms: int
    updated_at_ms: int
    tags: tuple[str, ...] = ()
    chunk_count: int = 0
    has_body: bool = False
    code_lang: str = ""
    repo: str = ""
    branch: str = ""
    commit_id: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk as it is stored. `row` is its id inside kebab, `chunk_id` the one users see."""

    row: int
    chunk_id: str
    document_id: str
    ordinal: int
    shard: int
    heading_path: tuple[str, ...]
    text: str
    line_start: int
    line_end: int
    token_count: int
    place: Place = LINES


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """What the lexical view of a shard needs of a chunk and of its document."""

    row: int
    document_id: str
    text: str
    heading_path: tuple[str, ...]
    title: str
    path: str
    media: str
    lang: str
    tags: tuple[str, ...]
    trust_level: str
    source_id: str
    source_type: str
    updated_at_ms: int
    code_lang: str = ""
    repo: str = ""


@dataclass(frozen=True, slots=True)
class ShardChanges:
    """What happened to one shard between two revisions, folded: replaying it is idempotent.

    `added` are rows that still exist, `deleted` rows that no longer do, `vectors` rows with a
    vector. `revision` is the last one covered; `complete` is false where more is to be read.
    """

    revision: int
    added: tuple[int, ...]
    deleted: tuple[int, ...]
    vectors: tuple[int, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of a conversation and what was answered."""

    question: str
    answer: str
    grounded: bool
    asked_at_ms: int
