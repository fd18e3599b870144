"""Writes a number or a date of a spreadsheet as its cell shows it. Pure.

Excel's own short date follows the reader's system; it is written as 2026-03-01 here. A format that
is not understood leaves the number plain: nothing is lost by that.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from math import isfinite

_SYSTEM_DATES = {"mm-dd-yy", "m/d/yy h:mm", "m/d/yyyy", "m/d/yyyy h:mm"}
_TOKEN = re.compile(
    r"""\[\$(?P<currency>[^\]-]*)[^\]]*\] | \[(?P<elapsed>h+|m+|s+)\] | \[[^\]]*\]
    | "(?P<quoted>[^"]*)" | \\(?P<escaped>.) | _. | \*.
    | (?P<half>AM/PM|A/P) | (?P<date>y+|m+|d+|h+|s+(?:\.0+)?) | (?P<digits>[#0?][#0?,.]*)
    | (?P<exponent>E[+-]0+) | (?P<other>.)""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_MAX_DECIMALS = 30
_PLAIN = {"", "@", "General"}
_MAX_FORMAT_CHARS = 255  # Excel's own limit
Moment = date | time
_TWO_DIGITS, _SHORT_NAME = 2, 3  # of yy, mm and dd; of mmm and ddd


def shown(value: object, number_format: str) -> str:
    """Write the value of a cell under its number format."""
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case int():
            return _number(Decimal(value), str(value), number_format)
        case float() if isfinite(value):  # no binary noise: 0.3, not 0.30000000000000004
            return _number(Decimal(repr(value)), f"{value:.15g}", number_format)
        case date() | time() | timedelta():
            return _moment(value, number_format)
    return str(value)


def _number(value: Decimal, plain: str, number_format: str) -> str:
    if number_format == "General":
        return plain
    sections = _sections(number_format)
    index = 1 if value < 0 and len(sections) > 1 else 0
    if value == 0 and len(sections) > 2:  # noqa: PLR2004 - the third is that of zero
        index = 2
    tokens = sections[index]
    kinds = [kind for kind, _ in tokens]
    text = "".join(part for _, part in tokens)
    if value == 0 and not {"digits", "date", "half"} & set(kinds) and text.strip() not in _PLAIN:
        return text.strip()  # the dash that accountants write
    if "exponent" in kinds or kinds.count("digits") != 1 or "General" in text or "/" in text:
        return plain
    return _filled_in(tokens, abs(value) if index == 1 else value).strip() or plain


def _filled_in(tokens: list[tuple[str, str]], amount: Decimal) -> str:
    literal = "".join(part for kind, part in tokens if kind == "literal")
    pattern = next(part for kind, part in tokens if kind == "digits")
    amount = amount.scaleb(2 * literal.count("%"))
    thousands = len(pattern) - len(pattern.rstrip(","))
    amount = amount.scaleb(-3 * thousands)
    whole, _, decimals = pattern.rstrip(",").partition(".")
    places = min(len(decimals), _MAX_DECIMALS)
    if amount.adjusted() > _MAX_DECIMALS:
        return ""
    rounded = amount.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    digits = f"{abs(rounded):,f}" if "," in whole else f"{abs(rounded):f}"
    optional = len(decimals) - len(decimals.rstrip("#"))
    if "." in digits:
        kept = digits[: len(digits) - optional] + digits[len(digits) - optional :].rstrip("0")
        digits = kept.rstrip(".") if optional else digits
    lead = whole.replace(",", "").count("0")
    head, dot, tail = digits.partition(".")
    number = head.zfill(lead) + dot + tail
    sign = "-" if rounded < 0 else ""
    return sign + "".join(number if kind == "digits" else part for kind, part in tokens)


def _moment(value: Moment | timedelta, number_format: str) -> str:
    if number_format.lower().partition(";")[0] in _SYSTEM_DATES or isinstance(value, timedelta):
        return _iso(value)
    tokens = _sections(number_format)[0]
    if not any(kind == "date" for kind, _ in tokens):
        return _iso(value)
    is_twelve = any(kind == "half" for kind, _ in tokens)
    names = [part.lower() if kind == "date" else "" for kind, part in tokens]
    parts: list[str] = []
    for place, (kind, part) in enumerate(tokens):
        if kind == "half":
            parts.append("PM" if getattr(value, "hour", 0) >= 12 else "AM")  # noqa: PLR2004 - noon
        elif kind != "date":
            parts.append(part)
        else:
            minutes = part.lower() in {"m", "mm"} and _is_beside_time(names, place)
            parts.append(_date_part(value, part.lower(), minutes=minutes, is_twelve=is_twelve))
    return "".join(parts).strip()


def _is_beside_time(names: list[str], place: int) -> bool:
    """Tell minutes from months: minutes stand after hours or before seconds."""
    before = next((name for name in reversed(names[:place]) if name), "")
    after = next((name for name in names[place + 1 :] if name), "")
    return before.startswith("h") or after.startswith("s")


def _date_part(value: Moment, part: str, *, minutes: bool, is_twelve: bool) -> str:
    moment = _whole(value)
    hour = (moment.hour % 12 or 12) if is_twelve else moment.hour
    length = len(part.partition(".")[0])
    match part[0]:
        case "h":
            return _padded(hour, length)
        case "s":
            return _padded(moment.second, length)
        case "m" if minutes:
            return _padded(moment.minute, length)
        case "y":
            return f"{moment.year:04d}" if length > _TWO_DIGITS else f"{moment.year % 100:02d}"
        case letter if length > _TWO_DIGITS:
            name = "b" if letter == "m" else "a"
            return moment.strftime("%" + (name if length == _SHORT_NAME else name.upper()))
        case letter:
            return _padded(moment.month if letter == "m" else moment.day, length)


def _whole(value: Moment) -> datetime:
    """Give a date its time, and a time a date."""
    if isinstance(value, datetime):
        return value
    if isinstance(value, time):
        return datetime.combine(date(1900, 1, 1), value)
    return datetime.combine(value, time())


def _padded(number: int, length: int) -> str:
    return f"{number:02d}" if length > 1 else str(number)


def _iso(value: Moment | timedelta) -> str:
    if isinstance(value, datetime):
        if value.time() == time():
            return value.date().isoformat()
        return value.isoformat(sep=" ", timespec="seconds" if value.second else "minutes")
    if isinstance(value, timedelta):
        seconds = round(value.total_seconds())
        sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
        return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return value.isoformat()


@cache
def _sections(number_format: str) -> list[list[tuple[str, str]]]:
    """Take a format apart: for positive and negative numbers, for zero, for text."""
    sections: list[list[tuple[str, str]]] = [[]]
    for match in _TOKEN.finditer(number_format[:_MAX_FORMAT_CHARS]):
        kind = match.lastgroup or "other"
        text = match[kind] if match.lastgroup else ""
        if kind == "other" and text == ";":
            sections.append([])
        elif kind in {"date", "digits", "half", "exponent"}:
            sections[-1].append((kind, text))
        elif text:
            sections[-1].append(("date" if kind == "elapsed" else "literal", text))
    return sections
