"""Recognises `kebab mcp` by hand, so that the server starts before click is imported."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

_SWITCHES = frozenset({"--json", "--quiet", "-q", "--verbose", "-v"})


@dataclass(frozen=True, slots=True)
class ServerPlan:
    """With what a server is to be started."""

    config: str | None = None
    workers: int | None = None
    readonly: bool = False
    watch: bool = False
    profile: str = ""


def plan_server(arguments: Sequence[str]) -> ServerPlan | None:
    """Read the arguments of `kebab mcp`; None where they are another command's, or wrong ones.

    What is not understood here goes to click, which says what is wrong with it.
    """
    config, workers, profile = None, None, ""
    readonly, watch, named = False, False, False
    rest = iter(arguments)
    for word in rest:
        option, equals, value = word.partition("=")
        if option in {"--config", "--workers", "--profile"}:
            text = value if equals else next(rest, "")
            if option == "--config" and text:
                config = text
            elif option == "--profile" and _is_profile(text):
                profile = text
            elif option == "--workers" and text.isdecimal():
                workers = int(text)
            else:
                return None
        elif word == "--readonly":
            readonly = True
        elif word == "--watch":
            watch = True
        elif word == "mcp" and not named:
            named = True
        elif word not in _SWITCHES:
            return None
    return ServerPlan(config, workers, readonly, watch, profile) if named else None


def _is_profile(name: str) -> bool:
    """Tell whether it is an English name; Korean and wrong ones take the long way."""
    from kebab.mcp.profiles import ORDER  # noqa: PLC0415 - hardly ever needed

    return name in ORDER


def start_server(plan: ServerPlan) -> NoReturn:
    """Serve MCP on stdin and stdout until the host closes them."""
    from kebab.mcp.run import main  # noqa: PLC0415 - nothing before it may touch the streams

    main(
        plan.config,
        plan.workers,
        readonly=plan.readonly,
        watch=plan.watch,
        profile=plan.profile,
    )
    sys.exit(0)
