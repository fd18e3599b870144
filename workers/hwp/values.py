"""Recognises dates, amounts of money, numbers, mail addresses and telephone numbers. Pure.

A value is normalised only where it says all that is needed: a date without a year is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Literal, NamedTuple, TypeAlias

ValueKind: TypeAlias = Literal["date", "amount", "number", "email", "phone"]
_CENTURY = 2000
_N = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_UNITS = {"조": 10**12, "억": 10**8, "만": 10**4, "천만": 10**7, "백만": 10**6, "천": 10**3}
_EMAIL = re.compile(r"(?<![\w.+-])[A-Za-z0-9][\w.+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+", re.ASCII)
_AREA = r"0(?:2|1\d|[3-6]\d|70|50\d)"
_PHONE = re.compile(
    rf"(?<![\d-])(?:\+82[\s.-]?(?:\(0\))?[\s.-]?(?:2|1\d|[3-6]\d|70)|\({_AREA}\)|{_AREA})"
    r"[\s.-]{0,2}\d{3,4}[\s.-]\d{4}(?![\d-])|(?<![\d-])1[5-8]\d{2}-\d{4}(?![\d-])"
)
_DATE = re.compile(
    r"(?<![\d.-])(?:(?P<y>(?:19|20)\d{2})|['\u2018\u2019`](?P<yy>\d{2}))"
    r"(?:\s?년\s?(?P<m1>\d{1,2})\s?월(?:\s?(?P<d1>\d{1,2})\s?일)?"
    r"|(?P<sep>\s?[./-]\s?)(?P<m2>\d{1,2})(?:\s?[./-]\s?(?P<d2>\d{1,2}))?(?![\d,%]))"
    r"|(?<!\d)(?P<m3>\d{1,2})\s?월\s?(?P<d3>\d{1,2})\s?일"
)
_KOREAN = rf"(?:(?:{_N})\s?(?:조|억|천만|백만|만|천)?\s?)+"
_AMOUNT = re.compile(
    rf"(?<![\d.,])(?:(?P<won>{_KOREAN})원(?![가-힣]*칙)|[₩￦]\s?(?P<sign>{_N})"
    rf"|(?P<coin>US\$|[$€¥£])\s?(?P<foreign>{_N})|(?P<dollars>{_KOREAN})(?:달러|유로|엔|위안))"
)
_NUMBER = re.compile(rf"(?<![\w.,:-])[+-]?(?:{_N})(?:\s?%)?(?![\w.,:-]*\d)")
_TERM = re.compile(rf"({_N})\s?(조|억|천만|백만|만|천)?")


class Value(NamedTuple):
    """A value and its place in a text."""

    kind: ValueKind
    start: int
    end: int
    normalized: str | None


def values_in(text: str) -> list[Value]:
    """Find the values in order. What is part of one kind is none of the kinds after it."""
    taken: list[Value] = []
    for kind, pattern, normalize in _KINDS:
        for match in pattern.finditer(text):
            start, end = match.span()
            end = start + len(match[0].rstrip())
            if all(end <= one.start or one.end <= start for one in taken):
                taken.append(Value(kind, start, end, normalize(match)))
    return sorted(taken, key=lambda one: one.start)


def _date(match: re.Match[str]) -> str | None:
    year, short = match["y"], match["yy"]
    month = match["m1"] or match["m2"]
    day = match["d1"] or match["d2"]
    if not month or not (year or short):
        return None
    number = int(year) if year else _CENTURY + int(short)
    try:
        if not day:
            return date(number, int(month), 1).strftime("%Y-%m")
        return date(number, int(month), int(day)).isoformat()
    except ValueError:
        return None


def _amount(match: re.Match[str]) -> str | None:
    if match["sign"]:
        return _digits(match["sign"])
    if match["won"]:
        return _worth(match["won"])
    return _digits(match["foreign"]) if match["foreign"] else _worth(match["dollars"])


def _worth(text: str) -> str | None:
    """Add up a number of Korean units, each smaller than the one before it."""
    total, last = 0.0, float("inf")
    for term in _TERM.finditer(text):
        unit = _UNITS.get(term[2] or "", 1)
        if unit >= last:
            return None
        last = unit
        total += float(term[1].replace(",", "")) * unit
    return _plain(total)


def _digits(text: str) -> str:
    return text.replace(",", "")


def _plain(number: float) -> str:
    return str(int(number)) if number.is_integer() else repr(number)


def _phone(match: re.Match[str]) -> str:
    digits = re.sub(r"\D", "", match[0])
    if digits.startswith("82"):
        digits = "0" + digits[2:].removeprefix("0")
    return digits


_KINDS: tuple[tuple[ValueKind, re.Pattern[str], Callable[[re.Match[str]], str | None]], ...] = (
    ("email", _EMAIL, lambda match: match[0].lower()),
    ("phone", _PHONE, _phone),
    ("date", _DATE, _date),
    ("amount", _AMOUNT, _amount),
    ("number", _NUMBER, lambda match: _digits(match[0]).replace(" ", "")),
)
