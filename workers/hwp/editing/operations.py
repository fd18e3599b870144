"""The operations of a request that edit a document: its fields, an edit, a save."""

from __future__ import annotations

from typing import Any

from workers.hwp.cursors import cut
from workers.hwp.editing.saving import Written, write
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Attachment, Outcome


def fields(document: OpenDocument, args: Args) -> Outcome:
    """List the fields of a form: {limit, cursor}."""
    found = document.editor.fields()
    piece = cut(found, args["limit"], args["cursor"], document.fingerprint)
    result = {
        "fields": list(piece.items),
        "field_count": len(found),
        "truncated": piece.truncated,
        "next_cursor": piece.next_cursor,
    }
    return Outcome(result)


def edit(document: OpenDocument, args: Args) -> Outcome:
    """Make an edit: {operation, args, dry_run}.

    With `format` (None: as opened) among them it is for a file: an edit that was made comes back as
    the bytes to write, verified unless `verify` is False.
    """
    made = document.apply(args["operation"], args["args"], dry_run=args["dry_run"])
    warnings = (*made.pop("warnings"), *document.editor.warnings)
    if not made["applied"] or "format" not in args:
        return Outcome(made, warnings=warnings)
    written = write(document, args["format"], is_verified=args.get("verify", True))
    result = {**made, **_facts(written)}
    return Outcome(result, Attachment(written.mime, written.data), warnings=warnings)


def save(document: OpenDocument, args: Args) -> Outcome:
    """Write the document with its edits: {format: as opened where None, verify}."""
    written = write(document, args["format"], is_verified=args["verify"])
    result = {"edits": document.editor.edit_count, **_facts(written)}
    warnings = tuple(document.editor.warnings)
    return Outcome(result, Attachment(written.mime, written.data), warnings=warnings)


def _facts(written: Written) -> dict[str, Any]:
    return {"verification": written.verification, "format": written.format}
