"""Every error that kebab raises on purpose: a code, a sentence, a hint, and its exit status.

KebabError                     generic                exit 2
├── InvalidInputError          invalid_input
│   ├── UnknownArgumentError   unknown_argument
│   ├── UnknownToolError       unknown_tool
│   └── OutsideRootsError      outside_roots
├── NotFoundError              not_found
│   ├── DocumentNotFoundError  doc_not_found
│   ├── ChunkNotFoundError     chunk_not_found
│   ├── FileNotFoundInputError file_not_found
│   └── NotIndexedError        not_indexed
├── SettingsError              config_invalid
│   └── SettingsNotFoundError  config_not_found
├── StaleCursorError           stale_cursor
├── SpanNotSupportedError      span_not_supported
├── UnsupportedMediaError      unsupported_media
├── UnreadableDocumentError    unreadable_document
│   ├── DamagedDocumentError   damaged
│   └── UnsupportedFormatError unsupported_format
├── EncryptedDocumentError     encrypted
├── TooLargeError              too_large
│   └── RefusedByPreflightError  refused_by_preflight
├── HandleUnknownError         handle_unknown
├── HandleLostError            handle_lost
├── UnsavedEditsError          unsaved_edits
├── PageOutOfRangeError        page_out_of_range
├── CellOutOfRangeError        cell_out_of_range
├── NoHangulFontError          no_hangul_font
├── OutputExistsError          output_exists
├── ReadOnlyError              readonly_mode          exit 1
├── IngestLockedError          ingest_locked
├── StoreError                 io_error
│   ├── CatalogDamagedError    catalog_damaged
│   ├── ViewDamagedError       view_damaged
│   └── ViewBusyError          view_busy
├── PoolError                  pool_error
│   ├── WorkerLostError        worker_lost
│   ├── CallTimeoutError       timeout
│   ├── OverloadedError        overloaded
│   └── CancelledCallError     cancelled
└── ProviderError              provider_error
    ├── EmbedderUnavailableError  embedder_unavailable
    ├── ModelUnreachableError  model_unreachable
    ├── ModelNotPulledError    model_not_pulled
    ├── StreamAbortedError     llm_stream_aborted
    └── MissingExtraError      missing_extra
"""

from __future__ import annotations

from typing import Any, ClassVar


class KebabError(Exception):
    """Base of all: a stable code, one sentence, what to do next, and the facts.

    `details` holds JSON values only. `did_you_mean` names the nearest valid spelling, where one
    can be guessed; it is written into `details` on the wire.
    """

    code: ClassVar[str] = "generic"
    exit_status: ClassVar[int] = 2
    by_code: ClassVar[dict[str, type[KebabError]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if KebabError.by_code.setdefault(cls.code, cls) is not cls:
            raise TypeError(f"error code {cls.code!r} is taken")

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        details: dict[str, Any] | None = None,
        did_you_mean: str | None = None,
    ) -> None:
        super().__init__(message)
        self.hint = hint
        self.details = dict(details or {})
        if did_you_mean is not None:
            self.details["did_you_mean"] = did_you_mean

    def to_fields(self) -> dict[str, Any]:
        """Flatten to the fields of error.v1, without its schema_version."""
        return {
            "code": self.code,
            "message": str(self),
            "hint": self.hint or None,
            "details": self.details,
        }

    @staticmethod
    def from_fields(fields: dict[str, Any]) -> KebabError:
        """Rebuild the class that the code names; an unknown code keeps its words."""
        cls = KebabError.by_code.get(fields["code"], KebabError)
        return cls(fields["message"], hint=fields["hint"] or "", details=fields["details"])


KebabError.by_code[KebabError.code] = KebabError


class InvalidInputError(KebabError):
    """An argument cannot be used."""

    code = "invalid_input"


class UnknownArgumentError(InvalidInputError):
    """A call carries an argument that its tool does not have."""

    code = "unknown_argument"


class UnknownToolError(InvalidInputError):
    """A call names a tool that is not served."""

    code = "unknown_tool"


class OutsideRootsError(InvalidInputError):
    """A path leads to where the tools may not read or write."""

    code = "outside_roots"


class NotFoundError(KebabError):
    """Something that was named does not exist."""

    code = "not_found"


class DocumentNotFoundError(NotFoundError):
    """No document has that id or path."""

    code = "doc_not_found"


class ChunkNotFoundError(NotFoundError):
    """No chunk has that id."""

    code = "chunk_not_found"


class FileNotFoundInputError(NotFoundError):
    """A file or folder that was named is not on the disk."""

    code = "file_not_found"


class NotIndexedError(NotFoundError):
    """There is no knowledge base at the configured place."""

    code = "not_indexed"


class SettingsError(KebabError):
    """The settings cannot be used."""

    code = "config_invalid"


class SettingsNotFoundError(SettingsError):
    """The settings file that was named does not exist."""

    code = "config_not_found"


class StaleCursorError(KebabError):
    """A cursor belongs to an earlier state of the corpus, or to no search at all."""

    code = "stale_cursor"


class SpanNotSupportedError(KebabError):
    """A line range was asked of a document that has no lines."""

    code = "span_not_supported"


class UnsupportedMediaError(KebabError):
    """A file is of a kind that kebab does not read."""

    code = "unsupported_media"


class UnreadableDocumentError(KebabError):
    """A file's content cannot be turned into text."""

    code = "unreadable_document"


class DamagedDocumentError(UnreadableDocumentError):
    """A file's bytes are not a whole document."""

    code = "damaged"


class UnsupportedFormatError(UnreadableDocumentError):
    """A file is of a format that is recognised and not read."""

    code = "unsupported_format"


class EncryptedDocumentError(KebabError):
    """A file is protected, and nothing that opens it was given."""

    code = "encrypted"


class TooLargeError(KebabError):
    """A file or an argument is over its limit."""

    code = "too_large"


class RefusedByPreflightError(TooLargeError):
    """A document asks its reader for more than the limits allow."""

    code = "refused_by_preflight"


class HandleUnknownError(KebabError):
    """No open document has that handle: it was closed, has expired, or never was."""

    code = "handle_unknown"


class HandleLostError(KebabError):
    """An open document cannot be opened again, since its file changed meanwhile."""

    code = "handle_lost"


class UnsavedEditsError(KebabError):
    """Closing a document would lose edits."""

    code = "unsaved_edits"


class PageOutOfRangeError(KebabError):
    """A document has no such page."""

    code = "page_out_of_range"


class CellOutOfRangeError(KebabError):
    """A document has no such table, or the table no such cell."""

    code = "cell_out_of_range"


class NoHangulFontError(KebabError):
    """Pages cannot be drawn with their Hangul: no font for it is installed."""

    code = "no_hangul_font"


class OutputExistsError(KebabError):
    """A file stands where one was to be written."""

    code = "output_exists"


class ReadOnlyError(KebabError):
    """The run was told not to write."""

    code = "readonly_mode"
    exit_status = 1


class IngestLockedError(KebabError):
    """Another ingest holds the lease."""

    code = "ingest_locked"


class StoreError(KebabError):
    """A file of the knowledge base, or a document, could not be read or written."""

    code = "io_error"


class CatalogDamagedError(StoreError):
    """The catalog does not pass its integrity check."""

    code = "catalog_damaged"


class ViewDamagedError(StoreError):
    """A shard's view cannot be used and has to be rebuilt from the catalog."""

    code = "view_damaged"


class ViewBusyError(StoreError):
    """Another process is writing this view."""

    code = "view_busy"


class PoolError(KebabError):
    """The pool of workers could not carry out a call."""

    code = "pool_error"


class WorkerLostError(PoolError):
    """The worker died while it had the call."""

    code = "worker_lost"


class CallTimeoutError(PoolError):
    """A call ran over its deadline."""

    code = "timeout"


class OverloadedError(PoolError):
    """Too many calls are waiting."""

    code = "overloaded"


class CancelledCallError(PoolError):
    """The caller gave the call up."""

    code = "cancelled"


class ProviderError(KebabError):
    """A model or a service that kebab calls has failed."""

    code = "provider_error"


class EmbedderUnavailableError(ProviderError):
    """There is no embedder, or it does not load."""

    code = "embedder_unavailable"


class ModelUnreachableError(ProviderError):
    """The language model's server does not answer, or the host offers no model."""

    code = "model_unreachable"


class ModelNotPulledError(ProviderError):
    """The server answers and does not have the model that the settings name."""

    code = "model_not_pulled"


class StreamAbortedError(ProviderError):
    """A language model's answer broke off after it had begun."""

    code = "llm_stream_aborted"


class MissingExtraError(ProviderError):
    """A feature needs a package that is not installed."""

    code = "missing_extra"
