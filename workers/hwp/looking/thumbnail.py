"""Takes the preview picture out of an HWP document, which is not parsed for it."""

from __future__ import annotations

from workers.hwp import ole, package, refusal
from workers.hwp.file_format import Format
from workers.hwp.looking.preview import MAX_BYTES, judge_preview
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Attachment, Outcome


def thumbnail(document: OpenDocument, _args: Args) -> Outcome:
    """Give the preview; `present` is False where there is none, or none that is a picture."""
    data = preview_bytes(document)
    found = judge_preview(data) if data else None
    if data is None or found is None:
        warning = "its preview is damaged, too large, or no picture" if data else ""
        return Outcome({"present": False}, warnings=(warning,) if warning else ())
    result = {
        "present": True,
        "mime": found.mime,
        "width": found.width,
        "height": found.height,
        "bytes": len(data),
    }
    return Outcome(result, Attachment(found.mime, data))


def preview_bytes(document: OpenDocument) -> bytes | None:
    """Return the preview as it is in the document with its edits; None where there is none."""
    if document.format not in (Format.HWP5, Format.HWPX):
        raise refusal.unsupported(document.path, "neither HWP 5 nor HWPX")
    data = document.data
    if document.applied:
        data = document.editor.to_bytes(document.format.value)
    if document.format is Format.HWP5:
        return ole.read_preview(data, document.path, MAX_BYTES)
    with package.opened(data, document.path) as opened:
        return package.read_preview(opened, MAX_BYTES)
