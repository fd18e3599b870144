"""Looks through texts for characters that deceive: one finding for each kind in each text. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice

from workers.hwp.looking.finding import Finding, excerpt
from workers.hwp.looking.odd_characters import ODD_KINDS, OddKind

_NAMED = 4
_TAGS_FROM = 0xE0000


def check_unicode(texts: Iterable[tuple[str | None, str]]) -> Iterator[Finding]:
    """Look through texts, each with its address."""
    for address, text in texts:
        if text.isascii() and text.isprintable():
            continue
        for kind in ODD_KINDS:
            runs = list(kind.runs(text))
            if runs:
                yield _finding(kind, address, text, runs)


def _finding(kind: OddKind, address: str | None, text: str, runs: list[tuple[int, int]]) -> Finding:
    start, end = runs[0]
    times = f"{len(runs)} times, first " if len(runs) > 1 else ""
    detail = f"{kind.means}; {times}at character {start}: {_described(text[start:end])}"
    if kind.name == "tag_characters":
        hidden = "".join(text[slice(*run)] for run in runs)
        detail += f"; it says: {tag_text(hidden)}"
    return Finding(
        kind.name, kind.severity, kind.confidence, address, excerpt(text, start, end), detail
    )


def tag_text(text: str) -> str:
    """Read tag characters as the letters that they stand for."""
    plain = (ord(char) - _TAGS_FROM for char in text if ord(char) >= _TAGS_FROM)
    return "".join(chr(code) for code in plain if 0x20 <= code < 0x7F)  # noqa: PLR2004 - ASCII


def _described(run: str) -> str:
    """Name the characters of a run, the odd ones where it is a word."""
    odd = [char for char in dict.fromkeys(run) if not char.isascii() or not char.isprintable()]
    named = (_name(char) for char in islice(odd, _NAMED))
    return ", ".join(named) + (", \u2026" if len(odd) > _NAMED else "")


def _name(char: str) -> str:
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()
