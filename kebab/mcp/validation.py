"""Check the arguments of a call against the flat schema of its tool, and say what would be valid.

Only the part of JSON Schema that the tools use is known here. What agents commonly get wrong
without meaning anything else is put right: arrays and objects that arrive as JSON text, digits in
place of a number, one value in place of a list, null for an argument that was left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from difflib import get_close_matches
from math import isfinite
from reprlib import Repr
from typing import Any

from kebab.errors import InvalidInputError, TooLargeError, UnknownArgumentError

_SHOWN_CHARS = 80
_HUGE_BITS = 256
_NUMBER = re.compile(r"\s*-?[0-9]{1,18}\s*")
_DECIMAL = re.compile(r"\s*-?[0-9]{1,18}(\.[0-9]{1,18})?\s*")
# Bounded in depth and in length: what is shown may be ten megabytes of nested arrays.
_display = Repr()
_display.maxstring = _display.maxother = _display.maxlong = _SHOWN_CHARS
_display.maxlevel = 3
_WORDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
}


def check_arguments(
    tool: str, schema: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the arguments as the tool's input takes them. Raises InvalidInputError."""
    properties: Mapping[str, Any] = schema["properties"]
    checked: dict[str, Any] = {}
    for name, value in given.items():
        if name not in properties:
            raise _unknown(tool, name, list(properties))
        if properties[name].get("writeOnly") and not isinstance(value, str | None):
            raise _not_shown(name)
        if value is not None:
            checked[name] = _check(name, properties[name], value)
    for name in schema.get("required", ()):
        if name not in checked:
            raise InvalidInputError(
                f"{tool} needs the argument {name!r}",
                hint=f"{name}: {properties[name].get('description', properties[name]['type'])}",
                details={"argument": name, "required": list(schema["required"])},
            )
    return checked


def _unknown(tool: str, name: str, valid: list[str]) -> UnknownArgumentError:
    near = nearest(name, valid)
    takes = f"it takes {', '.join(valid)}" if valid else "it takes no arguments"
    return UnknownArgumentError(
        f"{tool} has no argument {_shown(name)}; {takes}",
        hint=f"use {near!r}" if near else "leave it out",
        details={"argument": name, "valid": valid},
        did_you_mean=near,
    )


def nearest(word: str, valid: list[str]) -> str | None:
    """Return the valid name that a wrong one most likely stands for."""
    found = get_close_matches(word.lower(), valid, n=1, cutoff=0.6)
    return found[0] if found else None


def _check(name: str, schema: Mapping[str, Any], value: Any) -> Any:
    value = _mended(schema, value)
    match schema["type"], value:
        case "boolean", bool():
            return value
        case "integer", int() if not isinstance(value, bool):
            _check_range(name, schema, value)
            return value
        case "number", int() | float() if _is_finite(value):
            _check_range(name, schema, value)
            return value
        case "string", str():
            _check_text(name, schema, value)
            return value
        case "object", _:
            # the queries of a bulk search: one that is wrong must not refuse the others
            return value
        case "array", list():
            _check_length(name, schema, value)
            items = schema["items"]
            return [_check(f"{name}[{i}]", items, item) for i, item in enumerate(value)]
        case _:
            raise _wrong(name, value, _WORDS[schema["type"]])


def _is_finite(value: float) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or isfinite(value)  # an int may be too large for a float


def _mended(schema: Mapping[str, Any], value: Any) -> Any:
    expected = schema["type"]
    if isinstance(value, str):
        return _mended_text(schema, value)
    if expected == "integer" and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _mended_text(schema: Mapping[str, Any], value: str) -> Any:
    """Read a text as what was to be given."""
    mended: Any = value
    match schema["type"]:
        case "array":
            parsed = _parsed(value)
            is_text = schema["items"]["type"] == "string"
            mended = parsed if isinstance(parsed, list) else [value] if is_text else value
        case "object":
            parsed = _parsed(value)
            mended = parsed if isinstance(parsed, dict) else value
        case "boolean":
            mended = {"true": True, "false": False}.get(value.strip().lower(), value)
        case "integer" if _NUMBER.fullmatch(value):
            mended = int(value)
        case "number" if _DECIMAL.fullmatch(value):
            mended = float(value)
    return mended


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _check_range(name: str, schema: Mapping[str, Any], value: float) -> None:
    low, high = schema.get("minimum"), schema.get("maximum")
    if (low is not None and value < low) or (high is not None and value > high):
        allowed = f"at least {low}" if high is None else f"from {low} to {high}"
        expected = f"{_WORDS[schema['type']]} {allowed}"
        raise _wrong(name, value, expected, minimum=low, maximum=high)


def _check_text(name: str, schema: Mapping[str, Any], value: str) -> None:
    valid = schema.get("enum")
    if valid is not None and value not in valid:
        near = nearest(value, valid)
        raise InvalidInputError(
            f"{name} has to be one of {', '.join(repr(v) for v in valid)}, not {_shown(value)}",
            hint=f"use {near!r}" if near else f"use one of the {len(valid)} values",
            details={"argument": name, "given": _shown(value), "valid": list(valid)},
            did_you_mean=near,
        )
    if len(value) < schema.get("minLength", 0):
        raise _wrong(name, value, "a text that is not empty")
    _check_length(name, schema, value)


def _check_length(name: str, schema: Mapping[str, Any], value: str | list[Any]) -> None:
    key, unit = ("maxLength", "characters") if isinstance(value, str) else ("maxItems", "entries")
    limit = schema.get(key)
    if limit is not None and len(value) > limit:
        raise TooLargeError(
            f"{name} has {len(value):,} {unit}; the limit is {limit:,}",
            hint="split it over several calls",
            details={"argument": name, "given": len(value), "maximum": limit},
        )
    if len(value) < schema.get("minItems", 0):
        raise _wrong(name, value, "an array with at least one entry")


def _wrong(name: str, value: Any, expected: str, **facts: Any) -> InvalidInputError:
    return InvalidInputError(
        f"{name} has to be {expected}, not {_shown(value)}",
        hint=f"give {expected}",
        details={"argument": name, "given": _shown(value), "expected": expected, **facts},
    )


def _not_shown(name: str) -> InvalidInputError:
    """Refuse a secret that is no text, without repeating it."""
    return InvalidInputError(
        f"{name} has to be a text",
        hint="give a text",
        details={"argument": name, "expected": "a text"},
    )


def _shown(value: Any) -> str:
    if isinstance(value, int) and value.bit_length() > _HUGE_BITS:
        return "a number with very many digits"
    return _display.repr(value)
