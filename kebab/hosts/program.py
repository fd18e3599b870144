"""How a host starts this very kebab, whatever its PATH, its folder and its variables are."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kebab.settings.environment import CONFIG, EnvironmentValue
from kebab.settings.layers import nested, place_paths
from kebab.settings.masked import masked
from kebab.settings.paths import expand_path

_PLACES = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
# without them Python finds neither its folders nor its random numbers there
_OF_WINDOWS = ("SYSTEMROOT", "APPDATA", "LOCALAPPDATA", "USERPROFILE")


def own_program() -> list[str]:
    """Name this program so that a host finds it."""
    program = Path(sys.argv[0]).absolute()
    if program.stem == "kebab" and program.is_file():
        return [str(program)]
    # -P: the host starts it in somebody's project, whose files are not to be imported.
    return [sys.executable, "-P", "-c", "from kebab.entry import main; main()"]


@dataclass(frozen=True, slots=True)
class Served:
    """With what `kebab mcp` is to be started."""

    config: Path | None = None
    profile: str = ""
    workers: int | None = None
    readonly: bool = False
    watch: bool = False

    def arguments(self) -> tuple[str, ...]:
        """Write the words behind the program."""
        words = ["mcp"]
        if self.config is not None:
            words += ["--config", str(self.config)]
        if self.profile:
            words += ["--profile", self.profile]
        if self.workers is not None:
            words += ["--workers", str(self.workers)]
        words += ["--readonly"] if self.readonly else []
        words += ["--watch"] if self.watch else []
        return tuple(words)


@dataclass(frozen=True, slots=True)
class Variables:
    """The variables that a host has to hand on, and those that it must not have in a file."""

    given: dict[str, str]
    withheld: tuple[str, ...]


def variables_for(
    env: Mapping[str, str], settings: tuple[EnvironmentValue, ...], *, system: str, folder: Path
) -> Variables:
    """Choose what hosts do not hand on by themselves; secrets stay out of their files."""
    names = (*_PLACES, *(_OF_WINDOWS if system == "win32" else ()))
    given = {name: env[name] for name in names if Path(env.get(name) or ".").is_absolute()}
    withheld = []
    for value in settings:
        if value.variable == CONFIG:
            continue
        text = _absolute(value, env, folder)
        if masked(value.key, text) == text:
            given[value.variable] = text
        else:
            withheld.append(value.variable)
    return Variables(given, tuple(withheld))


def _absolute(value: EnvironmentValue, env: Mapping[str, str], folder: Path) -> str:
    """Write a setting as its variable has it, with paths that hold in every folder."""
    table, _, name = value.key.partition(".")
    held = list(value.value) if isinstance(value.value, list) else value.value
    tree = nested(value.key, held)
    place_paths(tree, lambda _, text: str(expand_path(text, base=folder, env=env)))
    placed = tree[table][name] if name else tree[table]
    if placed == value.value:
        return env[value.variable]
    return ",".join(placed) if isinstance(placed, list) else str(placed)
