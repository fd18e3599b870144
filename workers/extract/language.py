"""Guesses the language of a document from its prose."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from workers.chunk.blocks import Block, Kind

UNKNOWN = "und"
_SAMPLE_CHARS = 4_096
_MIN_LETTERS = 20
_MIN_CONFIDENCE = 0.6
_CODE_LENGTH = 2  # ISO 639-1; the model's longer codes are mostly mistakes for one of these
_NOT_PROSE = re.compile(r"`[^`\n]*`|https?://\S+|\{\{.*?\}\}|\]\([^()\s]*\)|<[^<>\n]*>")
_WORD = re.compile(r"[a-z]+")
_ENGLISH = frozenset(
    ("the", "and", "of", "to", "for", "with", "that", "this", "are", "you", "is", "from", "not")
)
_MIN_ENGLISH_SHARE = 0.15
_MIN_WORDS = 12
# A character of these scripts says as much as several Latin letters: a text full of borrowed
# terms is still Korean, Japanese or Chinese.
_MIN_SHARE = 0.15
_MIN_KANA_SHARE = 0.05


def guess_language(blocks: Iterable[Block]) -> str:
    """Return an ISO 639-1 code, or `und` where there is too little to go by."""
    sample = _sample(blocks)
    letters = sum(map(str.isalpha, sample))
    return _by_script(sample, letters) or _by_words(sample, letters)


def _sample(blocks: Iterable[Block]) -> str:
    parts: list[str] = []
    room = _SAMPLE_CHARS
    for block in blocks:
        if block.kind not in {Kind.CODE, Kind.TABLE} and room > 0:
            text = block.title or _NOT_PROSE.sub(" ", block.text[:room])
            parts.append(text)
            room -= len(text)
    return "\n".join(parts)


def _by_script(sample: str, letters: int) -> str:
    hangul = kana = han = 0
    for char in sample:
        if char < "\u1100":
            continue
        hangul += "\uac00" <= char <= "\ud7a3" or "\u1100" <= char <= "\u11ff"
        kana += "\u3041" <= char <= "\u30ff" or "\uff66" <= char <= "\uff9d"
        han += "\u4e00" <= char <= "\u9fff" or "\u3400" <= char <= "\u4dbf"
    if hangul > _MIN_SHARE * letters and hangul >= kana + han:
        return "ko"
    if kana > _MIN_KANA_SHARE * letters and kana + han > _MIN_SHARE * letters:
        return "ja"
    return "zh" if han > _MIN_SHARE * letters else ""


def _by_words(sample: str, letters: int) -> str:
    if letters < _MIN_LETTERS:
        return UNKNOWN
    words = _WORD.findall(sample.lower())
    english = sum(word in _ENGLISH for word in words)
    if len(words) >= _MIN_WORDS and english >= _MIN_ENGLISH_SHARE * len(words):
        return "en"  # saves a worker that reads English only the model: 80 MB, a second
    language, confidence = _identifier().classify(sample)
    is_clear = confidence >= _MIN_CONFIDENCE and len(language) == _CODE_LENGTH
    return str(language) if is_clear else UNKNOWN


@cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # noqa: PLC0415 - large, often unused

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
