"""The options that every command takes, before or after its name, and what they amount to."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kebab.cli.guessing import GuessingGroup
from kebab.errors import ReadOnlyError

if TYPE_CHECKING:
    from kebab.settings.load import LoadedSettings


@dataclass(slots=True)
class Invocation:
    """How kebab was called. Filled while click reads the arguments, only read afterwards."""

    config: str | None = None
    json: bool = False
    readonly: bool = False
    quiet: bool = False
    verbose: bool = False
    workers: int | None = None

    @property
    def config_path(self) -> Path | None:
        """The settings file that was named, as it was written."""
        return None if self.config is None else Path(self.config)

    def load(self, overrides: Mapping[str, Any] | None = None) -> LoadedSettings:
        """Read the settings; the command's own overrides come last."""
        from kebab.settings.load import load_settings  # noqa: PLC0415 - pydantic takes 0.1 s

        flags: dict[str, Any] = {}
        if self.readonly:
            flags["security.readonly"] = True
        if self.workers is not None:
            flags["pool.workers"] = self.workers
        return load_settings(self.config_path, os.environ, {**flags, **(overrides or {})})


def refuse_if_readonly(readonly: bool, deed: str) -> None:  # noqa: FBT001 - a claim, not a switch
    """Stop a command that writes without going through the knowledge base."""
    if readonly:
        raise ReadOnlyError(
            f"read-only: {deed} is not allowed",
            hint="leave out --readonly, KEBAB_READONLY and security.readonly",
        )


def _record(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    invocation = context.find_object(Invocation)
    if invocation is not None and parameter.name and value not in (None, False):
        setattr(invocation, parameter.name, value)


_SHARED: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("--config",), {"metavar": "PATH", "help": "Settings file instead of the usual one."}),
    (("--json",), {"is_flag": True, "help": "Print wire v1 JSON."}),
    (("--readonly",), {"is_flag": True, "help": "Refuse to write anything."}),
    (("--quiet", "-q"), {"is_flag": True, "help": "No progress, notes or hints."}),
    (("--verbose", "-v"), {"is_flag": True, "help": "Show the causes of an error."}),
    (
        ("--workers",),
        {"type": click.IntRange(0, 64), "metavar": "N", "help": "Worker processes; 0: by cores."},
    ),
)


def shared_options() -> list[click.Parameter]:
    """Make the options that every command has."""
    return [
        click.Option(names, expose_value=False, callback=_record, **attributes)
        for names, attributes in _SHARED
    ]


def command(name: str, **attributes: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Declare a command that takes the shared options and gets the Invocation first."""

    def declare(function: Callable[..., Any]) -> click.Command:
        passed: Callable[..., Any] = click.pass_obj(function)
        kind: type[click.Command] = attributes.pop("cls", click.Command)
        made: click.Command = click.command(name, cls=kind, **attributes)(passed)
        made.params += shared_options()
        return made

    return declare


def group(name: str, **attributes: Any) -> click.Group:
    """Declare a command that only holds others."""
    return GuessingGroup(name, params=shared_options(), **attributes)


def split_words(values: tuple[str, ...]) -> list[str]:
    """Flatten an option that may be repeated and may hold several words between commas."""
    return [word.strip() for value in values for word in value.split(",") if word.strip()]


def split_pairs(values: tuple[str, ...]) -> dict[str, str]:
    """Read an option that may be repeated, each time as NAME=VALUE."""
    pairs = {}
    for value in values:
        name, equals, said = value.partition("=")
        if not equals or not name.strip():
            raise click.UsageError(f"{value!r} is no NAME=VALUE")
        pairs[name.strip()] = said.strip()
    return pairs


def absolute_path(text: str) -> Path:
    """Take an argument from the working folder. The shell has expanded what it wanted to."""
    return Path(os.path.abspath(text))  # noqa: PTH100 - resolve() would follow links
