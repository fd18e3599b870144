"""Decides which pages are to be read by OCR: their glyphs tell nothing, or too little. Pure."""

from __future__ import annotations

import unicodedata

from workers.extract.pdf_page import MARKED_HYPHENS, RawPage

_BAD_SHARE = 0.2
_FEW = 200  # characters that a page wholly covered by an image has at least
_MANY_PATHS = 40
_IMAGE_WITHOUT_TEXT = 0.05
_MIN_LETTERS = 120
_FEW_VOWELS = 0.17
_MIN_SIGNS = 5
_DOTS = frozenset(".·․…_-—–")  # noqa: RUF001 - they lead to a page number, or are a rule
_FEW_KNOWN = 0.3
_VOWELS = frozenset("aeiouy")
_UNASSIGNED = {"Cc", "Cn", "Co", "Cs"}


def is_unreadable(page: RawPage, text: str) -> bool:
    """Tell text whose characters are not those that are seen."""
    signs = [character for character in text if not character.isspace()]
    if not signs:
        return page.unmapped > 0
    bad = sum(_is_bad(character) for character in signs)
    if max(bad, min(page.unmapped, len(signs))) > _BAD_SHARE * len(signs):
        return True
    return _is_gibberish(text)


def is_sparse(page: RawPage, text: str) -> bool:
    """Tell a page that shows more than its text says."""
    count = sum(not character.isspace() for character in text)
    if count == 0:
        return page.image_share >= _IMAGE_WITHOUT_TEXT or page.path_count >= _MANY_PATHS
    return count < _FEW * page.image_share


def _is_bad(character: str) -> bool:
    if character in MARKED_HYPHENS:
        return False
    return character == "\ufffd" or unicodedata.category(character) in _UNASSIGNED


def _is_gibberish(text: str) -> bool:
    """Tell Latin letters that make no syllables, as those of a font with shifted codes do."""
    signs = [character for character in text if not (character.isspace() or character in _DOTS)]
    known = sum(unicodedata.category(character)[0] in "LNM" for character in signs)
    if len(signs) >= _MIN_SIGNS and known < _FEW_KNOWN * len(signs):
        return True
    letters = [
        base
        for character in unicodedata.normalize("NFD", text.casefold())
        if (base := character).isascii() and base.isalpha()
    ]
    if len(letters) < _MIN_LETTERS:
        return False
    return sum(letter in _VOWELS for letter in letters) < _FEW_VOWELS * len(letters)
