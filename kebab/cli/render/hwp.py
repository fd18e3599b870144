"""How answers about HWP documents look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kebab.cli.render.hwp_edits import edit_lines, plan_lines, save_lines
from kebab.cli.render.lines import Line, count, line, pairs, preview, size
from kebab.wire.hwp.batches import HwpBatch
from kebab.wire.hwp.editing import HwpEdit, HwpPlan, HwpSave
from kebab.wire.hwp.inspection import HwpDiff, HwpFindings
from kebab.wire.hwp.pictures import HwpFiles, HwpPage, HwpThumbnail
from kebab.wire.hwp.reading import (
    HwpBlocks,
    HwpChunks,
    HwpCounts,
    HwpData,
    HwpDigest,
    HwpInfo,
    HwpMarkup,
    HwpMatches,
    HwpStructure,
    HwpSummary,
    HwpText,
)
from kebab.wire.hwp.tables import HwpCsv, HwpFields, HwpTables
from kebab.wire.wire_object import WireObject

_PREVIEW_CHARS = 70


def lines_of(value: WireObject) -> Sequence[Line]:
    """Write an answer for people; what has no form of its own is shown by name and value."""
    write = _WRITERS.get(type(value), _plain)
    return write(value)


def notes_of(value: WireObject, picture_bytes: int) -> list[Line]:
    """Say what else there is: a next part, a picture, warnings."""
    notes: list[Line] = []
    cursor = getattr(value, "next_cursor", None)
    if cursor:
        notes.append(line(("more: ", "dim"), (f"--cursor {cursor}", "dim")))
    if picture_bytes:
        notes.append(line((f"a picture of {size(picture_bytes)}: name an --output", "dim")))
    notes += [line(("warning  ", "yellow"), text) for text in getattr(value, "warnings", [])]
    return notes


def _plain(value: WireObject) -> list[Line]:
    shown = value.model_dump(exclude_unset=True, exclude={"schema_version", "untrusted_fields"})
    return pairs([(name, _short(text)) for name, text in shown.items()])


def _summary(value: HwpSummary) -> list[Line]:
    facts = [
        ("file", value.source.path),
        ("format", value.source.format),
        ("sections", f"{value.sections}"),
        ("pages", f"{value.pages}"),
        *_counts(value.counts),
        ("text", "found" if value.text_found else "none found"),
        ("reader", f"rhwp {value.rhwp_version}"),
    ]
    return pairs(facts)


def _info(value: HwpInfo) -> list[Line]:
    facts = [
        ("file", value.source.path),
        ("format", f"{value.source.format}, {size(value.source.size_bytes)}"),
        ("title", value.title),
        ("author", value.author),
        ("subject", value.subject),
        ("keywords", value.keywords),
        ("created", value.created),
        ("modified", value.modified),
        ("saved by", value.last_saved_by),
        ("sections", f"{value.sections}"),
        ("pages", f"{value.pages}"),
        *_counts(value.counts),
        ("fonts", ", ".join(value.fonts)),
        ("locked", "for distribution" if value.is_distribution else None),
        ("preview", "embedded" if value.has_thumbnail else None),
        ("drawing", "as it should be" if value.render.ok else value.render.reason),
    ]
    return pairs([(name, text) for name, text in facts if text])


def _counts(counts: HwpCounts) -> list[tuple[str, str]]:
    return [
        (name.replace("_", " "), f"{number:,}")
        for name, number in counts.model_dump().items()
        if number
    ]


def _text(value: HwpText | HwpMarkup) -> list[Line]:
    return [line(text) for text in value.text.splitlines()]


def _blocks(value: HwpBlocks) -> list[Line]:
    return [
        line((f"{one.address:<18}", "dim"), f"  {one.kind:<10}  {_first(one.text)}")
        for one in value.blocks
    ]


def _chunks(value: HwpChunks) -> list[Line]:
    lines: list[Line] = []
    for number, chunk in enumerate(value.chunks):
        where = chunk.addresses[0] if chunk.addresses else ""
        heading = " / ".join(chunk.heading_path)
        lines.append(line((f"{where}  {heading}".strip(), "cyan")))
        lines += [line(text) for text in chunk.text.splitlines()]
        if number < len(value.chunks) - 1:
            lines.append(line())
    return lines


def _matches(value: HwpMatches) -> list[Line]:
    lines = [line((count(value.total_matches, "match").replace("matchs", "matches"), "bold"))]
    for match in value.matches:
        page = "" if match.page is None else f"page {match.page}  "
        context = match.context.replace("\n", " ")
        before, found, after = context.partition(match.text)
        lines.append(
            line((f"{match.address:<18}  {page}", "dim"), before, (found, "bold yellow"), after)
        )
    return lines


def _tables(value: HwpTables) -> list[Line]:
    if value.cells is not None:
        return [
            line((f"row {cell.row:>3}  col {cell.col:>3}  ", "dim"), _first(cell.text))
            for cell in value.cells
        ]
    return [
        line(
            f"{table.index:>4}  ",
            (f"{table.rows:>3} x {table.cols:<3}  {table.address:<14}  ", "dim"),
            _first(table.preview),
        )
        for table in value.tables
    ]


def _fields(value: HwpFields) -> list[Line]:
    if not value.fields:
        return [line("no fields")]
    return pairs([(field.name, field.value or "(empty)") for field in value.fields])


def _csv(value: HwpCsv) -> list[Line]:
    if value.csv is None:
        return [line("wrote ", (value.output or "", "cyan"))]
    return [line(text) for text in value.csv.splitlines()]


def _structure(value: HwpStructure) -> list[Line]:
    if not value.nodes:
        return [line("no headings found")]
    return [
        line("  " * (node.level - 1), node.text, (f"  {node.address}", "dim"))
        for node in value.nodes
    ]


def _digest(value: HwpDigest) -> list[Line]:
    lines = [line((value.title or "untitled", "bold"), f"  {count(value.pages, 'page')}"), line()]
    for section in value.sections:
        lines.append(line((section.heading, "cyan"), (f"  {section.address}", "dim")))
        if section.excerpt:
            lines.append(line(f"  {_first(section.excerpt)}"))
    if value.excerpt:
        lines += [line(), *(line(text) for text in value.excerpt.splitlines())]
    return [*lines, line(), line((value.next_step, "dim"))]


def _data(value: HwpData) -> list[Line]:
    return [
        line(
            f"{item.kind:<7}  {item.raw:<24}  ",
            (f"{item.normalized or '?':<14}", "cyan"),
            (f"  {item.address}", "dim"),
        )
        for item in value.items
    ] or [line("nothing found")]


def _findings(value: HwpFindings) -> list[Line]:
    colours = {"low": "", "medium": "yellow", "high": "red"}
    lines = [
        line(
            (f"{one.severity:<7}", colours[one.severity]),
            f"  {one.kind}: {_first(one.text)}",
            (f"  {one.address or ''}", "dim"),
        )
        for one in value.findings
    ]
    lines += [line(("not looked at: ", "yellow"), why) for why in value.skipped]
    return lines or [line(("clean", "green"))]


def _diff(value: HwpDiff) -> list[Line]:
    if value.identical:
        return [line(("no difference", "green"))]
    lines = [line((count(value.diff_count, "difference"), "bold"))]
    for one in value.differences:
        lines.append(line((f"{one.op:<8}", "yellow"), (f"{one.kind}  {one.address or ''}", "dim")))
        if one.before is not None:
            lines.append(line(("  - ", "red"), _first(one.before)))
        if one.after is not None:
            lines.append(line(("  + ", "green"), _first(one.after)))
    return lines


def _page(value: HwpPage) -> list[Line]:
    lines = [
        line(f"page {value.page} of {value.pages}: {value.format}, {value.width} x {value.height}")
    ]
    if value.output:
        lines.append(line("wrote ", (value.output, "cyan")))
    if not value.fonts.ok:
        lines.append(line(("fonts  ", "yellow"), value.fonts.reason or ""))
    return lines


def _thumbnail(value: HwpThumbnail) -> list[Line]:
    if not value.present:
        return [line("no preview is embedded")]
    lines = [line(f"{value.mime}, {value.width} x {value.height}")]
    return [*lines, line("wrote ", (value.output, "cyan"))] if value.output else lines


def _files(value: HwpFiles) -> list[Line]:
    return [
        line("wrote ", (one.path, "cyan"), (f"  {size(one.bytes)}", "dim")) for one in value.files
    ]


def _batch(value: HwpBatch) -> list[Line]:
    lines: list[Line] = []
    for item in value.items:
        if item.ok:
            found = (item.result or {}).get("total_matches")
            more = "" if found is None else f"  {found} matches"
            lines.append(line(("ok     ", "green"), item.path, (more, "dim")))
        else:
            why = (item.error or {}).get("message") or _why_not(item.result or {})
            lines.append(line(("failed ", "red"), item.path, f"  {why}"))
    summary = value.summary
    return [*lines, line((f"{summary.succeeded} of {summary.total} went well", "bold"))]


def _why_not(result: dict[str, Any]) -> str:
    from kebab.hwp.obstacles import why_not  # noqa: PLC0415 - only a form that was not filled

    return why_not(HwpEdit.model_validate(result))


def _first(text: str) -> str:
    return preview(text, _PREVIEW_CHARS)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 2 * _PREVIEW_CHARS else text[: 2 * _PREVIEW_CHARS - 1] + "…"


_WRITERS: dict[type[WireObject], Callable[[Any], Sequence[Line]]] = {
    HwpSummary: _summary,
    HwpInfo: _info,
    HwpText: _text,
    HwpMarkup: _text,
    HwpBlocks: _blocks,
    HwpChunks: _chunks,
    HwpMatches: _matches,
    HwpTables: _tables,
    HwpFields: _fields,
    HwpCsv: _csv,
    HwpStructure: _structure,
    HwpDigest: _digest,
    HwpData: _data,
    HwpFindings: _findings,
    HwpDiff: _diff,
    HwpPage: _page,
    HwpThumbnail: _thumbnail,
    HwpFiles: _files,
    HwpBatch: _batch,
    HwpEdit: edit_lines,
    HwpSave: save_lines,
    HwpPlan: plan_lines,
}
