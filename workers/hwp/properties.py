"""What a document says of itself: title, author, dates. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_MIN_TITLE_LETTERS = 4
_REMOVED_DATE = "1970-01-01T00:00:00Z"  # what is left of a date that was removed


@dataclass(frozen=True, slots=True)
class Properties:
    """The title, and the other properties that are not empty, by name.

    Hancom Office takes the title from the first words of a new document, up to the first sign that
    is no letter: "2", "210mm". One of so few letters is none.
    """

    title: str = ""
    others: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def of(values: Mapping[str, str]) -> Properties:
        """Take the properties that say something."""
        others = {name: " ".join(value.split()) for name, value in values.items()}
        others = {name: value for name, value in others.items() if value not in ("", _REMOVED_DATE)}
        title = others.pop("title", "")
        says_something = sum(map(str.isalpha, title)) >= _MIN_TITLE_LETTERS
        return Properties(title if says_something else "", others)
