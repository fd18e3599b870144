"""Lists every setting with its value and the layer that it came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kebab.settings.keys import fields_by_key
from kebab.settings.load import LoadedSettings
from kebab.settings.masked import masked
from kebab.settings.model import SourceSettings

DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class ExplainedSetting:
    """One setting. `origin` is `default`, `file`, `flag`, or the name of a variable."""

    key: str
    value: Any
    origin: str


def explain_settings(loaded: LoadedSettings) -> tuple[ExplainedSetting, ...]:
    """Walk the settings in the order of the file; values are what JSON can hold."""
    return tuple(
        ExplainedSetting(key, _plain(key, value), loaded.origins.get(key, DEFAULT))
        for key, value in _values(loaded)
    )


def _values(loaded: LoadedSettings) -> Iterator[tuple[str, Any]]:
    settings = loaded.settings
    yield "schema_version", settings.schema_version
    if not settings.sources:
        yield "sources", []
    for index, source in enumerate(settings.sources):
        for name in SourceSettings.model_fields:
            yield f"sources[{index}].{name}", getattr(source, name)
    for key in fields_by_key():
        table, _, name = key.partition(".")
        yield key, getattr(getattr(settings, table), name)


def _plain(key: str, value: Any) -> Any:
    match value:
        case Path() | str():
            return masked(key, str(value))
        case tuple():
            return [_plain(key, item) for item in value]
        case _:
            return value
