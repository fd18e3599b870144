"""Makes a canonical document of an image: of what OCR has read in it, and what a model says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kebab.errors import TooLargeError
from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.limits import Limits
from workers.extract.pdf_scanned import parts_of_scan
from workers.extract.picture import Picture, look_at
from workers.ocr.line import OcrLine

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".bmp", ".heic", ".heif")


def parse_image(
    data: bytes,
    path: str,
    limits: Limits,
    *,
    read_pages: Mapping[int, Sequence[OcrLine]] | None = None,
    captions: Sequence[tuple[int, str]] = (),
) -> Canonical:
    """Name the frames to read, from 1; with their lines, make paragraphs of them.

    `captions` are what a model says of some frames; they come last, and no chunk mixes them with
    what is written there.
    """
    picture = look_at(data, path, limits.max_pixels)
    if picture.frames > limits.max_pages:
        raise TooLargeError(
            f"{path} has {picture.frames} pages, more than {limits.max_pages}",
            hint="Raise limits.max_pages, split the file, or exclude it.",
            details={"path": path, "pages": picture.frames, "max_pages": limits.max_pages},
        )
    pages = range(1, picture.frames + 1)
    text = CanonicalText()
    for page in pages:
        for paragraph, box in parts_of_scan((read_pages or {}).get(page, ())):
            place = Place(kind="region", page=_number(page, picture), box=box)
            text.add(Kind.PARAGRAPH, paragraph, place=place, division=page)
    for page, caption in captions:
        place = Place(kind="caption", page=_number(page, picture))
        text.add(Kind.PARAGRAPH, caption, place=place, division=-page)
    return Canonical(
        text.blocks,
        lines=text.lines,
        metadata=_metadata(picture),
        warnings=_warnings(picture),
        pages_to_read=tuple(page for page in pages if page not in (read_pages or {})),
    )


def _number(page: int, picture: Picture) -> int | None:
    return page if picture.frames > 1 else None


def _metadata(picture: Picture) -> dict[str, Any]:
    """Name what describes the picture: never where it was taken, nor by whom."""
    fields = {
        "format": picture.format,
        "width": picture.width,
        "height": picture.height,
        "pages": picture.frames if picture.frames > 1 else None,
        "camera": picture.camera or None,
        "taken_at": picture.taken_at or None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _warnings(picture: Picture) -> tuple[str, ...]:
    if not picture.left_out:
        return ()
    return (f"only the first of {picture.left_out + 1} frames is read",)
