"""Reads the settings once: defaults, then kebab.toml, then KEBAB_* variables, then flags."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kebab.errors import SettingsError, SettingsNotFoundError
from kebab.settings import paths
from kebab.settings.environment import CONFIG, read_environment
from kebab.settings.invalid import explain_invalid
from kebab.settings.layers import Place, leaves, merge, nested, place_paths
from kebab.settings.model import Settings

FLAG = "flag"
FILE = "file"
_EMPTY_IS_DEFAULT = (
    ("storage", "data_dir"),
    ("storage", "state_dir"),
    ("embedding", "query_prefix"),
    ("embedding", "passage_prefix"),
    ("llm", "scripted_path"),
    ("http", "token_file"),
    ("http", "tls_cert"),
    ("http", "tls_key"),
)


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The settings, where each value that is no default came from, and variables nobody reads."""

    settings: Settings
    origins: dict[str, str]
    unknown_variables: tuple[str, ...]


def find_file(path: Path | None, env: Mapping[str, str]) -> tuple[Path, bool]:
    """Choose the settings file, by flag, KEBAB_CONFIG or default, and tell if it was named."""
    named = str(path) if path is not None else env.get(CONFIG)
    if named:
        return paths.expand_path(named, base=Path.cwd(), env=env), True
    return paths.default_config_path(), False


def load_settings(
    path: Path | None, env: Mapping[str, str], overrides: Mapping[str, Any]
) -> LoadedSettings:
    """Read and check everything. `overrides` are flags, by dotted key; `sources` is a list."""
    file, named = find_file(path, env)
    tables = _read(file, named=named)
    source = file if tables is not None else None
    tree = tables or {}
    origins = dict.fromkeys(leaves(tree), FILE)
    place_paths(tree, _placer(file.parent, env, str(file)))

    environment = read_environment(env)
    layers = [(value.key, value.value, value.variable) for value in environment.values]
    layers += [(key, copy.deepcopy(value), FLAG) for key, value in overrides.items()]
    for key, value, origin in layers:
        layer = nested(key, value)
        place_paths(layer, _placer(Path.cwd(), env, origin))
        merge(tree, layer)
        origins = {k: v for k, v in origins.items() if not k.startswith(f"{key}[")}
        origins.update(dict.fromkeys(leaves(layer), origin))

    _fill(tree, source)
    try:
        settings = Settings.model_validate({**tree, "path": source})
    except ValidationError as cause:
        raise explain_invalid(cause, origins, source) from cause
    return LoadedSettings(settings, origins, environment.unknown)


def _read(file: Path, *, named: bool) -> dict[str, Any] | None:
    """Parse the file; None where there is none and none was asked for."""
    details: dict[str, Any] = {"path": str(file)}
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError) as cause:
        if not named:
            return None
        raise SettingsNotFoundError(
            f"the settings file {file} does not exist",
            hint=f"create it with `kebab init --config {file}`, or leave --config out",
            details=details,
        ) from cause
    except OSError as cause:
        reason = cause.strerror or str(cause)
        raise SettingsError(f"{file} cannot be read: {reason}", details=details) from cause
    except UnicodeDecodeError as cause:
        raise SettingsError(
            f"{file} is not UTF-8 text", hint="save it as UTF-8", details=details
        ) from cause
    except tomllib.TOMLDecodeError as cause:
        place = re.search(r"at line (\d+), column (\d+)", str(cause))
        if place:
            details |= {"line": int(place[1]), "column": int(place[2])}
        raise SettingsError(
            f"{file} is not valid TOML: {cause}",
            hint="texts stand in quotes, Windows paths best in single ones",
            details=details,
        ) from cause


def _placer(base: Path, env: Mapping[str, str], where: str) -> Place:
    """Make paths absolute from where they were written, naming the key that fails."""

    def place(key: str, text: str) -> str:
        try:
            return str(paths.expand_path(text, base=base, env=env))
        except SettingsError as cause:
            raise SettingsError(
                f"{key} in {where}: {cause}", hint=cause.hint, details={**cause.details, "key": key}
            ) from cause

    return place


def _fill(tree: dict[str, Any], source: Path | None) -> None:
    """Put in the defaults that depend on the machine; refuse `path`, which is not in the file."""
    if "path" in tree:
        raise SettingsError(f"unknown key 'path' in {source}", details={"key": "path"})
    for table, name in _EMPTY_IS_DEFAULT:
        section = tree.get(table)
        if isinstance(section, dict) and section.get(name) == "":
            del section[name]
    storage = tree.setdefault("storage", {})
    if isinstance(storage, dict):
        storage.setdefault("data_dir", str(paths.default_data_dir()))
        storage.setdefault("state_dir", str(paths.default_state_dir()))
