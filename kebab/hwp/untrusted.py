"""Which fields of which answers carry text of a document: it may try to give orders."""

from __future__ import annotations

from collections.abc import Mapping

UNTRUSTED: Mapping[str, tuple[str, ...]] = {
    "hwp_blocks.v1": ("blocks[].text",),
    "hwp_chunks.v1": ("chunks[].text", "chunks[].heading_path"),
    "hwp_csv.v1": ("csv",),
    "hwp_data.v1": ("items[].raw", "items[].context"),
    "hwp_diff.v1": ("differences[].before", "differences[].after"),
    "hwp_digest.v1": ("title", "excerpt", "sections[].heading", "sections[].excerpt"),
    "hwp_edit.v1": ("changes[].before", "changes[].after", "confusable"),
    "hwp_fields.v1": ("fields[].name", "fields[].value", "fields[].guide", "fields[].memo"),
    "hwp_findings.v1": ("findings[].text",),
    "hwp_info.v1": ("title", "author", "subject", "keywords", "last_saved_by", "fonts"),
    "hwp_markup.v1": ("text",),
    "hwp_matches.v1": ("matches[].text", "matches[].context"),
    "hwp_page.v1": (),
    "hwp_plan.v1": ("steps[].message", "invalid"),
    "hwp_save.v1": ("saved.verification.unexpected_changes",),
    "hwp_structure.v1": ("nodes[].text",),
    "hwp_tables.v1": ("tables[].preview", "tables[].caption", "cells[].text"),
    "hwp_text.v1": ("text",),
}


def untrusted_fields(version: str) -> list[str]:
    """Name the fields of an object that hold a document's own words."""
    return list(UNTRUSTED.get(version, ()))
