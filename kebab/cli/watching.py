"""Shows how sources are followed: the first run as an ingest, then a line for each run."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import ExitStack
from datetime import datetime
from typing import TYPE_CHECKING

from kebab.cli.ingesting import print_report
from kebab.cli.interrupt import stop_on_interrupt
from kebab.cli.options import Invocation
from kebab.cli.output import emit_lines, say, show_cursor
from kebab.cli.progress import choose_progress
from kebab.cli.render.ingest import brief_lines
from kebab.cli.render.lines import line
from kebab.ingest.told import Told
from kebab.wire.ingest import IngestProgress, IngestReport

if TYPE_CHECKING:
    from kebab.knowledge_base import KnowledgeBase


async def follow(invocation: Invocation, base: KnowledgeBase) -> None:
    """Follow the sources until Ctrl-C."""
    stop = asyncio.Event()
    asked = line(("stopping after what is in hand; ", "yellow"), "Ctrl-C again ends at once")
    with (
        ExitStack() as first_run,
        stop_on_interrupt(stop, lambda: say(invocation, [asked]), show_cursor),
    ):
        shown = _Shown(invocation, first_run)
        await base.watch(Told(shown.progress, shown.report, shown.note), stop)


class _Shown:
    """What is shown of the runs. `first_run` is closed when the first one is over."""

    def __init__(self, invocation: Invocation, first_run: ExitStack) -> None:
        self._invocation = invocation
        self._first_run = first_run
        self._show = first_run.enter_context(choose_progress(invocation, os.environ))
        self._is_first = True

    def progress(self, event: IngestProgress) -> None:
        if self._is_first or self._invocation.json:
            self._show(event)

    def report(self, report: IngestReport) -> None:
        self._first_run.close()
        if self._is_first or self._invocation.json:
            print_report(self._invocation, report, next_step=False)
            self.note("watching for changes; Ctrl-C ends")
        else:
            at = datetime.now().astimezone().strftime("%H:%M:%S")
            emit_lines(self._invocation, report, lambda shown: brief_lines(shown, at))
        self._is_first = False
        sys.stdout.flush()

    def note(self, text: str) -> None:
        say(self._invocation, [line(("note: ", "cyan"), text)])
