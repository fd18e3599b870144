"""Where kebab's files lie by default, and how a path that a person wrote becomes absolute."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from kebab.errors import SettingsError

FILE_NAME = "kebab.toml"
CATALOG_NAME = "catalog.sqlite"
CONVERSATIONS_NAME = "conversations.sqlite"
_VARIABLE = re.compile(
    r"\$(?:\{(?P<braced>\w+)(?::-(?P<fallback>[^}]*))?\}|(?P<plain>[A-Za-z_]\w*))"
)


def default_config_path() -> Path:
    """Name the settings file that is read when none is given."""
    import platformdirs  # noqa: PLC0415 - 20 ms, and a server that was given its paths goes without

    return platformdirs.user_config_path("kebab", appauthor=False) / FILE_NAME


def catalog_path(data_dir: Path) -> Path:
    """Name the catalog of a data directory."""
    return data_dir / CATALOG_NAME


def conversations_path(data_dir: Path) -> Path:
    """Name the file that keeps the conversations with a knowledge base."""
    return data_dir / CONVERSATIONS_NAME


def default_data_dir() -> Path:
    """Name the folder of the knowledge base."""
    import platformdirs  # noqa: PLC0415 - 20 ms, and a server that was given its paths goes without

    return platformdirs.user_data_path("kebab", appauthor=False)


def default_state_dir() -> Path:
    """Name the folder of the log."""
    import platformdirs  # noqa: PLC0415 - 20 ms, and a server that was given its paths goes without

    return platformdirs.user_state_path("kebab", appauthor=False)


def expand_path(text: str, *, base: Path, env: Mapping[str, str]) -> Path:
    """Expand `~`, `$NAME`, `${NAME}` and `${NAME:-fallback}`; take a relative path from `base`."""
    if not text.strip():
        raise SettingsError("a path is empty", hint="write a folder, or leave the key out")
    if "\0" in text:
        raise SettingsError(f"a path holds a NUL character: {text!r}")

    def value(match: re.Match[str]) -> str:
        name = match["braced"] or match["plain"]
        found = env.get(name) or match["fallback"]
        if found is None:
            raise SettingsError(
                f"the path {text!r} uses the variable {name}, which is not set",
                hint=f"set {name}, or write ${{{name}:-a fallback}}",
                details={"variable": name},
            )
        return found

    expanded = _VARIABLE.sub(value, text)
    if expanded == "~" or expanded.startswith(("~/", f"~{os.sep}")):
        home = env.get("HOME") or str(Path.home())
        expanded = home + expanded[1:]
    elif expanded.startswith("~"):
        expanded = os.path.expanduser(expanded)  # noqa: PTH111 - Path's raises for an unknown user
    return Path(os.path.normpath(base / expanded))


def looks_like_path(text: str) -> bool:
    """Tell a model's folder from a model's name."""
    return text.startswith(("~", "/", "./", "../", ".\\", "..\\", "$")) or text[1:3] in {
        ":\\",
        ":/",
    }
