"""Trees of settings and how one is laid over another: dotted keys, merging, absolute paths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kebab.settings.paths import looks_like_path

Place = Callable[[str, str], str]
_PATH_LISTS = (("security", "roots"), ("security", "output_roots"))
_PATHS = (
    ("storage", "data_dir"),
    ("storage", "state_dir"),
    ("embedding", "model"),
    ("llm", "scripted_path"),
    ("http", "token_file"),
    ("http", "tls_cert"),
    ("http", "tls_key"),
)


def leaves(tree: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Flatten to dotted keys; a table of a list is `name[0].key`."""
    flat: dict[str, Any] = {}
    for name, value in tree.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict):
            flat |= leaves(value, f"{key}.")
        elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            for index, item in enumerate(value):
                flat |= leaves(item, f"{key}[{index}].")
        else:
            flat[key] = value
    return flat


def nested(key: str, value: Any) -> dict[str, Any]:
    """Write one dotted key as a tree."""
    table, dot, name = key.partition(".")
    return {table: {name: value}} if dot else {key: value}


def merge(tree: dict[str, Any], layer: Mapping[str, Any]) -> None:
    """Lay one value over the tree. What should be a table and is none stays, to be refused."""
    for name, value in layer.items():
        held = tree.get(name)
        if isinstance(value, dict) and isinstance(held, dict):
            held.update(value)
        elif not isinstance(value, dict) or held is None:
            tree[name] = value


def place_paths(tree: Mapping[str, Any], place: Place) -> None:
    """Replace every path of the tree by what `place(key, text)` makes of it."""
    for table, name in _PATHS:
        section = tree.get(table)
        if not isinstance(section, dict) or not isinstance(section.get(name), str):
            continue
        text = section[name]
        if text and (name != "model" or looks_like_path(text)):
            section[name] = place(f"{table}.{name}", text)
    for table, name in _PATH_LISTS:
        section = tree.get(table)
        if isinstance(section, dict) and isinstance(section.get(name), list):
            section[name] = [
                place(f"{table}.{name}[{index}]", item) if isinstance(item, str) else item
                for index, item in enumerate(section[name])
            ]
    sources = tree.get("sources")
    for index, source in enumerate(sources if isinstance(sources, list) else ()):
        if isinstance(source, dict) and isinstance(source.get("root"), str):
            source["root"] = place(f"sources[{index}].root", source["root"])
