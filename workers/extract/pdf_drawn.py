"""Finds the rules of a page, and how much of it images cover."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from workers.extract.pdf_frame import Box, Frame
from workers.extract.pdf_page import Rule

_MAX_OBJECTS = 50_000
_MAX_DEPTH = 8
_MAX_RULES = 1500  # more are a drawing
_THIN = 3.0
_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

Matrix = tuple[float, float, float, float, float, float]


def _objects(holder: Any, count: Any, get: Any) -> Iterator[Any]:
    for index in range(count(holder)):
        yield get(holder, index)


@dataclass(slots=True)
class Drawn:
    """Collects rules, and how much of the page images cover."""

    frame: Frame
    rules: list[Rule] = field(default_factory=list)
    image_area: float = 0.0
    path_count: int = 0
    seen: int = 0

    def collect_page(self, page: pypdfium2.PdfPage) -> None:
        """Look at everything on the page."""
        self.collect(_objects(page, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject))

    def collect(self, objects: Iterator[Any], within: Matrix = _IDENTITY, depth: int = 0) -> None:
        """Look at objects, and at those inside of forms."""
        for item in objects:
            self.seen += 1
            if self.seen > _MAX_OBJECTS:
                return
            match pdfium.FPDFPageObj_GetType(item):
                case pdfium.FPDF_PAGEOBJ_FORM if depth < _MAX_DEPTH:
                    inner = _objects(item, pdfium.FPDFFormObj_CountObjects, _form_object)
                    self.collect(inner, _product(_matrix(item), within), depth + 1)
                case pdfium.FPDF_PAGEOBJ_IMAGE:
                    left, top, right, bottom = self._box(item, within)
                    shown_width = min(right, self.frame.width) - max(left, 0)
                    shown_height = min(bottom, self.frame.height) - max(top, 0)
                    self.image_area += max(0.0, shown_width) * max(0.0, shown_height)
                case pdfium.FPDF_PAGEOBJ_PATH | pdfium.FPDF_PAGEOBJ_SHADING:
                    self.path_count += 1
                    self._add_rules(item, within)

    def _add_rules(self, item: Any, within: Matrix) -> None:
        box = self._box(item, within)
        left, top, right, bottom = box
        if len(self.rules) >= _MAX_RULES:
            return
        if min(right - left, bottom - top) <= _THIN:
            self.rules.append(Rule(*box))
        elif _is_outline(item):
            self.rules += [
                Rule(left, top, right, top),
                Rule(left, bottom, right, bottom),
                Rule(left, top, left, bottom),
                Rule(right, top, right, bottom),
            ]

    def _box(self, item: Any, within: Matrix) -> Box:
        sides = [ctypes.c_float() for _ in range(4)]
        if not pdfium.FPDFPageObj_GetBounds(item, *sides):
            return 0, 0, 0, 0
        x0, y0, x1, y1 = (side.value for side in sides)
        corners = [_moved(x, y, within) for x in (x0, x1) for y in (y0, y1)]
        xs, ys = zip(*corners, strict=True)
        return self.frame.box(min(xs), min(ys), max(xs), max(ys))


def _is_outline(path: Any) -> bool:
    """Tell a stroked rectangle: four or five segments."""
    fill, stroke = ctypes.c_int(), pdfium.FPDF_BOOL()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
    return bool(stroke.value) and pdfium.FPDFPath_CountSegments(path) in (4, 5)


def _form_object(form: Any, index: int) -> Any:
    return pdfium.FPDFFormObj_GetObject(form, index)


def _matrix(item: Any) -> Matrix:
    raw = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(item, raw):
        return _IDENTITY
    return raw.a, raw.b, raw.c, raw.d, raw.e, raw.f


def _product(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def _moved(x: float, y: float, by: Matrix) -> tuple[float, float]:
    return by[0] * x + by[2] * y + by[4], by[1] * x + by[3] * y + by[5]
