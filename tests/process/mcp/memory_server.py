"""Starts the real server over a knowledge base in memory: `python memory_server.py [failing]`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import kebab.mcp.run
from kebab.mcp.instructions import Holdings, compose

sys.path.insert(0, str(Path(__file__).parent))


def introduce() -> str:
    return compose(Holdings(1, 1, 0, (("en", 1),)), readonly=False)


def prestart() -> None:
    """Make the noise that a library may make: none of it may reach the host."""
    print("noise on stdout")  # noqa: T201 - the noise is the point
    os.write(1, b"noise on descriptor 1\n")
    os.system("echo noise of a child")  # noqa: S605, S607 - the child is the point


def prepare() -> object:
    from memory_base import MemoryBase  # noqa: PLC0415 - behind the greeting, as in the product

    from kebab.errors import NotIndexedError  # noqa: PLC0415
    from kebab.mcp.serving import Plan  # noqa: PLC0415
    from kebab.settings.model import McpSettings  # noqa: PLC0415

    def open_base() -> MemoryBase:
        if "failing" in sys.argv:
            raise NotIndexedError("there is no knowledge base", hint="run `kebab ingest`")
        return MemoryBase()

    return Plan(open_base, McpSettings(structured_content="structured" in sys.argv))


if __name__ == "__main__":
    kebab.mcp.run.launch(introduce, prestart, prepare)
