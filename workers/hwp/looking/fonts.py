"""Finds out, by drawing, whether pictures of pages show their Hangul.

rhwp leaves a glyph out where no font has it, without a word. So a page of Hangul is drawn and its
ink counted, once a worker.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from workers.hwp.looking import font_file
from workers.hwp.looking.ink_page import ink_page
from workers.hwp.native import NativeDocument

_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]")
# Two words as long as each other: boxes, which a font may draw for what it lacks, would be alike.
SOME_HANGUL = "\uac00\uac00\uac00\uac00"
_DENSE, _LATIN = "\ubdc1\ubdc1\ubdc1\ubdc1", "Hamburg"
_MAX_PIXELS = 1_000_000
_SCALE = 0.5
_DARK = 200
REMEDY = (
    "Install a font with Hangul, such as Debian's fonts-nanum or fonts-noto-cjk, or "
    "`pip install pylopdf-fonts-ko`, and start kebab again; a fontconfig file of your own is named "
    f"in {font_file.VARIABLE}."
)


@dataclass(frozen=True, slots=True)
class FontHealth:
    """Whether Hangul, and whether Latin letters, show in a picture."""

    hangul: bool
    latin: bool

    def lacking(self, text: str) -> str:
        """Say what a picture of this text does not show; nothing where it shows it all."""
        if not self.hangul and _HANGUL.search(text):
            return "No font for Hangul is found, so that it is missing from pictures of pages."
        if not self.latin and text.strip():
            return "No font is found, so that text is missing from pictures of pages."
        return ""

    def for_text(self, text: str) -> dict[str, object]:
        """Say, as the fields of `Fonts`, whether a picture of this text shows it."""
        lacking = self.lacking(text)
        if not lacking:
            return {"ok": True, "code": None, "reason": None}
        code = "no_hangul_font" if _HANGUL.search(text) else None
        return {"ok": False, "code": code, "reason": f"{lacking} {REMEDY}"}


@cache
def font_health() -> FontHealth:
    """Draw and look, at first; where Hangul is missing, try again with a font file of our own."""
    return find_fonts(_cache_folder)


def find_fonts(cache_folder: Callable[[], Path]) -> FontHealth:
    """Look without the memory of what was found before."""
    health = _look()
    if health.hangul or sys.platform != "linux" or font_file.user_has_chosen():
        return health
    folders = font_file.packaged_folders()
    if not font_file.can_help(folders):
        return health
    text = font_file.font_file_text(folders)
    try:
        font_file.use(font_file.write_font_file(text, cache_folder()))
    except OSError:  # no place to write to: it stays as it is
        return health
    helped = _look()
    if not helped.hangul:
        font_file.forget()
        return health
    return helped


def _look() -> FontHealth:
    sparse, dense = _ink(SOME_HANGUL), _ink(_DENSE)
    return FontHealth(hangul=0 < sparse < dense, latin=_ink(_LATIN) > 0)


def _ink(text: str) -> int:
    """Draw a page with a text on it, and count its dark pixels."""
    from PIL import Image  # noqa: PLC0415 - a third of the memory of a worker that draws nothing

    document = NativeDocument(ink_page(text), "a page that tries the fonts")
    try:
        png = document.png(0, _SCALE, _MAX_PIXELS)
    finally:
        document.close()
    with Image.open(io.BytesIO(png)) as picture:
        return sum(picture.convert("L").histogram()[:_DARK])


def _cache_folder() -> Path:
    import platformdirs  # noqa: PLC0415 - only where fonts are wanting

    return platformdirs.user_cache_path("kebab", appauthor=False)
