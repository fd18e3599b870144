"""Look at the knowledge base before the settings are loaded, under a deadline.

The instructions need it, and loading the settings takes longer than a host should wait. Of them
only the data directory and `readonly` matter here, and they are found by the same rules; a test
holds the two together. Whatever goes wrong here goes wrong again, and loudly, when the settings
are loaded.
"""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kebab.catalog.connection import open_connection
from kebab.errors import KebabError
from kebab.mcp.instructions import NOTHING, Holdings, compose
from kebab.mcp.profiles import DEFAULT, Profile, load_profile
from kebab.settings import paths

DEADLINE_S = 0.05
_TRUE = frozenset({"1", "true", "yes", "on"})


def introduce(
    config: Path | None, *, readonly: bool, profile: str = "", env: Mapping[str, str]
) -> str:
    """Write the instructions from what can be seen in time."""
    tables = read_tables(config, env)
    forbidden = readonly or is_readonly(tables, env)
    found: list[Holdings] = []

    def look() -> None:
        try:
            found.append(count(paths.catalog_path(data_dir(config, tables, env))))
        except Exception:  # noqa: BLE001 - see above: only the instructions are shorter for it
            return

    looking = threading.Thread(target=look, name="first-look", daemon=True)
    looking.start()
    looking.join(DEADLINE_S)
    chosen = profile or env.get("KEBAB_MCP_PROFILE") or configured_profile(tables)
    return compose(found[0] if found else None, readonly=forbidden, profile=look_up(chosen))


def named_profile(argument: str, config: Path | None, env: Mapping[str, str]) -> str:
    """Return the profile that the command line, the environment or the file names, or the default;
    the settings need not be usable otherwise.
    """
    named = argument or env.get("KEBAB_MCP_PROFILE")
    return named or configured_profile(read_tables(config, env))


def configured_profile(tables: Mapping[str, Any]) -> str:
    """Return the profile that the file names, or the default."""
    served = tables.get("mcp")
    name = served.get("profile") if isinstance(served, dict) else None
    return name if isinstance(name, str) and name else DEFAULT


def look_up(name: str) -> Profile | None:
    """Return a profile whose tools differ from the default's; None for the default, or no profile:
    the settings say so again, and end the server.
    """
    if name == DEFAULT:
        return None
    try:
        return load_profile(name)
    except KebabError:
        return None


def read_tables(config: Path | None, env: Mapping[str, str]) -> dict[str, Any]:
    """Read the settings file as it is; an unusable one counts as empty here."""
    try:
        return tomllib.loads(settings_file(config, env).read_bytes().decode("utf-8-sig"))
    except Exception:  # noqa: BLE001 - see above
        return {}


def settings_file(config: Path | None, env: Mapping[str, str]) -> Path:
    """Find the settings file: by argument, by KEBAB_CONFIG, or at its place."""
    named = str(config) if config is not None else env.get("KEBAB_CONFIG")
    if named:
        return paths.expand_path(named, base=Path.cwd(), env=env)
    return paths.default_config_path()


def data_dir(config: Path | None, tables: Mapping[str, Any], env: Mapping[str, str]) -> Path:
    """Find the data directory: by variable, by file, or at its place."""
    by_variable = env.get("KEBAB_STORAGE_DATA_DIR")
    if by_variable:
        return paths.expand_path(by_variable, base=Path.cwd(), env=env)
    written = tables.get("storage", {}).get("data_dir")
    if written:
        return paths.expand_path(written, base=settings_file(config, env).parent, env=env)
    return paths.default_data_dir()


def is_readonly(tables: Mapping[str, Any], env: Mapping[str, str]) -> bool:
    """Tell if writing is forbidden by variable or file."""
    for name in ("KEBAB_READONLY", "KEBAB_SECURITY_READONLY"):
        if env.get(name):
            return env[name].strip().lower() in _TRUE
    security = tables.get("security")
    return isinstance(security, dict) and security.get("readonly") is True


def count(catalog: Path) -> Holdings:
    """Count what a catalog holds; nothing where there is none."""
    if not catalog.exists():
        return NOTHING
    db = open_connection(catalog, writable=False)
    try:
        languages = db.execute("SELECT lang, count(*) FROM documents GROUP BY 1 ORDER BY 2 DESC, 1")
        by_language = tuple((str(name), int(number)) for name, number in languages)
        chunks = db.execute("SELECT count(*) FROM chunks").fetchone()[0]
        vectors = db.execute("SELECT count(*) FROM vectors").fetchone()[0]
    finally:
        db.close()
    return Holdings(sum(number for _, number in by_language), chunks, vectors, by_language)
