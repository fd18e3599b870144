"""What the tools beside `search` take; the command line fills the same values."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from kebab.wire.wire_object import WireObject

# What is said of a document: a number is taken as its text, as the command line takes it.
Facts = dict[
    Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)],
    Annotated[str, StringConstraints(strip_whitespace=True), Field(coerce_numbers_to_str=True)],
]


class FetchInput(WireObject):
    """Which text is wanted: a chunk with its neighbours, a document, or lines of one.

    `chunk` needs `chunk_id`; `doc` and `span` need `doc_id`, an id or a path; `span` needs
    `line_start`. `max_tokens = 0` leaves the budget to the service.
    """

    kind: Literal["chunk", "doc", "span"]
    chunk_id: str = ""
    doc_id: str = ""
    line_start: int = Field(default=0, ge=0)
    line_end: int = Field(default=0, ge=0)
    context: int = Field(default=0, ge=0, le=10)
    max_tokens: int = Field(default=0, ge=0, le=100_000)
    cursor: str = ""


class ListInput(WireObject):
    """Which documents to list, and how many on a page."""

    path_glob: str = ""
    media: list[str] = []
    lang: list[str] = []
    tags: list[str] = []
    source: list[str] = []
    limit: int = Field(default=50, ge=1, le=200)
    cursor: str = ""


class BulkSearchInput(WireObject):
    """Several searches in one call; each query has the fields of SearchInput."""

    queries: list[Any] = Field(min_length=1, max_length=100)


class IngestFileInput(WireObject):
    """One file, by its absolute path. Tags and metadata are for one outside of the sources."""

    path: str = Field(min_length=1, max_length=4096)
    tags: list[str] = Field(default=[], max_length=100)
    metadata: Facts = Field(default={}, max_length=100)


class IngestStdinInput(WireObject):
    """A text that has no file: Markdown, HTML or plain. The same `source_uri`, or else the same
    title, updates it.
    """

    content: str
    title: str = Field(min_length=1, max_length=500)
    source_uri: str = Field(default="", max_length=4096)
    tags: list[str] = Field(default=[], max_length=100)
    metadata: Facts = Field(default={}, max_length=100)


class ForgetInput(WireObject):
    """Documents to remove from the index, by id or path; files on the disk stay."""

    targets: list[str] = Field(min_length=1, max_length=200)


class NoInput(WireObject):
    """A tool that takes no argument."""
