"""One difference between two documents. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Op: TypeAlias = Literal["added", "removed", "changed", "moved"]
_MAX_CHARS = 500


@dataclass(frozen=True, slots=True)
class Difference:
    """`before` is None for what was added, `after` for what was removed."""

    op: Op
    kind: str
    address: str | None
    before: str | None
    after: str | None
    page: int | None = None

    @staticmethod
    def between(
        kind: str,
        address: str | None,
        before: str | None,
        after: str | None,
        page: int | None = None,
    ) -> Difference:
        """Name what happened to something by what there is of it."""
        op: Op = "added" if before is None else "removed" if after is None else "changed"
        return Difference(op, kind, address, before, after, page)

    def to_fields(self) -> dict[str, object]:
        """Flatten to the fields of HwpDifference."""
        return {
            "op": self.op,
            "kind": self.kind,
            "address": self.address,
            "page": self.page,
            "before": _shortened(self.before),
            "after": _shortened(self.after),
        }


def _shortened(text: str | None) -> str | None:
    return text if text is None or len(text) <= _MAX_CHARS else f"{text[:_MAX_CHARS]}\u2026"
