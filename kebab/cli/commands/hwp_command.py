"""`kebab hwp`: one command for each tool that works on an HWP document by its path."""

from __future__ import annotations

import asyncio
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from kebab.cli.guessing import GuessingGroup
from kebab.cli.hwp_arguments import Form, arguments_of, parameters_of, read_form
from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command, shared_options
from kebab.cli.output import emit_lines, say, working

if TYPE_CHECKING:
    from kebab.mcp.tools.declaration import Result, ToolDeclaration

_PATIENCE_S = 1.0

# The others ask one worker one thing; a second would boot for nothing.
_MANY = frozenset({"hwp_batch", "hwp_batch_search", "hwp_batch_fill"})


class HwpGroup(GuessingGroup):
    """The commands, made from the declarations of the tools."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name every command, in the order of the tools."""
        del ctx
        return list(_forms())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Make a command by its name."""
        del ctx
        found = _forms().get(cmd_name)
        return None if found is None else _command(*found)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with what each does."""
        del ctx
        rows = [(name, declaration.title) for name, (_, declaration) in _forms().items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


main = HwpGroup(
    "hwp",
    short_help="Read, fill, check and convert HWP and HWPX documents.",
    help="Read, fill, check and convert HWP and HWPX documents. Pages, tables, rows and columns"
    " count from 0. Every command prints with --json what the MCP tool returns. The exit status is"
    " 1 where nothing could be written, or one of several documents failed.",
    params=shared_options(),
)


def _forms() -> dict[str, tuple[Form, ToolDeclaration]]:
    from kebab.mcp.tools.catalogue import hwp_tools  # noqa: PLC0415 - pydantic takes 0.1 s

    forms = ((read_form(tool.cli), tool) for tool in hwp_tools() if tool.cli)
    return {form.name: (form, tool) for form, tool in forms}


def _command(form: Form, declaration: ToolDeclaration) -> click.Command:
    def run(invocation: Invocation, **values: Any) -> int:
        given = arguments_of(declaration.input_schema, form, values)
        return _show(invocation, _carry_out(invocation, declaration, given))

    made = command(form.name, short_help=declaration.title, help=declaration.description)(run)
    made.params = [*parameters_of(declaration.input_schema, form), *made.params]
    return made


def _carry_out(
    invocation: Invocation, declaration: ToolDeclaration, given: dict[str, Any]
) -> Result:
    from kebab.mcp.results import hard_limit  # noqa: PLC0415 - see above
    from kebab.mcp.tools.declaration import Base, CallContext  # noqa: PLC0415 - see above
    from kebab.mcp.validation import check_arguments  # noqa: PLC0415 - see above

    checked = check_arguments(declaration.name, declaration.input_schema, given)
    request = declaration.input_model(**checked)
    settings = invocation.load().settings
    if declaration.name not in _MANY:
        one_worker = settings.hwp.model_copy(update={"workers": 1})
        settings = settings.model_copy(update={"hwp": one_worker})
    most = settings.mcp.max_result_tokens
    context = CallContext(
        on_progress=lambda _progress: None,
        on_answer=lambda _event: None,
        max_tokens=most,
        max_chars=hard_limit(most),
        sampler=None,
    )

    async def use(base: Base) -> Result:
        running = asyncio.ensure_future(declaration.run(base, request, context))
        await asyncio.wait({running}, timeout=_PATIENCE_S)
        with nullcontext() if running.done() else working(invocation, declaration.title):
            return await running

    return use_base(invocation, settings, use)


def _show(invocation: Invocation, result: Result) -> int:
    from kebab.cli.hwp_outcome import exit_status  # noqa: PLC0415 - imports the wire
    from kebab.cli.render.hwp import lines_of, notes_of  # noqa: PLC0415 - imports the wire
    from kebab.mcp.tools.declaration import Illustrated, value_of  # noqa: PLC0415 - see above

    value = value_of(result)
    emit_lines(invocation, value, lines_of)
    picture = len(result.picture) if isinstance(result, Illustrated) else 0
    say(invocation, notes_of(value, picture))
    sys.stdout.flush()
    return exit_status(value)
