"""Names the fields that somebody may have meant by a name that no field has. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

_MAX_NAMES = 3
_CUTOFF = 0.6


def confusable(wanted: Iterable[str], names: Iterable[str]) -> dict[str, list[str]]:
    """Give for each name the fields that look like it, as far as there are any.

    Alike are names that differ in blanks, width, case or a few letters, and longer or shorter ones.
    """
    shapes = {name: _shape(name) for name in names}
    found = {one: _near(_shape(one), shapes)[:_MAX_NAMES] for one in wanted}
    return {one: near for one, near in found.items() if near}


def composed(name: str) -> str:
    """Write a name as forms do: a Mac takes its syllables apart."""
    return unicodedata.normalize("NFC", name).strip()


def _shape(name: str) -> str:
    """Drop what the eye does not tell apart."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def _near(shape: str, shapes: Mapping[str, str]) -> list[str]:
    same = [name for name, other in shapes.items() if other == shape]
    parts = [name for name, other in shapes.items() if shape and (shape in other or other in shape)]
    close = get_close_matches(shape, set(shapes.values()), n=_MAX_NAMES, cutoff=_CUTOFF)
    alike = [name for one in close for name, other in shapes.items() if other == one]
    return list(dict.fromkeys([*same, *parts, *alike]))
