"""Gathers the lines that OCR has read on a page into paragraphs. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kebab.wire.place import Box
from workers.extract.pdf_page import Line
from workers.extract.pdf_words import Words
from workers.ocr.line import OcrLine

_FAR = 0.9  # of a line's height, between two of one paragraph


def parts_of_scan(lines: Sequence[OcrLine]) -> list[tuple[str, Box]]:
    """Return paragraphs with the box around each; lines come in reading order."""
    groups: list[list[OcrLine]] = []
    for line in lines:
        if not line.text.strip():
            continue
        if groups and _goes_on(groups[-1][-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    words = Words([line for group in groups for line in _as_lines(group)])
    return [(words.join(line.text.strip() for line in group), _around(group)) for group in groups]


def _goes_on(last: OcrLine, line: OcrLine) -> bool:
    (left, top, width, height), (x, y, w, h) = last.box, line.box
    overlaps = min(left + width, x + w) > max(left, x)
    gap = y - (top + height)
    near = -0.5 * height < gap < _FAR * min(height, h)
    return overlaps and near and max(height, h) < 1.5 * min(height, h)


def _around(group: Sequence[OcrLine]) -> Box:
    left = min(line.box[0] for line in group)
    top = min(line.box[1] for line in group)
    right = max(line.box[0] + line.box[2] for line in group)
    bottom = max(line.box[1] + line.box[3] for line in group)
    return left, top, right - left, bottom - top


def _as_lines(group: Sequence[OcrLine]) -> list[Line]:
    left, top, width, _ = _around(group)
    room = (float(left), float(left + width))
    return [
        Line(line.text.strip(), x, y, x + w, y + h, float(h), column=top, room=room)
        for line in group
        for x, y, w, h in (line.box,)
    ]
