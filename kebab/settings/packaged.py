"""Finds the files of config/: inside the wheel, and beside the package in a checkout."""

from __future__ import annotations

from pathlib import Path

from kebab.errors import StoreError


def packaged_config(name: str) -> Path:
    """Give the path of one file or folder of config/, in whichever way kebab is installed."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_config", package.parent / "config"):
        if (folder / name).exists():
            return folder / name
    raise StoreError(f"this installation lacks its file {name!r}", hint="install kebab again")
