"""`kebab forget`: removes documents from the index, or conversations; files on the disk stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command
from kebab.cli.output import emit_lines
from kebab.cli.render.documents import forget_lines

if TYPE_CHECKING:
    from kebab.knowledge_base import KnowledgeBase
    from kebab.wire.documents import ForgetReport


@command("forget", short_help="Remove documents from the index, or conversations.")
@click.argument("targets", nargs=-1, metavar="DOC...")
@click.option("--session", "sessions", multiple=True, metavar="ID", help="A conversation instead.")
@click.option("--sessions", "all_sessions", is_flag=True, help="All conversations instead.")
def main(
    invocation: Invocation,
    targets: tuple[str, ...],
    sessions: tuple[str, ...],
    *,
    all_sessions: bool,
) -> None:
    """Remove documents from the index, by id or path. Files on the disk stay.

    A file that still lies in a source comes back with the next ingest; exclude it there.
    Conversations that quote a document lose those turns with it.
    """
    kinds = [bool(targets), bool(sessions), all_sessions]
    if sum(kinds) != 1:
        raise click.UsageError("name documents, or --session ID, or --sessions")

    async def forget(base: KnowledgeBase) -> ForgetReport:
        if targets:
            return await base.forget(list(targets))
        return await base.forget_sessions(None if all_sessions else list(sessions))

    report = use_base(invocation, invocation.load().settings, forget)
    emit_lines(invocation, report, forget_lines)
