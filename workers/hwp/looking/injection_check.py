"""Looks through texts for orders to a model. Pure.

What is written to escape a search is made plain first: widths, letters of other scripts, characters
that show nothing between letters, and letters that only a model sees.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from workers.hwp.looking.finding import Finding, excerpt
from workers.hwp.looking.injection_rules import RULES
from workers.hwp.looking.unicode_check import tag_text

_BLANKS = re.compile(r"[^\S\n]+")
_TAGS = re.compile("[\U000e0020-\U000e007e]+")
_UNSEEN = re.compile(
    "[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u180e\u3164\uffa0\u115f\u1160"
    "\ufe00-\ufe0f\U000e0000-\U000e01ef]+"
)
_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u03bf\u03bd\u03c1"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406",
    "aeopcyxijsdovpABEKMHOPCTXI",
)
_WORD = re.compile(r"[^\W\d_]+")
_LATIN = re.compile("[a-zA-Z]")


def check_injection(texts: Iterable[tuple[str | None, str]]) -> Iterator[Finding]:
    """Look through texts, each with its address: a finding for each rule that a text meets, of one
    kind the most certain.
    """
    for address, text in texts:
        plain = made_plain(text)
        best: dict[str, Finding] = {}
        for rule in RULES:
            match = rule.pattern.search(plain)
            if match is None or (
                rule.kind in best and best[rule.kind].confidence >= rule.confidence
            ):
                continue
            best[rule.kind] = Finding(
                rule.kind,
                rule.severity,
                rule.confidence,
                address,
                excerpt(plain, *match.span()),
                rule.detail,
            )
        yield from best.values()


def made_plain(text: str) -> str:
    """Undo what hides words from a search; what only a model sees comes last, on its own line."""
    if text.isascii():
        return _BLANKS.sub(" ", text)
    hidden = "".join(map(tag_text, _TAGS.findall(text)))
    plain = _UNSEEN.sub("", unicodedata.normalize("NFKC", text))
    plain = _WORD.sub(lambda word: _latin(word[0]), plain)
    plain = _BLANKS.sub(" ", plain)
    return f"{plain}\n{hidden}" if hidden else plain


def _latin(word: str) -> str:
    return word.translate(_ALIKE) if _LATIN.search(word) else word
