"""Writes a document with its edits, and has the other library read what was written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workers.hwp.document import HwpDocument
from workers.hwp.editing.verification import lines_of_blocks, verify
from workers.hwp.open_document import OpenDocument

MIMES = {"hwpx": "application/hwp+zip", "hwp5": "application/x-hwp"}


@dataclass(frozen=True, slots=True)
class Written:
    """The bytes of a file, and what was seen in them; None where nobody looked."""

    data: bytes
    format: str
    verification: dict[str, Any] | None

    @property
    def mime(self) -> str:
        """The type of the bytes."""
        return MIMES[self.format]


def write(document: OpenDocument, form: str | None, *, is_verified: bool) -> Written:
    """Write in a format, or in that in which the document was opened."""
    wanted = form or document.format.value
    data = document.editor.to_bytes(wanted)
    return Written(data, wanted, _look_at(document, data) if is_verified else None)


def _look_at(document: OpenDocument, data: bytes) -> dict[str, Any]:
    before = document.original
    after = HwpDocument(data, document.path, document.limits)
    try:
        touched = document.editor.touched
        seen = verify(
            lines_of_blocks(before.blocks),
            lines_of_blocks(after.blocks),
            touched.before,
            touched.after,
        )
        return seen.to_fields(before.page_count, after.page_count)
    finally:
        after.close()
