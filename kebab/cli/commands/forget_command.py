"""`kebab forget`: removes documents from the index; files on the disk stay."""

from __future__ import annotations

import click

from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command
from kebab.cli.output import emit_lines
from kebab.cli.render.documents import forget_lines


@command("forget", short_help="Remove documents from the index.")
@click.argument("targets", nargs=-1, required=True, metavar="DOC...")
def main(invocation: Invocation, targets: tuple[str, ...]) -> None:
    """Remove documents from the index, by id or path. Files on the disk stay.

    A file that still lies in a source comes back with the next ingest; exclude it there.
    """
    settings = invocation.load().settings
    report = use_base(invocation, settings, lambda base: base.forget(list(targets)))
    emit_lines(invocation, report, forget_lines)
