"""A document with the edits that were made to it: read from, edited, and read again.

Everything is made when first needed: what only looks at the bytes never parses them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from workers.extract.limits import Limits
from workers.hwp.document import HwpDocument
from workers.hwp.file_format import Format, recognise
from workers.hwp.source import SourceFile

if TYPE_CHECKING:
    from workers.hwp.editing.editor import Editor

_STATE_CHARS = 8
_OF_A_PIECE = frozenset(
    {"cursor", "limit", "max_matches", "max_chars", "context_chars", "with_page"}
)


class OpenDocument:
    """Close it on the thread that made it."""

    def __init__(self, source: SourceFile, limits: Limits) -> None:
        self.source = source
        self.limits = limits
        self.applied: list[dict[str, Any]] = []
        self.question: dict[str, Any] = {}
        self._original: HwpDocument | None = None
        self._edited: HwpDocument | None = None
        self._editor: Editor | None = None

    @property
    def path(self) -> str:
        """The file's path."""
        return self.source.path

    @property
    def data(self) -> bytes:
        """The file's bytes, as they were before any edit."""
        return self.source.data

    @property
    def format(self) -> Format:
        """What the bytes are, whatever the file's name says."""
        return recognise(self.source.data)

    @property
    def is_read(self) -> bool:
        """Whether the file has been found to be a document."""
        return self._original is not None

    @property
    def original(self) -> HwpDocument:
        """The document as the file has it."""
        if self._original is None:
            self._original = HwpDocument(self.data, self.path, self.limits)
        return self._original

    @property
    def view(self) -> HwpDocument:
        """The document with its edits: what every reading operation reads."""
        if not self.applied:
            return self.original
        if self._edited is None:
            data = self.editor.to_bytes(self.format.value)
            self._edited = HwpDocument(data, self.path, self.limits)
        return self._edited

    @property
    def editor(self) -> Editor:
        """The editor, which has the edits."""
        if self._editor is None:
            from workers.hwp.editing.editor import Editor  # noqa: PLC0415 - python-hwpx, lxml

            original = self.original  # the bytes have passed the preflight
            self._editor = Editor(
                self.data,
                self.path,
                lambda: [(one.table.rows, one.table.columns) for one in original.tables],
            )
        return self._editor

    @property
    def fingerprint(self) -> str:
        """Name the state and the question for cursors: another one after each edit."""
        return state_of(self.source.sha256, [*self.applied, self.question])

    @property
    def warnings(self) -> list[str]:
        """What the reader said of the document, as far as it was read."""
        read = self._edited if self.applied else self._original
        return list(dict.fromkeys(read.warnings)) if read else []

    def ask(self, operation: str, args: Mapping[str, Any]) -> None:
        """Note what is asked: a cursor goes on only with the same, in pieces of whatever size."""
        told = {name: value for name, value in args.items() if name not in _OF_A_PIECE}
        self.question = {"op": operation, "args": told}

    def apply(self, operation: str, args: Mapping[str, Any], *, dry_run: bool) -> dict[str, Any]:
        """Make one edit, or only try it; give the fields of HwpEdit."""
        result = self.editor.apply(operation, args, dry_run=dry_run)
        if result["applied"] and not dry_run:
            self.applied.append({"op": operation, "args": dict(args)})
            self._drop_edited()
        return result

    def close(self) -> None:
        """Let go of the native documents, whoever still holds this one."""
        self._drop_edited()
        if self._original is not None:
            self._original.close()
        self._original = self._editor = None

    def _drop_edited(self) -> None:
        if self._edited is not None:
            self._edited.close()
        self._edited = None


def state_of(sha256: str, edits: Sequence[Mapping[str, Any]]) -> str:
    """Shorten a file's content and the edits to it to a few digits."""
    text = json.dumps([sha256, list(edits)], sort_keys=True, default=_digest)
    return hashlib.sha256(text.encode()).hexdigest()[:_STATE_CHARS]


def _digest(value: bytes) -> str:
    return hashlib.sha256(value).hexdigest()
