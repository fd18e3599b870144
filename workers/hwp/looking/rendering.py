"""Draws the pages of an HWP document: one as a picture or SVG, or several as SVG files."""

from __future__ import annotations

import math
import re
import struct

from kebab.errors import InvalidInputError, TooLargeError
from workers.hwp.document import HwpDocument
from workers.hwp.looking.fonts import font_health
from workers.hwp.looking.page_runs import POINTS
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Attachment, MadeFile, Outcome
from workers.hwp.pages import text_of_svg

MAX_PIXELS = 4_000_000
_MAX_FILES_BYTES = 200_000_000
_SIZE = re.compile(r'<svg\b[^>]*?\bwidth="([0-9.]+)"[^>]*?\bheight="([0-9.]+)"')
_PNG_SIZE = struct.Struct(">II")
_PNG_SIZE_AT = 16
_SVG, _PNG = "image/svg+xml", "image/png"


def render(document: OpenDocument, args: Args) -> Outcome:
    """Draw one page, from 0. Text that no font can show is told in `fonts`."""
    view, page = document.view, args["page"]
    svg = view.svg(page)
    fonts: dict[str, object] = {"ok": True, "code": None, "reason": None}
    if args["format"] == "svg":
        width, height = (round(side * POINTS) for side in size_of(svg))
        data = svg.encode()
    else:
        # First: looking for fonts may make some known that this picture needs.
        fonts = font_health().for_text(text_of_svg(svg))
        data = _draw(view, page, args["scale"], svg)
        width, height = _PNG_SIZE.unpack_from(data, _PNG_SIZE_AT)
    result = {
        "page": page,
        "pages": view.page_count,
        "format": args["format"],
        "width": width,
        "height": height,
        "bytes": len(data),
        "fonts": fonts,
    }
    return Outcome(result, Attachment(_SVG if args["format"] == "svg" else _PNG, data))


def render_svgs(document: OpenDocument, args: Args) -> Outcome:
    """Lay out the pages that are named, or all, each as a file."""
    view = document.view
    pages = args["pages"]
    chosen = range(view.page_count) if pages is None else sorted(set(pages))
    digits = max(3, len(str(view.page_count - 1)))
    files: list[MadeFile] = []
    left = _MAX_FILES_BYTES
    for page in chosen:
        data = view.svg(page).encode()
        left -= len(data)
        if left < 0:
            raise TooLargeError(
                f"the pages up to {page} are larger than {_MAX_FILES_BYTES / 1e6:.0f} MB together",
                hint="Export fewer pages at a time.",
                details={"page": page, "pages": view.page_count},
            )
        files.append(MadeFile(f"page-{page:0{digits}}.svg", data, page))
    return Outcome({"pages": view.page_count}, files=tuple(files))


def size_of(svg: str) -> tuple[float, float]:
    """Read a laid-out page's width and height, at 96 to the inch."""
    match = _SIZE.search(svg)
    return (float(match[1]), float(match[2])) if match else (0.0, 0.0)


def _draw(view: HwpDocument, page: int, scale: float, svg: str) -> bytes:
    """Draw; what would be larger than a picture may be is refused before it is drawn."""
    width, height = size_of(svg)
    largest = math.floor(100 * math.sqrt(MAX_PIXELS / max(1.0, width * height))) / 100
    if not 0 < scale <= largest:
        pixels = round(width * scale * height * scale) if math.isfinite(scale) else 0
        raise InvalidInputError(
            f"page {page} at scale {scale:g} has {pixels:,} pixels; at most {MAX_PIXELS:,} are "
            "drawn",
            hint=f"Ask for a scale of {largest:g} or less, or for svg.",
            details={"scale": scale, "largest_scale": largest, "max_pixels": MAX_PIXELS},
        )
    return view.png(page, scale, MAX_PIXELS)
