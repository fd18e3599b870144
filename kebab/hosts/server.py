"""The server that a host is told of: a program that it starts, or an address that it asks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from kebab.errors import InvalidInputError

DEFAULT_NAME = "kebab"
# Hosts join the names of server and tool, and take 60 letters at most; tools have up to 40.
LONGEST_NAME = 20
# Gemini CLI takes apart what it joined with underscores, so a name has none.
_NAME = re.compile(rf"[A-Za-z][A-Za-z0-9-]{{0,{LONGEST_NAME - 1}}}")


@dataclass(frozen=True, slots=True)
class Started:
    """The host starts the program, and talks with it over its stdin and stdout."""

    program: str
    arguments: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asked:
    """The host asks a server that runs already. Its token is not shown where this is printed."""

    url: str
    token: str = field(repr=False)

    @property
    def headers(self) -> dict[str, str]:
        """Return what each request has to carry."""
        return {"Authorization": f"Bearer {self.token}"}


Server = Started | Asked


def check_name(name: str) -> str:
    """Return the name if every host takes it. Raises InvalidInputError."""
    if not _NAME.fullmatch(name):
        raise InvalidInputError(
            f"{name!r} is no name that every host takes",
            hint=f"use 1 to {LONGEST_NAME} letters, digits and hyphens, a letter first",
            details={"name": name},
        )
    return name
