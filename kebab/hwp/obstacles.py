"""Tells whether an edit was made, and what stood in its way. Pure."""

from __future__ import annotations

from kebab.wire.hwp.editing import HwpEdit


def is_done(edit: HwpEdit) -> bool:
    """Tell whether an edit into a file did what was asked, or would, where it was only tried."""
    if edit.dry_run:
        return not (edit.not_found or edit.ambiguous or edit.invalid)
    return edit.saved is not None


def why_not(edit: HwpEdit) -> str:
    """Say why an edit was not made."""
    alike = edit.confusable or {}
    near = {name: f"{name} (is it {', '.join(names)}?)" for name, names in alike.items()}
    lists = (
        ("not found", [near.get(name, name) for name in edit.not_found or ()]),
        ("ambiguous", edit.ambiguous),
        ("invalid", edit.invalid),
    )
    said = [f"{name}: {', '.join(values)}" for name, values in lists if values]
    return "; ".join(said) or "nothing was there to change"
