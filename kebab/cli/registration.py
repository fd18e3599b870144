"""The line that registers this very kebab with a host."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path


def register_line(config: Path | None) -> str:
    """Write the command that adds the server to Claude Code."""
    settings = [] if config is None else ["--config", str(config.expanduser().absolute())]
    return shlex.join(["claude", "mcp", "add", "kebab", "--", *_program(), "mcp", *settings])


def _program() -> list[str]:
    """Name this program so that a host finds it whatever its PATH is."""
    program = Path(sys.argv[0]).absolute()
    if program.stem == "kebab" and program.is_file():
        return [str(program)]
    # -P: the host starts it in somebody's project, whose files are not to be imported.
    return [sys.executable, "-P", "-c", "from kebab.entry import main; main()"]
