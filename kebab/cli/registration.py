"""The line that registers this very kebab with a host."""

from __future__ import annotations

import shlex
from pathlib import Path

from kebab.hosts.program import own_program


def register_line(config: Path | None) -> str:
    """Write the command that adds the server to Claude Code."""
    settings = [] if config is None else ["--config", str(config.expanduser().absolute())]
    return shlex.join(["claude", "mcp", "add", "kebab", "--", *own_program(), "mcp", *settings])
