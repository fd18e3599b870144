"""Turns the schema of a tool into a command's arguments and options, and what was typed into what
the tool takes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from kebab.cli.options import absolute_path
from kebab.errors import InvalidInputError

_PATHS = frozenset({"path", "a", "b", "form", "output", "output_dir", "image", "csv_file", "paths"})
_MAX_JSON_BYTES = 10_000_000
_TYPES: dict[str, type] = {"string": str, "integer": int, "number": float}


@dataclass(frozen=True, slots=True)
class Form:
    """How a command is written: its name, its arguments in order, whether the last takes many."""

    name: str
    arguments: tuple[str, ...]
    takes_many: bool


def read_form(cli: str) -> Form:
    """Read `kebab hwp search PATH QUERY --json`."""
    words = [word for word in cli.split()[2:] if not word.startswith("--")]
    names = tuple(word.removesuffix("...").lower() for word in words[1:])
    return Form(words[0], names, takes_many=words[-1].endswith("..."))


def parameters_of(schema: Mapping[str, Any], form: Form) -> list[click.Parameter]:
    """Make the parameters: what the form names in order, the rest as options."""
    made: list[click.Parameter] = []
    properties = schema["properties"]
    for name in form.arguments:
        many = form.takes_many and name == form.arguments[-1]
        kind = _TYPES.get(properties[name]["type"], str)
        made.append(click.Argument([name], type=kind, nargs=-1 if many else 1, required=True))
    required = schema.get("required", [])
    for name, described in properties.items():
        if name not in form.arguments:
            made.append(_option(name, described, required=name in required))
    return made


def arguments_of(
    schema: Mapping[str, Any], form: Form, values: Mapping[str, Any]
) -> dict[str, Any]:
    """Turn what was typed into the arguments of the tool; what was not is left out."""
    given: dict[str, Any] = {}
    for name, described in schema["properties"].items():
        value = values[name]
        if value is None or value == ():
            continue
        given[name] = _value(name, described, value, is_positional=name in form.arguments)
    return given


def _option(name: str, described: Mapping[str, Any], *, required: bool) -> click.Option:
    flag = "--" + name.replace("_", "-")
    default = described.get("default")
    text = described.get("description", "")
    if default not in (None, "", False, []):
        text = f"{text}  [default: {default}]".strip()
    kind = described["type"]
    if kind == "boolean":
        names = [f"{flag}/--no-{flag[2:]}"] if default else [flag]
        return click.Option([name, *names], is_flag=True, default=None, help=text)
    if kind == "object":
        text = f"{text} JSON, @FILE, or NAME=VALUE several times.".strip()
        return click.Option([name, flag], multiple=True, required=required, help=text)
    choices = described.get("enum") or described.get("items", {}).get("enum")
    typed: Any = click.Choice(choices) if choices else _type_of(described)
    many = kind == "array"
    return click.Option(
        [name, flag], type=typed, multiple=many, required=required, default=None, help=text
    )


def _type_of(described: Mapping[str, Any]) -> type:
    items = described.get("items", described)
    return _TYPES.get(items["type"], str)


def _value(name: str, described: Mapping[str, Any], value: Any, *, is_positional: bool) -> Any:
    if described["type"] == "object":
        return _document(value, name) if is_positional else _object(value, name)
    if isinstance(value, tuple):
        return [str(absolute_path(one)) if name in _PATHS else one for one in value]
    is_path = name in _PATHS or (name == "data" and is_positional)
    return str(absolute_path(value)) if is_path else value


def _object(values: tuple[str, ...], name: str) -> dict[str, Any]:
    """Read an option that may be JSON, a file of it, or pairs; later ones win."""
    made: dict[str, Any] = {}
    for value in values:
        if value.lstrip().startswith("{"):
            made |= _parsed(value, name)
        elif value.startswith("@"):
            made |= _document(value[1:], name)
        else:
            key, equals, text = value.partition("=")
            if not equals:
                raise click.UsageError(f"--{name}: {value!r} is no JSON, @FILE or NAME=VALUE")
            made[key] = text
    return made


def _document(place: str, name: str) -> dict[str, Any]:
    """Read JSON from a file, or from stdin for `-`; paths in it start at the working folder."""
    if place == "-":
        text = sys.stdin.read(_MAX_JSON_BYTES)
    else:
        path = absolute_path(place)
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as cause:
            raise InvalidInputError(
                f"{path} cannot be read: {cause}",
                hint="name a file of JSON in UTF-8, or - for stdin",
                details={"argument": name, "path": str(path)},
            ) from cause
    parsed = _parsed(text, name)
    return {
        key: str(absolute_path(value)) if key in ("input", "output") and value else value
        for key, value in parsed.items()
    }


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError) as cause:
        raise InvalidInputError(
            f"{name} is no JSON: {cause}", hint="give an object", details={"argument": name}
        ) from cause
    if not isinstance(parsed, dict):
        raise InvalidInputError(
            f"{name} has to be an object", hint="give {...}", details={"argument": name}
        )
    return parsed
