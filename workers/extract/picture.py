"""Opens image files, decodes their frames, and makes small ones: the only place that opens Pillow.

Every size is looked at before a pixel is decoded.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np
from PIL import ExifTags, Image, ImageOps

from kebab.errors import TooLargeError, UnreadableDocumentError
from kebab.wire.picture import Picture as SmallPicture
from workers.extract.foreign_errors import reading

if TYPE_CHECKING:
    import numpy.typing as npt

# No others: Pillow also knows formats that start programs, such as EPS.
_FORMATS = ["PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP"]
_HEIF = "HEIF"
_PAGED = {"TIFF"}  # the frames of the others are an animation, or previews
_DEEP = {"I", "F", "I;16", "I;16B", "I;16L", "I;16N"}
_MAX_FIELD_CHARS = 100
# What models take in at most; more is only sent to be thrown away.
LONGEST_SIDE = 1568
# Text stays legible at the first; the last is within the limit also for noise.
_QUALITIES = (90, 75, 50)
_MAX_SMALL_BYTES = 1_500_000


@dataclass(frozen=True, slots=True)
class Picture:
    """What an image file says of itself, after its orientation was applied. `frames` are those
    to read, `left_out` those that are not.
    """

    format: str
    width: int
    height: int
    frames: int
    left_out: int
    camera: str
    taken_at: str


def look_at(data: bytes, path: str, max_pixels: int) -> Picture:
    """Read an image file's head. No pixel is decoded."""
    with _opened(data, path, max_pixels) as image:
        count = getattr(image, "n_frames", 1)
        kind = image.format or ""
        # Of a PNG without it in its head, Pillow would decode all to look behind the pixels.
        exif = image.getexif() if kind != "PNG" or "exif" in image.info else Image.Exif()
        width, height = image.size
        if exif.get(ExifTags.Base.Orientation, 1) in {5, 6, 7, 8}:
            width, height = height, width
        frames = count if kind in _PAGED else 1
        details = exif.get_ifd(ExifTags.IFD.Exif)
        taken = details.get(ExifTags.Base.DateTimeOriginal) or exif.get(ExifTags.Base.DateTime)
        return Picture(
            kind.lower().replace("mpo", "jpeg"),
            width,
            height,
            frames,
            count - frames,
            _camera(exif),
            _instant(taken),
        )


def decode_image(
    data: bytes, frame: int, max_pixels: int, path: str = "the image"
) -> npt.NDArray[np.uint8]:
    """Decode a frame, from 1, upright, on white, as rows, columns and red, green, blue."""
    with _opened(data, path, max_pixels) as image:
        if frame > 1:
            image.seek(frame - 1)
            _refuse_large(image, path, max_pixels)
        image.load()
        upright = ImageOps.exif_transpose(image)
        return np.asarray(_on_white(upright), dtype=np.uint8)


def small_picture(pixels: npt.NDArray[np.uint8]) -> SmallPicture:
    """Make a JPEG of decoded pixels that is not larger than a model can take in."""
    image = Image.fromarray(pixels)
    full_width, full_height = image.size
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
    data = b""
    for quality in _QUALITIES:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=quality)
        data = file.getvalue()
        if len(data) <= _MAX_SMALL_BYTES:
            break
    width, height = image.size
    return SmallPicture(data, "image/jpeg", width, height, full_width, full_height)


@contextmanager
def _opened(data: bytes, path: str, max_pixels: int) -> Iterator[Image.Image]:
    formats = [*_FORMATS, *([_HEIF] if _is_heif(data) and _can_read_heif(path) else [])]
    with reading(path, "image"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of odd metadata, which is not used
        Image.MAX_IMAGE_PIXELS = None  # the limit is max_pixels, also where it is a larger one
        with Image.open(io.BytesIO(data), formats=formats) as image:
            _refuse_large(image, path, max_pixels)
            yield image


def _refuse_large(image: Image.Image, path: str, max_pixels: int) -> None:
    width, height = image.size
    if width * height > max_pixels:
        raise TooLargeError(
            f"{path} has {width} x {height} pixels, more than {max_pixels}",
            hint="Raise limits.max_pixels, save the image smaller, or exclude it.",
            details={"path": path, "width": width, "height": height, "max_pixels": max_pixels},
        )


def _is_heif(data: bytes) -> bool:
    return data[4:8] == b"ftyp" and data[8:12] in {
        b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"
    }  # fmt: skip


def _can_read_heif(path: str) -> bool:
    try:
        from pillow_heif import register_heif_opener  # noqa: PLC0415 - 26 MB, an extra
    except ImportError as cause:
        raise UnreadableDocumentError(
            f"{path} is a HEIC image, which needs the package pillow-heif",
            hint="pip install 'kebab[heic]', or save the image as JPEG.",
            details={"path": path, "package": "pillow-heif"},
        ) from cause
    register_heif_opener(thumbnails=False)
    return True


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode in _DEEP:
        image = _to_eight_bits(image)
    if "A" in image.getbands() or "transparency" in image.info:
        colored = image.convert("RGBA")
        white = Image.new("RGBA", colored.size, "white")
        return Image.alpha_composite(white, colored).convert("RGB")
    return image.convert("RGB")


def _to_eight_bits(image: Image.Image) -> Image.Image:
    """Stretch what is darkest to black and what is lightest to white."""
    values = np.nan_to_num(np.asarray(image, dtype=np.float32))
    low, high = float(values.min()), float(values.max())
    scaled = (values - low) * (255.0 / max(high - low, 1e-6))
    return Image.fromarray(scaled.astype(np.uint8))


def _camera(exif: Image.Exif) -> str:
    make, model = (_field(exif.get(tag)) for tag in (ExifTags.Base.Make, ExifTags.Base.Model))
    return model if model.lower().startswith(make.lower()) else f"{make} {model}".strip()


def _field(value: object) -> str:
    """Give a text of one line; a field may hold anything."""
    text = value if isinstance(value, str) else ""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:_MAX_FIELD_CHARS]


def _instant(value: object) -> str:
    """Give the camera's clock in ISO 8601, without a zone; empty where it is none."""
    try:
        return datetime.strptime(_field(value), "%Y:%m:%d %H:%M:%S").isoformat()  # noqa: DTZ007 - EXIF has no zone
    except ValueError:
        return ""
