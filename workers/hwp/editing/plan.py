"""What an edit would change, and how it is made: worked out whole before anything is changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MAX_SHOWN_CHANGES = 20
MAX_SHOWN_CHARS = 500


@dataclass(frozen=True, slots=True)
class Change:
    """One place, before and after."""

    address: str | None
    before: str
    after: str
    name: str | None = None

    def to_fields(self) -> dict[str, Any]:
        """Flatten to the fields of HwpChange; a long text is cut."""
        named = {} if self.name is None else {"name": self.name}
        return {
            "address": self.address,
            **named,
            "before": _shown(self.before),
            "after": _shown(self.after),
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """An edit that was looked into. `make` makes it; None where something stands in the way.

    `touched` are the elements in which text may change: what else changes was not meant.
    `marks` are what stands in the lines of the verification for tables and pictures that come, go
    or grow. The lists are those of HwpEdit, None where the edit has no such thing.
    """

    changes: tuple[Change, ...] = ()
    make: Callable[[], None] | None = None
    touched: tuple[Any, ...] = ()
    marks: frozenset[str] = frozenset()
    filled: tuple[str, ...] | None = None
    not_found: tuple[str, ...] | None = None
    ambiguous: tuple[str, ...] | None = None
    confusable: dict[str, list[str]] | None = None
    unchanged: tuple[str, ...] | None = None
    invalid: tuple[str, ...] | None = None
    replaced_count: int | None = None
    removed: tuple[str, ...] | None = None
    warnings: tuple[str, ...] = ()

    def to_fields(self, operation: str, *, applied: bool, dry_run: bool) -> dict[str, Any]:
        """Flatten to the fields of HwpEdit, and `warnings`."""
        lists = {
            "filled": self.filled,
            "not_found": self.not_found,
            "ambiguous": self.ambiguous,
            "unchanged": self.unchanged,
            "invalid": self.invalid,
            "removed": self.removed,
        }
        others = {"replaced_count": self.replaced_count, "confusable": self.confusable or None}
        return {
            "operation": operation,
            "applied": applied,
            "dry_run": dry_run,
            "changes": [change.to_fields() for change in self.changes[:MAX_SHOWN_CHANGES]],
            "change_count": len(self.changes),
            **{name: list(found) for name, found in lists.items() if found is not None},
            **{name: found for name, found in others.items() if found is not None},
            "warnings": list(self.warnings),
        }


def _shown(text: str) -> str:
    return text if len(text) <= MAX_SHOWN_CHARS else f"{text[: MAX_SHOWN_CHARS - 1]}…"
