"""`kebab cache`: shows what is kept so that it is derived once, and prunes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command, group
from kebab.cli.output import emit_lines
from kebab.cli.render.cache import cache_lines

if TYPE_CHECKING:
    from kebab.knowledge_base import KnowledgeBase
    from kebab.wire.cache import CacheReport

DEFAULT_DAYS = 30.0


@click.pass_context
def _show(context: click.Context) -> None:
    if context.invoked_subcommand is not None:
        return
    invocation = context.ensure_object(Invocation)

    async def look(base: KnowledgeBase) -> CacheReport:
        return await base.cache()

    report = use_base(invocation, invocation.load().settings, look)
    emit_lines(invocation, report, cache_lines)


main = group(
    "cache",
    short_help="Show what is kept so that it is derived once; prune it.",
    help="Show the vectors, the texts of scanned pages and the parsed files that are kept, so that "
    "a file that comes back, or is cut another way, costs little a second time.",
    invoke_without_command=True,
    callback=_show,
)


@command("prune")
@click.option(
    "--older-than",
    "days",
    type=click.FloatRange(0, 36_500),
    default=DEFAULT_DAYS,
    show_default=True,
    metavar="DAYS",
    help="Drop what was not used for so long; 0 drops all that nothing needs now.",
)
def prune(invocation: Invocation, *, days: float) -> None:
    """Drop what was not used for some time. Nothing that can be found is lost.

    What is needed again is derived again. The file keeps its size; its room is used again.
    """

    async def drop(base: KnowledgeBase) -> CacheReport:
        return await base.prune_cache(days)

    report = use_base(invocation, invocation.load().settings, drop)
    emit_lines(invocation, report, cache_lines)


main.add_command(prune)
