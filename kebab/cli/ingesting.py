"""Runs an ingest with its progress and its Ctrl-C, and prints what came of it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from kebab.cli.interrupt import stop_on_interrupt
from kebab.cli.opening import use_base
from kebab.cli.options import Invocation
from kebab.cli.output import emit_lines, say, show_cursor
from kebab.cli.progress import Report, choose_progress
from kebab.cli.render.ingest import next_lines, report_lines
from kebab.cli.render.lines import line
from kebab.wire.ingest import IngestReport
from kebab.wire.wire_object import to_json

if TYPE_CHECKING:
    from kebab.knowledge_base import KnowledgeBase
    from kebab.settings.model import Settings

Run: TypeAlias = Callable[[Report, asyncio.Event], Awaitable[IngestReport]]


def run_ingest(
    invocation: Invocation, settings: Settings, run: Callable[[KnowledgeBase], Run]
) -> IngestReport:
    """Open the knowledge base and run one ingest on it."""
    return use_base(invocation, settings, lambda base: watch(invocation, run(base)))


async def watch(invocation: Invocation, run: Run) -> IngestReport:
    """Run an ingest, showing how it goes on, until its end or Ctrl-C."""
    stop = asyncio.Event()
    asked = line(("stopping after what is in hand; ", "yellow"), "Ctrl-C again ends at once")
    with (
        choose_progress(invocation, os.environ) as on_progress,
        stop_on_interrupt(stop, lambda: say(invocation, [asked]), show_cursor),
    ):
        return await run(on_progress, stop)


def print_report(
    invocation: Invocation,
    report: IngestReport,
    *,
    next_step: bool = True,
) -> None:
    """Print the outcome and, unless more is to be said anyway, what can be done next."""
    if invocation.json:
        sys.stdout.write(to_json(report) + "\n")
        return
    emit_lines(invocation, report, report_lines)
    if next_step:
        say(invocation, next_lines(report))
