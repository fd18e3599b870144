"""One finding of an inspection, and how its text is shown. Pure."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["low", "medium", "high"]
MAX_SHOWN_CHARS = 160
_AROUND = 30
_UNSEEN = ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp")
_UNSEEN_LETTERS = "\u3164\uffa0\u115f\u1160\u2800\ufe00\ufe0f"
_VARIATIONS = range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to look at. `address` is None where it is in no block."""

    kind: str
    severity: Severity
    confidence: float
    address: str | None
    text: str
    detail: str

    def to_fields(self) -> dict[str, object]:
        """Flatten to the fields of HwpFinding."""
        return {
            "kind": self.kind,
            "severity": self.severity,
            "confidence": self.confidence,
            "address": self.address,
            "text": self.text,
            "detail": self.detail,
        }


def excerpt(text: str, start: int, end: int) -> str:
    """Show a place in a text with a little around it, every unseen character spelled out."""
    end = min(end, start + MAX_SHOWN_CHARS)
    left, right = max(0, start - _AROUND), min(len(text), end + _AROUND)
    before, after = "\u2026" * (left > 0), "\u2026" * (right < len(text))
    return before + escaped(text[left:right]) + after


def escaped(text: str) -> str:
    """Spell out the characters that show nothing, or turn others round; `{4}` says four times."""
    shown = []
    for char, run in groupby(text):
        if _is_unseen(char):
            times = sum(1 for _ in run)
            shown.append(_spelled(char) + f"{{{times}}}" * (times > 1))
        else:
            shown.extend(run)
    return "".join(shown)


def _is_unseen(char: str) -> bool:
    if char in _UNSEEN_LETTERS or any(ord(char) in one for one in _VARIATIONS):
        return True
    category = unicodedata.category(char)
    return category in _UNSEEN or (category == "Zs" and char not in " \u3000")


def _spelled(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"  # noqa: PLR2004 - the BMP
