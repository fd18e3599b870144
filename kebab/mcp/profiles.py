"""Which tools a server has: each profile is a list of them, with a recipe, in config/profiles.

The list decides what is shown and what can be called. Stdlib only: a wrong name ends the server
before anything else is loaded.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from kebab.errors import SettingsError
from kebab.settings.packaged import packaged_config

DEFAULT = "knowledge"
_EVERYTHING = "*"
# The default comes first, the one with everything last.
ORDER = (
    *("knowledge", "documents-read", "forms", "report", "data"),
    *("content", "archive", "quality", "all"),
)


@dataclass(frozen=True, slots=True)
class RecipeStep:
    """One call of a recipe; texts in angle brackets stand for what the caller knows."""

    tool: str
    arguments: dict[str, Any]
    why: str


@dataclass(frozen=True, slots=True)
class Profile:
    """A selection of tools. No `tools` are all of them."""

    name: str
    korean: str
    summary: str
    tools: frozenset[str]
    recipe: tuple[RecipeStep, ...]

    def has(self, tool: str) -> bool:
        """Tell whether a tool is listed, and may be called."""
        return not self.tools or tool in self.tools


def load_profile(name: str) -> Profile:
    """Return the profile of an English or Korean name. Raises SettingsError."""
    wanted = unicodedata.normalize("NFC", name).strip()
    for profile in all_profiles():
        if wanted.lower() == profile.name or wanted == profile.korean:
            return profile
    near = get_close_matches(wanted.lower(), ORDER, n=1)
    raise SettingsError(
        f"there is no profile {name[:40]!r}; there are {', '.join(ORDER)}",
        hint=f"did you mean {near[0]!r}?" if near else "`kebab capabilities --mcp` shows the tools",
        details={"argument": "profile", "given": name[:40], "valid": list(ORDER)},
        did_you_mean=near[0] if near else None,
    )


def all_profiles() -> tuple[Profile, ...]:
    """Read every profile."""
    folder = packaged_config("profiles")
    return tuple(_read(folder / f"{name}.toml", name) for name in ORDER)


def served_names(profile: Profile, tools: Iterable[str]) -> list[str]:
    """Keep the tools of a profile, in their order."""
    return [tool for tool in tools if profile.has(tool)]


def _read(path: Path, name: str) -> Profile:
    table = tomllib.loads(path.read_text("utf-8"))
    tools = frozenset(table["tools"])
    return Profile(
        name=name,
        korean=table["korean"],
        summary=table["summary"],
        tools=frozenset() if _EVERYTHING in tools else tools,
        recipe=tuple(
            RecipeStep(step["tool"], step["arguments"], step["why"]) for step in table["recipe"]
        ),
    )
