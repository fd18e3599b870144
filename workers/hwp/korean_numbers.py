"""Reads numbers as Korean documents write them: 3,500만, 1억 5천만, 삼천오백만. Pure."""

from __future__ import annotations

import re
from decimal import Decimal

PLAIN = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
_CURRENCY = "원달불유엔위"  # how the names of currencies begin
MIXED = (
    rf"{PLAIN}(?:\s?[십백천만억조](?:{PLAIN}|\s{PLAIN}(?=\s?[십백천만억조{_CURRENCY}]))?){{0,12}}"
)
# A number of things: there 조 is a group of people, and a space ends it.
JOINED = rf"{PLAIN}(?:[십백천만억]{PLAIN}?){{0,12}}"
SPELLED = "[일이삼사오육륙칠팔구십백천만억조]"
_TOKEN = re.compile(rf"{PLAIN}|{SPELLED}")
_DIGITS = {name: Decimal(value) for value, name in enumerate("일이삼사오육칠팔구", 1)} | {
    "륙": Decimal(6)
}
_SMALL = {"십": 10, "백": 100, "천": 1000}
_LARGE = {"만": 10**4, "억": 10**8, "조": 10**12}
_NO_UNIT = 10**16


def worth(text: str) -> str | None:
    """Add up what a number says, in plain digits; None where its parts are in no right order."""
    tokens = _TOKEN.findall(text)
    if len(tokens) == 1 and tokens[0][0].isdecimal():
        return plain_digits(tokens[0])
    reading = _Reading()
    return reading.total() if all(map(reading.take, tokens)) else None


def plain_digits(text: str) -> str:
    """Drop what separates thousands."""
    return text.replace(",", "")


class _Reading:
    """What was read so far: 만, 억 and 조 close a group, in which 천, 백 and 십 stand."""

    def __init__(self) -> None:
        self._closed = Decimal(0)
        self._group = Decimal(0)
        self._number: Decimal | None = None
        self._last_small = self._last_large = _NO_UNIT

    def take(self, token: str) -> bool:
        """Read one digit, number or unit; False where it cannot stand there."""
        if token in _SMALL:
            return self._small(_SMALL[token])
        if token in _LARGE:
            return self._large(_LARGE[token])
        if self._number is not None:
            return False
        self._number = _DIGITS.get(token) or Decimal(plain_digits(token))
        return True

    def total(self) -> str:
        """Return the sum."""
        made = self._closed + self._group + (self._number or 0)
        return f"{made.normalize():f}"

    def _small(self, unit: int) -> bool:
        if unit >= self._last_small:
            return False
        self._group += (Decimal(1) if self._number is None else self._number) * unit
        self._number, self._last_small = None, unit
        return True

    def _large(self, unit: int) -> bool:
        if unit >= self._last_large:
            return False
        self._closed += (self._group + (self._number or 0) or 1) * unit
        self._group, self._number = Decimal(0), None
        self._last_small, self._last_large = _NO_UNIT, unit
        return True
