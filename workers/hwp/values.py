"""Recognises dates, amounts of money, numbers, mail addresses and telephone numbers. Pure.

A value is normalised only where it says all that is needed: a date without a year is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Literal, NamedTuple, TypeAlias

from workers.hwp.korean_numbers import JOINED, MIXED, SPELLED, worth

ValueKind: TypeAlias = Literal["date", "amount", "number", "email", "phone"]
_CENTURY = 2000
# Full width and signs of mathematics: one character for another, so that places stay the same.
_ASCII = {0xFF10 + digit: str(digit) for digit in range(10)} | str.maketrans(
    "\uff0e\uff0c\uff0d\u2212\uff05\uff08\uff09\u223c\uff5e", ".,--%()~~"
)
_NEGATIVE = "△▲"  # as accounts write it
_LIST_MARK = re.compile(r"^\s*(?:붙임\s+)?\(?\d{1,2}[.)](?=\s)", re.MULTILINE)
_EMAIL = re.compile(r"(?<![\w.+-])[A-Za-z0-9][\w.+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+", re.ASCII)
_AREA = r"0(?:2|1\d|[3-6]\d|70|50\d)"
_PHONE = re.compile(
    r"(?<![\d-])(?<!제)(?<!제 )(?:"
    rf"(?:\+82[\s.-]?(?:\(0\))?[\s.-]?(?:2|1\d|[3-6]\d|70)|\({_AREA}\)|{_AREA}\)?)"
    r"\s?[.-]?\s?\d{3,4}\s?[.-]\s?\d{4}"
    rf"|(?:\({_AREA}\)|{_AREA}\)?)[\s.-]{{0,2}}\d{{3,4}}\s\d{{4}}"
    r"|01[016-9]\d{7,8}|1[5-8]\d{2}-\d{4})(?![\d-])"
)
_SHORT_DATE = r"(?:1[0-2]|0?[1-9])\s?\.\s?(?:3[01]|[12]\d|0?[1-9])"
_DATE = re.compile(
    r"(?<![\d.-])(?:(?P<y>(?:19|20)\d{2})|['\u2018\u2019`](?P<yy>\d{2}))"
    r"(?:\s?년\s?(?P<m1>\d{1,2})\s?월(?:\s?(?P<d1>\d{1,2})\s?일)?"
    r"|\s?[./-]\s?(?P<m2>\d{1,2})"
    r"(?:\s?월(?:\s?(?P<d4>\d{1,2})\s?일)?|(?:\s?[./-]\s?(?P<d2>\d{1,2}))?(?!\d|[,%]|\s?호)))"
    r"|(?<!\d)(?P<m3>\d{1,2})\s?월\s?(?P<d3>\d{1,2})\s?일"
    rf"|(?<![\d.])(?<!\d\.\s)\d{{2}}\.\s?{_SHORT_DATE}(?=\.(?!\s?\d))"
    rf"|(?<![\d.,]){_SHORT_DATE}(?=\.?\s?(?:\([월화수목금토일]\)|\d{{1,2}}:\d{{2}}|~\s?\d))"
    rf"|(?:(?<=~)|(?<=~\s)){_SHORT_DATE}(?=\.(?!\s?\d))"
)
# Spelled out without 금 before it: two digits with a unit each, or more.
_SPELLED_OUT = r"(?<![가-힣])(?:[일이삼사오육륙칠팔구][십백천만억조]{1,3}){2,12}"
_AMOUNT = re.compile(
    rf"(?<![\d.,])(?:(?P<won>{MIXED})\s?원(?![가-힣]*칙)"
    rf"|[₩￦]\s?(?P<sign>{MIXED})|(?:US\$|[$€¥£])\s?(?P<foreign>{MIXED})"
    rf"|(?P<dollars>{MIXED})\s?(?:달러|불(?![가-힣])|유로|엔(?![진드지])|위안))"
    rf"|(?P<spelled>(?:(?<=금)|(?<=금\s)){SPELLED}{{2,30}}|{_SPELLED_OUT})\s?원"
)
_NUMBER = re.compile(rf"(?<![\w.,:-])[+△▲-]?{JOINED}(?:\s?%)?(?![\w.,:-]*\d)")


class Value(NamedTuple):
    """A value and its place in a text."""

    kind: ValueKind
    start: int
    end: int
    normalized: str | None


def values_in(text: str) -> list[Value]:
    """Find the values in order. What is part of one kind is none of the kinds after it."""
    taken: list[Value] = []
    plain = text.translate(_ASCII)
    marks = [match.span() for match in _LIST_MARK.finditer(plain)]
    for kind, pattern, normalize in _KINDS:
        for match in pattern.finditer(plain):
            start, end = match.span()
            end = start + len(match[0].rstrip())
            if kind == "number" and any(low <= start < high for low, high in marks):
                continue
            if all(end <= one.start or one.end <= start for one in taken):
                taken.append(Value(kind, start, end, normalize(match)))
    return sorted(taken, key=lambda one: one.start)


def _date(match: re.Match[str]) -> str | None:
    year, short = match["y"], match["yy"]
    month = match["m1"] or match["m2"]
    day = match["d1"] or match["d2"] or match["d4"]
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
    return worth(next(text for text in match.groups() if text))


def _number(match: re.Match[str]) -> str | None:
    text = match[0].replace(" ", "")
    sign = "" if text[0].isdecimal() else "-" if text[0] in _NEGATIVE else text[0]
    made = worth(text)
    return None if made is None else f"{sign}{made}{'%' if text.endswith('%') else ''}"


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
    ("number", _NUMBER, _number),
)
