"""Finds personal numbers and addresses in Korean text. Pure.

A resident's number is known by its date of birth and century; its check digit cannot be asked for,
since those given from October 2020 have none, unless the number stands without its hyphen. A card's
number has to pass the Luhn test. A bank account has no test: it counts only behind a word for one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

SecretKind: TypeAlias = Literal["rrn", "card", "account", "phone", "email"]
KINDS: tuple[SecretKind, ...] = get_args(SecretKind)
_BANK = "계좌|은행|예금주|입금|송금|농협|신협|수협|새마을금고|우체국|뱅크|account"
_BETWEEN = r" ?[-.\u2010-\u2015\u2212\uff0d]? ?"  # hyphens and dashes of every kind
_PATTERNS: dict[SecretKind, re.Pattern[str]] = {
    "rrn": re.compile(r"(?<!\d)(\d{6})(\s?[-\u2013]\s?|)([1-8]\d{6})(?!\d)"),
    "card": re.compile(r"(?<![\d-])\d{4}([- ]?)\d{4}\1\d{4}\1\d{3,4}(?![\d-])"),
    "account": re.compile(
        rf"(?:{_BANK})[^\d\n]{{0,20}}(\d{{2,6}}(?:-\d{{2,8}}){{1,3}}|\d{{10,14}})(?![\d-])",
        re.IGNORECASE,
    ),
    "phone": re.compile(
        r"(?<![\d-])(?:\+82[-. ]?\(?0?\)?|\(?0)"
        rf"(?:2|[3-6]\d|1[016789]|70|80|50\d)\)?{_BETWEEN}\d{{3,4}}{_BETWEEN}\d{{4}}(?![\d-])"
        r"|(?<![\d-])1[568]\d\d-\d{4}(?![\d-])"
    ),
    "email": re.compile(r"[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}"),
}
_WEIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
_LABEL = 30  # characters of a cell that only says what the next one holds
_DAYS = 31
_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Secret:
    """What was found, by its place in the text."""

    kind: SecretKind
    start: int
    end: int
    text: str


def find_secrets(text: str, kinds: Collection[SecretKind], before: str = "") -> list[Secret]:
    """Find what is of these kinds, in order; of two that overlap, that of the kind named first.

    `before` is the paragraph before, in a table mostly the cell that says what stands in this one.
    """
    found: list[Secret] = []
    for kind in KINDS:
        if kind in kinds:
            is_label = kind == "account" and 0 < len(before) <= _LABEL
            label = before.replace("\n", " ") + " " if is_label else ""
            found += [
                one
                for one in _of_kind(kind, text, label)
                if not any(one.start < old.end and old.start < one.end for old in found)
            ]
    return sorted(found, key=lambda one: one.start)


def masked(secret: str, mask: str) -> str:
    """Put the mask in place of each letter and digit; what separates them stays."""
    return "".join(mask if char.isalnum() else char for char in secret)


def _of_kind(kind: SecretKind, text: str, label: str) -> Iterator[Secret]:
    group = 1 if kind == "account" else 0
    for match in _PATTERNS[kind].finditer(label + text):
        start, end = match.start(group) - len(label), match.end(group) - len(label)
        if start >= 0 and _TESTS.get(kind, _any)(match):
            yield Secret(kind, start, end, match[group])


def _any(_match: re.Match[str]) -> bool:
    return True


def _is_rrn(match: re.Match[str]) -> bool:
    birth, between, _ = match.groups()
    is_date = 1 <= int(birth[2:4]) <= _MONTHS and 1 <= int(birth[4:6]) <= _DAYS
    digits = [int(char) for char in match[0] if char.isdigit()]
    check = (11 - sum(map(int.__mul__, digits, _WEIGHTS)) % 11) % 10
    return is_date and (bool(between) or check == digits[-1])


def _is_card(match: re.Match[str]) -> bool:
    digits = [int(char) for char in reversed(match[0]) if char.isdigit()]
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[1::2]]  # noqa: PLR2004 - Luhn
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


_TESTS: dict[SecretKind, Callable[[re.Match[str]], bool]] = {"rrn": _is_rrn, "card": _is_card}
