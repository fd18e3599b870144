"""How the outcome of an ingest looks."""

from __future__ import annotations

from kebab.cli.render.lines import Line, count, duration, line, one_line, percent, told_of
from kebab.wire.ingest import IngestReport

SHOWN_ERRORS = 10
SHOWN_NAMES = 3
SHOWN_ODD = 5
SHOWN_WARNINGS = 2
UNREAD_KIND = "unsupported_media"
_REASONS = {
    "changed": "changed",
    "version": "to be read another way",
    "forced": "forced",
}
_COLOURS = {"new": "green", "updated": "green", "errors": "red", "skipped": "yellow"}


def report_lines(report: IngestReport) -> list[Line]:
    """Write the counts in a column, then what went wrong."""
    verdict = "stopped after" if report.aborted else "looked at"
    files = count(report.scanned, "file")
    lines = [line((f"{verdict} {files}", "bold"), f" in {duration(report.duration_ms)}")]
    counts = {
        "new": (report.new, ""),
        "updated": (report.updated, _reasons(report)),
        "unchanged": (report.unchanged, ""),
        "skipped": (report.skipped, _skipped(report)),
        "errors": (report.errors, _failed_before(report)),
        "removed": (report.purged_deleted_files, "no longer there, or left out by now"),
        "chunks": (report.chunks_indexed, ""),
        "vectors": (report.embeddings_indexed, _vectors(report)),
    }
    always = {"new", "updated", "unchanged", "vectors"}
    shown = {name: pair for name, pair in counts.items() if pair[0] or name in always}
    width = max(len(f"{number:,}") for number, _ in shown.values())
    for name, (number, remark) in shown.items():
        colour = _COLOURS.get(name, "") if number else "dim"
        lines.append(line(f"  {name:<10}", (f"{number:>{width},}", colour), (f"  {remark}", "dim")))
    return lines + _slowest(report) + _errors(report) + _warnings(report)


def _reasons(report: IngestReport) -> str:
    """Say why files that were known were read again."""
    counts = report.read_by_reason
    told = [f"{counts[reason]:,} {said}" for reason, said in _REASONS.items() if counts.get(reason)]
    if changed := ", ".join(f"{name} {number:,}" for name, number in report.reread_because.items()):
        told.append(f"what changed: {changed}")
    return "; ".join(told)


def _failed_before(report: IngestReport) -> str:
    """Say how many files were not tried again, and how they are."""
    if not report.failed_before:
        return ""
    return f"{report.failed_before:,} as before and not read again; --force reads them"


def _slowest(report: IngestReport) -> list[Line]:
    return [
        line(
            ("slow: ", "cyan"), f"{one_line(slow.doc_path)}  ", (duration(slow.duration_ms), "dim")
        )
        for slow in report.slowest
    ]


def _warnings(report: IngestReport) -> list[Line]:
    """Write what the run itself had to leave undone, then what is odd about documents."""
    lines = [line(("warning: ", "yellow"), text) for text in report.warnings]
    odd = [item for item in report.items or () if item.warnings]
    for item in odd[:SHOWN_ODD]:
        said = "; ".join(item.warnings[:SHOWN_WARNINGS])
        if len(item.warnings) > SHOWN_WARNINGS:
            said += f"; {len(item.warnings) - SHOWN_WARNINGS:,} more"
        lines.append(line(("note: ", "cyan"), one_line(f"{item.doc_path}: {said}")))
    if len(odd) > SHOWN_ODD:
        rest = count(len(odd) - SHOWN_ODD, "document")
        lines.append(
            line(("note: ", "cyan"), f"{rest} more with warnings; see `kebab inspect doc PATH`")
        )
    return lines


def _skipped(report: IngestReport) -> str:
    """Name what was skipped: unread kinds by their extension, the rest by its reason."""
    groups = {
        name if name.startswith(("<", ".")) else f".{name}": number
        for name, number in report.skipped_by_extension.items()
    }
    groups |= {
        name: number for name, number in report.skipped_by_reason.items() if name != UNREAD_KIND
    }
    ordered = sorted(groups.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {number:,}" for name, number in ordered[:8])


def _vectors(report: IngestReport) -> str:
    reused = f"{report.embeddings_reused:,} reused, " if report.embeddings_reused else ""
    return f"{reused}{percent(report.vector_coverage)} of all chunks have one"


def _errors(report: IngestReport, *, failed_before: bool = True) -> list[Line]:
    """Write what went wrong; where it was told of before, only as far as that is wanted."""
    failed = [
        item
        for item in report.items or ()
        if item.kind == "error" and (failed_before or not item.failed_before)
    ]
    failed.sort(key=lambda item: item.failed_before)  # news first, where not all are shown
    lines: list[Line] = []
    for item in failed[:SHOWN_ERRORS]:
        lines.append(line(("error: ", "bold red"), told_of(item.doc_path, item.error)))
        if item.hint:
            lines.append(line(("  hint: ", "cyan"), item.hint))
    if len(failed) > SHOWN_ERRORS:
        lines.append(line(f"… and {count(len(failed) - SHOWN_ERRORS, 'error')} more; see --json"))
    return lines


def next_lines(report: IngestReport) -> list[Line]:
    """Name the command that makes sense after this outcome."""
    if report.aborted:
        return [line(("next: ", "cyan"), "kebab ingest  goes on where this one stopped")]
    if report.scanned == report.skipped and not report.purged_deleted_files:
        return [
            line(("hint: ", "cyan"), f"nothing that is read was found below {report.scope.root}"),
        ]
    return [line(("next: ", "cyan"), 'kebab search "a question of yours"')]


def brief_lines(report: IngestReport, at: str) -> list[Line]:
    """Write a run of the watcher in one line, and what went wrong; nothing for no change."""
    counts = {
        "new": report.new,
        "updated": report.updated,
        "removed": report.purged_deleted_files,
        "failed": report.errors - report.failed_before,
        "failing as before": report.failed_before,
    }
    told = ", ".join(f"{number:,} {word}" for word, number in counts.items() if number)
    if not told:
        return []
    read = [item.doc_path for item in report.items or () if item.kind in {"new", "updated"}]
    names = one_line(", ".join(read[:SHOWN_NAMES])) + (", …" if len(read) > SHOWN_NAMES else "")
    remarks = "  ".join(filter(None, [names, f"({duration(report.duration_ms)})"]))
    news = [line((f"{at}  ", "dim"), told, (f"  {remarks}", "dim"))]
    return news + _errors(report, failed_before=False)
