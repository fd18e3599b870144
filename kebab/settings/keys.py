"""The keys that kebab.toml knows, taken from the model, and the nearest one to a misspelling."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from functools import cache

from pydantic.fields import FieldInfo

from kebab.settings.model import Section, Settings, SourceSettings

NOT_IN_FILE = frozenset({"path"})


def tables() -> Iterator[tuple[str, type[Section]]]:
    """Give each plain table of the file with its class."""
    for name, field in Settings.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            yield name, field.annotation


@cache
def fields_by_key() -> dict[str, FieldInfo]:
    """Give the field of each `table.key`, in the order of the file."""
    return {
        f"{table}.{key}": field
        for table, section in tables()
        for key, field in section.model_fields.items()
    }


@cache
def known_keys() -> tuple[str, ...]:
    """Give everything that can be written in the file, as dotted keys."""
    return (
        "schema_version",
        *(table for table, _ in tables()),
        "sources",
        *(f"sources.{key}" for key in SourceSettings.model_fields),
        *fields_by_key(),
    )


def nearest_key(unknown: str) -> str | None:
    """Guess which key was meant: a misspelt one first, then one that stands in another table."""
    matches = difflib.get_close_matches(unknown, known_keys(), n=1, cutoff=0.75)
    if matches:
        return matches[0]
    last = unknown.rpartition(".")[2]
    by_last = {key.rpartition(".")[2]: key for key in reversed(known_keys())}
    ends = difflib.get_close_matches(last, by_last, n=1, cutoff=0.75)
    return by_last[ends[0]] if ends else None
