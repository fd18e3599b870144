"""A group of commands that says which one may have been meant."""

from __future__ import annotations

import difflib

import click


class UnknownCommandError(click.UsageError):
    """A word is no command."""

    def __init__(self, name: str, known: list[str], ctx: click.Context) -> None:
        super().__init__(f"there is no command {name!r}", ctx)
        near = difflib.get_close_matches(name, known, n=1)
        self.nearest: str | None = near[0] if near else None


class GuessingGroup(click.Group):
    """Refuses an unknown command with the nearest one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which one may have been meant."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            raise UnknownCommandError(name, self.list_commands(ctx), ctx)
        return super().resolve_command(ctx, args)
