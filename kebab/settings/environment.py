"""What KEBAB_* variables say: one for each `table.key`, named KEBAB_TABLE_KEY."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kebab.errors import SettingsError
from kebab.settings.keys import fields_by_key

CONFIG = "KEBAB_CONFIG"
READONLY = "KEBAB_READONLY"
# read elsewhere: they steer one run and are no settings
_OTHERS = frozenset({CONFIG, "KEBAB_PASSWORDS", "KEBAB_PROGRESS"})
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class EnvironmentValue:
    """One setting that a variable overrides."""

    key: str
    variable: str
    value: Any


@dataclass(frozen=True, slots=True)
class Environment:
    """All that the variables say, and those that say nothing to kebab."""

    values: tuple[EnvironmentValue, ...]
    unknown: tuple[str, ...]


def variable_of(key: str) -> str:
    """Name the variable of a setting: `search.default_k` is KEBAB_SEARCH_DEFAULT_K."""
    return "KEBAB_" + key.upper().replace(".", "_")


def read_environment(env: Mapping[str, str]) -> Environment:
    """Collect the variables that override a setting. KEBAB_READONLY is security.readonly.

    An empty variable counts as unset, except where the setting is a text.
    """
    keys = {variable_of(key): key for key in fields_by_key()} | {READONLY: "security.readonly"}
    values = []
    for variable, key in keys.items():
        text = env.get(variable)
        if text is None or (not text and fields_by_key()[key].annotation is not str):
            continue
        values.append(EnvironmentValue(key, variable, _convert(variable, key, text)))
    unknown = sorted(
        name for name in env if name.startswith("KEBAB_") and name not in keys.keys() | _OTHERS
    )
    return Environment(tuple(values), tuple(unknown))


def _convert(variable: str, key: str, text: str) -> Any:
    """Turn the text into what the file would hold; numbers are the model's to convert."""
    annotation = fields_by_key()[key].annotation
    if annotation is bool:
        return _flag(variable, key, text)
    if annotation in (tuple[str, ...], tuple[Path, ...]):
        return [part.strip() for part in text.split(",") if part.strip()]
    return text


def _flag(variable: str, key: str, text: str) -> bool:
    word = text.strip().lower()
    if word in _TRUE | _FALSE:
        return word in _TRUE
    raise SettingsError(
        f"{variable} is {text!r}, which is neither yes nor no",
        hint="use 1, true, yes or on; or 0, false, no or off",
        details={"variable": variable, "key": key},
    )
