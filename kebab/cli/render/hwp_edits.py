"""How edits of HWP documents, and what was saved, look."""

from __future__ import annotations

from kebab.cli.render.lines import Line, count, line, preview, size
from kebab.wire.hwp.editing import HwpEdit, HwpPlan, HwpSave, HwpSaved

_SHOWN_CHARS = 60


def edit_lines(value: HwpEdit) -> list[Line]:
    """Say what changed, or what stands in the way."""
    lines: list[Line] = []
    for name, found, colour in (
        ("not found", value.not_found, "red"),
        ("ambiguous", value.ambiguous, "red"),
        ("invalid", value.invalid, "red"),
        ("unchanged", value.unchanged, "dim"),
        ("removed", value.removed, ""),
    ):
        lines += [line((f"{name}: ", colour), one) for one in found or ()]
    for name, near in (value.confusable or {}).items():
        lines.append(line((f"{name}: ", "dim"), "is it ", ", ".join(near), "?"))
    for change in value.changes:
        place = change.name or change.address or ""
        lines.append(
            line(
                (f"{place}  ", "dim"),
                (_first(change.before) or "(empty)", "red"),
                " → ",
                (_first(change.after), "green"),
            )
        )
    return [*lines, *_verdict(value)]


def _verdict(value: HwpEdit) -> list[Line]:
    changes = count(value.change_count, "change")
    if value.saved is not None:
        return [line((changes, "bold")), *saved_lines(value.saved)]
    if value.dry_run:
        return [line((f"{changes} would be made; nothing is written", "bold"))]
    return [line(("nothing was changed or written", "bold"))]


def save_lines(value: HwpSave) -> list[Line]:
    """Say what was written."""
    return saved_lines(value.saved)


def saved_lines(saved: HwpSaved) -> list[Line]:
    """Name the file, and what reading it back has shown."""
    lines = [line("wrote ", (saved.path, "cyan"), (f"  {size(saved.bytes)}", "dim"))]
    seen = saved.verification
    if seen is None:
        return lines
    pages = f"{seen.pages_before} → {seen.pages_after} pages"
    if seen.text_as_expected:
        return [*lines, line(("read back ", "green"), f"by {seen.reader}: as expected, {pages}")]
    lines.append(line(("read back ", "yellow"), f"by {seen.reader}: other lines differ, {pages}"))
    return [*lines, *(line(("  ", ""), _first(one)) for one in seen.unexpected_changes)]


def plan_lines(value: HwpPlan) -> list[Line]:
    """Write a plan's journal."""
    lines = [
        line(
            ("done   ", "green") if step.applied else ("failed ", "red"),
            f"{step.step}  {step.operation}  {count(step.change_count, 'change')}",
            f"  {step.message}" if step.message else "",
        )
        for step in value.steps
    ]
    lines += [line(("invalid: ", "red"), why) for why in value.invalid]
    if value.saved is not None:
        return [*lines, *saved_lines(value.saved)]
    return [*lines, line(("nothing is written", "bold"))]


def _first(text: str) -> str:
    return preview(text, _SHOWN_CHARS)
