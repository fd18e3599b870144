"""Says what is wrong with a setting: which key, where it was written, why, and what was meant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kebab.errors import SettingsError
from kebab.settings.keys import nearest_key
from kebab.settings.masked import masked

# tables of the first kebab that have another name here
_MOVED = {
    "workspace": "sources",
    "models": "embedding",
}
# not `kebab config show`: it needs settings that can be used
_CORRECT_IT = "correct it, or remove it to have the default; config/kebab.toml lists every key"


def explain_invalid(
    cause: ValidationError, origins: Mapping[str, str], file: Path | None
) -> SettingsError:
    """Turn the first thing that the model refused into an error; the rest goes into details."""
    faults = [_fault(error, origins, file) for error in cause.errors(include_url=False)]
    first, *others = faults
    details = dict(first.details)
    if others:
        details["also"] = [str(fault) for fault in others]
    return SettingsError(str(first), hint=first.hint, details=details)


def _fault(error: Any, origins: Mapping[str, str], file: Path | None) -> SettingsError:
    key = _dotted(error["loc"])
    origin = _origin(key, origins)
    where = str(file) if origin in {"file", "default"} and file else origin
    details: dict[str, Any] = {"key": key, "origin": origin}
    if file:
        details["path"] = str(file)
    if origin.startswith("KEBAB_"):
        details["variable"] = origin
    if error["type"] == "extra_forbidden":
        return _unknown(key, where, details)
    reason = _reason(error)
    details["reason"] = reason
    if error["type"] == "missing":
        return SettingsError(f"{key} is missing in {where}", hint="add it", details=details)
    if error["type"] in {"value_error", "model_type"} or not key:
        message = f"{key or 'the settings'} in {where}: {reason}"
        return SettingsError(message, hint=_CORRECT_IT, details=details)
    return SettingsError(
        f"{key} = {masked(key, repr(error['input']))} in {where} cannot be used: {reason}",
        hint=_CORRECT_IT,
        details=details,
    )


def _reason(error: Any) -> str:
    match error["type"]:
        case "model_type":
            return "it should be a table"
        case "tuple_type":
            return "it should be a list"
        case _:
            text: str = error["msg"]
            return text.removeprefix("Value error, ").replace("Input should", "it should")


def _unknown(key: str, where: str, details: dict[str, Any]) -> SettingsError:
    guess = _MOVED.get(key) or nearest_key(_plain(key))
    hint = f"did you mean {guess!r}?" if guess else "remove it; config/kebab.toml lists every key"
    return SettingsError(
        f"unknown key {key!r} in {where}", hint=hint, details=details, did_you_mean=guess
    )


def _dotted(location: tuple[int | str, ...]) -> str:
    key = ""
    for part in location:
        key += f"[{part}]" if isinstance(part, int) else f".{part}" if key else part
    return key


def _plain(key: str) -> str:
    """Drop the positions: `sources[0].rot` becomes `sources.rot`."""
    return "".join(part.partition("]")[2] or part for part in key.split("["))


def _origin(key: str, origins: Mapping[str, str]) -> str:
    """Find the layer to blame; for a whole table, the strongest one that has a part in it."""
    if key in origins:
        return origins[key]
    below = [origin for name, origin in origins.items() if name.startswith((f"{key}.", f"{key}["))]
    named = [origin for origin in below if origin != "file"]
    return (named or below or ["file"])[-1]
