"""How the state of a knowledge base and its settings look."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kebab.cli.render.lines import Line, clean, count, duration, line, pairs, percent, size
from kebab.wire.doctor import (
    ConfigReport,
    DoctorReport,
    InitReport,
    ReindexReport,
    Repair,
    SchemaInfo,
)
from kebab.wire.documents import ResetReport

if TYPE_CHECKING:
    from rich.console import RenderableType


def doctor_lines(report: DoctorReport) -> list[Line]:
    """Write every check with its verdict and, where it failed, its remedy."""
    width = max((len(check.name) for check in report.checks), default=0)
    lines: list[Line] = []
    for check in report.checks:
        mark = ("✓ ", "bold green") if check.ok else ("✗ ", "bold red")
        lines.append(line(mark, f"{check.name:<{width}}  ", (check.detail, "dim")))
        if check.hint and not check.ok:
            lines.append(line(" " * (width + 4), ("hint: ", "cyan"), check.hint))
    for worker in report.workers:
        facts = [
            worker.state,
            f"pid {worker.pid}" if worker.pid else "",
            f"{worker.ping_ms:.1f} ms" if worker.ping_ms is not None else "",
            size(worker.rss_bytes) if worker.rss_bytes else "",
            count(worker.waiting, "call") + " waiting" if worker.waiting else "",
            count(worker.restarts, "restart") if worker.restarts else "",
            count(worker.deadlines_missed, "deadline") + " missed"
            if worker.deadlines_missed
            else "",
            worker.last_exit or "",
        ]
        said = ", ".join(fact for fact in facts if fact)
        lines.append(line(f"  worker {worker.worker}  ", (said, "dim")))
    lines += [_repair_line(repair) for repair in report.repairs or ()]
    if report.repairs == []:
        lines.append(line(("  nothing had to be repaired", "dim")))
    failed = sum(not check.ok for check in report.checks)
    verdict = ("healthy", "bold green") if report.ok else (f"{failed} failed", "bold red")
    return [*lines, line(verdict, f", {duration(report.duration_ms)}")]


def _repair_line(repair: Repair) -> Line:
    what = f"  rebuilt the {repair.view} view of shard {repair.shard}: "
    return line((what, "yellow"), repair.reason)


def schema_lines(info: SchemaInfo) -> list[Line]:
    """Write what there is."""
    stats, models = info.stats, info.models
    facts = [
        ("kebab", info.kebab_version),
        ("documents", f"{stats.doc_count:,}"),
        ("chunks", f"{stats.chunk_count:,}"),
        ("vectors", f"{stats.vector_count:,}, {percent(stats.vector_coverage)} of the chunks"),
        ("stale", f"{stats.stale_doc_count:,}"),
        ("last ingest", stats.last_ingest_at or "never"),
        ("model", f"{models.embedding_model or 'none'}, {models.embedding_dimensions or 0} wide"),
        ("parsers", _counts(models.parser_versions)),
        ("chunkers", _counts(models.chunker_versions)),
        ("revision", str(models.corpus_revision)),
        ("media", _counts(stats.media_breakdown)),
        ("languages", _counts(stats.lang_breakdown)),
        ("sources", _counts(stats.source_breakdown)),
        ("on disk", ", ".join(f"{name} {size(n)}" for name, n in stats.index_bytes.items())),
        ("can", ", ".join(name for name, able in info.capabilities.items() if able)),
        ("wire", ", ".join(info.wire.schemas)),
    ]
    return pairs(facts)


def _counts(counts: dict[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {number:,}" for name, number in ordered)


def plain_config(report: ConfigReport) -> str:
    """Write settings as TOML would, each with its origin."""
    rows = [f"{row.key} = {_value(row.value)}" for row in report.settings]
    width = min(max(map(len, rows), default=0), 60)
    lines = [
        f"{row:<{width}}  # {setting.origin}"
        for row, setting in zip(rows, report.settings, strict=True)
    ]
    return clean("\n".join([f"# {report.path or 'no settings file'}", *lines])) + "\n"


def terminal_config(report: ConfigReport) -> RenderableType:
    """Lay settings out as a table; those that are no default stand out."""
    from rich.table import Table  # noqa: PLC0415 - 0.1 s, and only terminals need it

    table = Table(
        box=None,
        header_style="bold",
        pad_edge=False,
        title=report.path or "no settings file",
        title_justify="left",
        title_style="dim",
    )
    for column in ("setting", "value", "from"):
        table.add_column(column, overflow="fold")
    for row in report.settings:
        style = "dim" if row.origin == "default" else "bold"
        table.add_row(row.key, clean(_value(row.value)), row.origin, style=style)
    return table


def config_notes(report: ConfigReport) -> list[Line]:
    """Name the variables that look like settings and are none."""
    return [
        line(("note: ", "yellow"), f"{name} is set, but no setting has that variable")
        for name in report.unknown_variables or ()
    ]


def _value(value: object) -> str:
    return '""' if value is None else json.dumps(value, ensure_ascii=False)


def init_lines(report: InitReport) -> list[Line]:
    """Write what `init` made."""
    verdict = "wrote" if report.created else "kept"
    return pairs(
        [(verdict, report.config_path), ("folder", report.root), ("data in", report.data_dir)]
    )


def reset_lines(report: ResetReport) -> list[Line]:
    """Write what `reset` deleted."""
    lines = [line(("deleted  ", "dim"), path) for path in report.removed_paths]
    if report.embedding_rows_truncated:
        lines.append(line(f"dropped {count(report.embedding_rows_truncated, 'vector')}"))
    if report.scope == "orphans_only":
        lines += [line(("forgot   ", "dim"), path) for path in report.purged_paths]
        lines.append(line(f"forgot {count(report.orphans_purged, 'document')}"))
    return lines or [line("nothing to delete")]


def reindex_lines(report: ReindexReport) -> list[Line]:
    """Write how the index is cut now."""
    shards, chunks = count(report.shards, "shard"), count(report.chunks, "chunk")
    return [line(f"built {shards} with {chunks} afresh in {duration(report.duration_ms)}")]
