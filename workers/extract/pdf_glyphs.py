"""Reads the glyphs of a page out of PDFium, and what else layout needs."""

from __future__ import annotations

import ctypes
import math
import re
from dataclasses import dataclass
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from workers.extract.pdf_drawn import Drawn
from workers.extract.pdf_frame import Frame
from workers.extract.pdf_page import Glyph, RawPage

_MAX_GLYPHS = 200_000
_MAX_NOTES = 5000
_BOLD_NAME = re.compile(r"bold|black|heavy|demi|cmb|sfb|-bd")
_MONO_NAME = re.compile(r"mono|courier|consol|cmtt|sftt")
_FORCE_BOLD = 1 << 18
_FIXED_PITCH = 1
_FILLED_IN = frozenset({pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT})


def read_page(page: pypdfium2.PdfPage, number: int) -> RawPage:
    """Read everything that layout needs, with the page turned as it is shown."""
    if _is_filled_in(page):
        pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY)
        page = page.pdf[number - 1]
    left, bottom, right, top = page.get_bbox()
    frame = Frame(left, bottom, right, top, page.get_rotation() // 90)
    drawn = Drawn(frame)
    drawn.collect_page(page)
    text = page.get_textpage()
    try:
        count = text.count_chars()
        glyphs, unmapped = _glyphs(text.raw, min(count, _MAX_GLYPHS), frame)
    finally:
        text.close()
    return RawPage(
        number=number,
        width=frame.width,
        height=frame.height,
        glyphs=glyphs,
        rules=drawn.rules,
        image_share=min(1.0, drawn.image_area / max(1.0, frame.width * frame.height)),
        path_count=drawn.path_count,
        unmapped=unmapped,
        is_cut=count > _MAX_GLYPHS,
    )


def _is_filled_in(page: pypdfium2.PdfPage) -> bool:
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MAX_NOTES)):
        note = pdfium.FPDFPage_GetAnnot(page, index)
        if note:
            kind = pdfium.FPDFAnnot_GetSubtype(note)
            pdfium.FPDFPage_CloseAnnot(note)
            if kind in _FILLED_IN:
                return True
    return False


@dataclass(slots=True)
class _Font:
    """What is asked of PDFium once a word."""

    size: float = 0.0
    is_bold: bool = False
    is_mono: bool = False
    turn: int = 0

    @staticmethod
    def of(text: Any, index: int, page_turn: int) -> _Font:
        matrix = pdfium.FS_MATRIX()
        scale, angle = 1.0, 0.0
        if pdfium.FPDFText_GetMatrix(text, index, matrix):
            scale = math.hypot(matrix.c, matrix.d)
            angle = math.degrees(math.atan2(matrix.b, matrix.a))
        flags = ctypes.c_int()
        buffer = ctypes.create_string_buffer(128)
        length = pdfium.FPDFText_GetFontInfo(text, index, buffer, 128, flags)
        name = buffer.value.decode("utf-8", "replace").lower() if 0 < length <= len(buffer) else ""
        return _Font(
            size=pdfium.FPDFText_GetFontSize(text, index) * scale,
            is_bold=bool(flags.value & _FORCE_BOLD) or _BOLD_NAME.search(name) is not None,
            is_mono=bool(flags.value & _FIXED_PITCH) or _MONO_NAME.search(name) is not None,
            turn=(page_turn - round(angle / 90)) % 4,
        )


def _glyphs(text: Any, count: int, frame: Frame) -> tuple[list[Glyph], int]:
    glyphs: list[Glyph] = []
    unmapped = 0
    box = pdfium.FS_RECTF()
    font = _Font()
    is_word_start = True
    high = 0
    for index in range(count):
        code = pdfium.FPDFText_GetUnicode(text, index)
        if 0xD800 <= code < 0xDC00:  # noqa: PLR2004 - the first half of a pair
            high = code
            continue
        if 0xDC00 <= code < 0xE000:  # noqa: PLR2004 - the second half
            code = 0x10000 + ((high - 0xD800) << 10) + code - 0xDC00 if high else 0xFFFD
        high = 0
        character = chr(code) if code < 0x110000 else "\ufffd"  # noqa: PLR2004 - all of Unicode
        if pdfium.FPDFText_IsGenerated(text, index) == 1:
            glyphs.append(Glyph(character, 0, 0, 0, 0, 0, is_generated=True))
            is_word_start = True
            continue
        if is_word_start or character == " ":
            font = _Font.of(text, index, frame.turn)
        is_word_start = character == " "
        unmapped += pdfium.FPDFText_HasUnicodeMapError(text, index) == 1
        if not pdfium.FPDFText_GetLooseCharBox(text, index, box):
            continue
        sides = frame.box(box.left, box.bottom, box.right, box.top)
        if not frame.shows(sides):
            continue
        look = (font.size, font.is_bold, font.is_mono, font.turn)
        glyphs.append(Glyph(character, *sides, *look))
    return glyphs, unmapped
