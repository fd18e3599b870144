"""The published JSON Schemas of wire v1: `python -m kebab.wire.publish` writes config/wire/v1."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic.fields import FieldInfo

from kebab.wire import (
    answer,
    cache,
    capabilities,
    doctor,
    documents,
    error,
    ingest,
    registration,
    search,
)
from kebab.wire import version as native
from kebab.wire.hwp import batches, editing, handles, inspection, pictures, reading, tables
from kebab.wire.wire_object import WireObject

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SUFFIX = ".schema.json"
CHECKOUT = Path(__file__).resolve().parents[2] / "config" / "wire" / "v1"
BULK_SEARCH_INPUT = "bulk_search_input.v1"
_MODULES: tuple[ModuleType, ...] = (
    *(answer, cache, capabilities, doctor, documents),
    *(error, ingest, registration, search, native),
    *(batches, editing, handles, inspection),
    *(pictures, reading, tables),
)
# The keywords of a schema in the order in which people read them; any other one comes behind.
_ORDER = (
    *("$schema", "$id", "title", "description", "$ref", "type", "const", "enum", "anyOf"),
    *("properties", "required", "items", "additionalProperties", "examples", "$defs"),
)


def published_models() -> dict[str, type[WireObject]]:
    """Return every object that leaves the process, and the query of a bulk search, by version."""
    found = {
        version: value
        for module in _MODULES
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, WireObject)
        if (version := _version_of(value)) is not None
    }
    return dict(sorted((found | {BULK_SEARCH_INPUT: search.SearchInput}).items()))


def schema_of(version: str, model: type[WireObject]) -> dict[str, Any]:
    """Describe an object as it is emitted: only fields without a default are always there.

    Objects are open, because v1 may gain fields; only a query is closed, because a misspelled
    argument is refused.
    """
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    for name, definition in definitions.items():
        definition["title"] = name
    is_input = version == BULK_SEARCH_INPUT
    described = {
        **schema,
        "$schema": DIALECT,
        "$id": f"urn:kebab:wire:{version}",
        "title": version,
        **({"$defs": dict(sorted(definitions.items()))} if definitions else {}),
    }
    published: dict[str, Any] = _arranged(described, is_input=is_input)
    return published


def published_files() -> dict[str, str]:
    """Return the text of every file of config/wire/v1, by its name."""
    return {
        f"{version.removesuffix('.v1')}{SUFFIX}": json.dumps(
            schema_of(version, model), ensure_ascii=False, indent=2
        )
        + "\n"
        for version, model in published_models().items()
    }


def write_schemas(folder: Path) -> None:
    """Write the files, and remove schemas that are no longer generated."""
    folder.mkdir(parents=True, exist_ok=True)
    files = published_files()
    for path in folder.glob(f"*{SUFFIX}"):
        if path.name not in files:
            path.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _version_of(model: type[WireObject]) -> str | None:
    """Return the version of an object; one that others are made of has none."""
    field: FieldInfo | None = model.model_fields.get("schema_version")
    return None if field is None or field.is_required() else str(field.default)


def _arranged(schema: Any, *, is_input: bool) -> Any:
    """Put a schema into its published form, all the way down."""
    if not isinstance(schema, dict):
        return schema
    kept = dict(schema)
    if "properties" in kept:
        if "schema_version" in kept["properties"]:
            others = [name for name in kept.get("required", []) if name != "schema_version"]
            kept["required"] = ["schema_version", *others]
        if not is_input:
            kept.pop("additionalProperties", None)
    if not is_input:
        kept.pop("default", None)
    return {name: _value(name, kept[name], is_input=is_input) for name in sorted(kept, key=_place)}


def _value(keyword: str, value: Any, *, is_input: bool) -> Any:
    match keyword, value:
        case (("properties" | "$defs"), dict()):
            # A field's title is its name in capitals; a definition's is a name.
            dropped = {"title"} if keyword == "properties" else set[str]()
            return {
                name: _arranged(
                    {key: part for key, part in inner.items() if key not in dropped},
                    is_input=is_input,
                )
                for name, inner in value.items()
            }
        case (("items" | "additionalProperties"), dict()):
            return _arranged(value, is_input=is_input)
        case "anyOf", list():
            return [_arranged(inner, is_input=is_input) for inner in value]
        case "description", str():
            return " ".join(value.split())
        case _:
            return value


def _place(keyword: str) -> tuple[int, str]:
    return (_ORDER.index(keyword) if keyword in _ORDER else len(_ORDER)), keyword


if __name__ == "__main__":
    write_schemas(CHECKOUT)
