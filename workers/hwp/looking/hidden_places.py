"""Where in a section's XML the reader stands: addresses as the blocks have them. Pure.

A cell's own place is told after its content, so that an address is put together at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from workers.hwp.looking.looks import number_of

_SIGNED = 1 << 31


@dataclass(eq=False, slots=True)
class Place:
    """A section, paragraph, table, cell or shape; `step` is its part of the address."""

    step: str
    parent: Place | None = None
    counts: Counter[str] = field(default_factory=Counter)

    def below(self, kind: str) -> Place:
        """Make the next place of a kind in this one."""
        number = self.counts[kind]
        self.counts[kind] += 1
        return Place(f"{kind}{number}", self)

    def address(self) -> str:
        """Put the steps together."""
        steps = []
        place: Place | None = self
        while place is not None:
            steps.append(place.step)
            place = place.parent
        return "/".join(reversed(steps))


def nearest(address: str, known: frozenset[str]) -> str | None:
    """Return the longest beginning of an address that a block has."""
    while address and address not in known:
        address = address.rpartition("/")[0]
    return address or None


def is_off_page(attributes: Mapping[str, str], page: float, width: float, height: float) -> bool:
    """Tell whether a shape stands beside its page, whose longer side is `page`."""
    if not page or attributes.get("treatAsChar") == "1":
        return False
    return any(
        attributes.get(relative) in ("PAPER", "PAGE")
        and not -page < _signed(number_of(attributes, offset)) + size < page + size
        for relative, offset, size in (
            ("horzRelTo", "horzOffset", width),
            ("vertRelTo", "vertOffset", height),
        )
    )


def _signed(value: float) -> float:
    """Read what some writers take for unsigned."""
    return value - 2 * _SIGNED if value >= _SIGNED else value
