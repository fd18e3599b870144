"""Opening image files: what they say of themselves, their pixels, and hostile ones."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from kebab.errors import TooLargeError, UnreadableDocumentError
from workers.extract.picture import decode_image, look_at, small_picture

LIMIT = 1_000_000
RED = (250, 10, 10)


def saved(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def half_red(size=(40, 20), mode="RGB"):
    """Make an image with red on the left and white on the right."""
    image = Image.new("RGB", size, "white")
    image.paste(RED, (0, 0, size[0] // 2, size[1]))
    return image.convert(mode)


def png_of(width, height):
    """Write a PNG that says how large it is, and holds nothing."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP"])
def test_every_format_is_looked_at_and_decoded(kind):
    data = saved(half_red(), kind)

    picture = look_at(data, "a", LIMIT)
    pixels = decode_image(data, 1, LIMIT)

    assert (picture.format, picture.width, picture.height) == (kind.lower(), 40, 20)
    assert (picture.frames, picture.left_out) == (1, 0)
    assert pixels.shape == (20, 40, 3)
    assert np.abs(pixels[10, 5].astype(int) - RED).max() < 60
    assert pixels[10, 35].min() > 240


def test_heic_is_decoded_where_its_package_is_installed():
    heif = pytest.importorskip("pillow_heif")
    file = io.BytesIO()
    heif.from_pillow(half_red((128, 64))).save(file)

    assert look_at(file.getvalue(), "a.heic", LIMIT).format == "heif"
    assert decode_image(file.getvalue(), 1, LIMIT).shape == (64, 128, 3)


@pytest.mark.parametrize("mode", ["1", "L", "P", "I;16", "F", "CMYK"])
def test_every_depth_becomes_eight_bits(mode):
    image = half_red(mode="L" if mode in {"I;16", "F"} else mode)
    if mode in {"I;16", "F"}:
        values = np.asarray(image).astype(np.uint16 if mode == "I;16" else np.float32)
        image = Image.fromarray(values * 200)

    pixels = decode_image(saved(image, "TIFF"), 1, LIMIT)

    assert pixels.dtype == np.uint8
    assert pixels[:, :20].mean() < pixels[:, 20:].mean()


def test_what_is_transparent_is_white():
    clear = Image.new("RGBA", (8, 8), (0, 0, 0, 0))

    assert decode_image(saved(clear, "PNG"), 1, LIMIT).min() == 255


def test_a_picture_taken_sideways_is_turned_upright():
    exif = Image.Exif()
    exif[0x0112] = 6
    data = saved(half_red(), "JPEG", exif=exif)

    assert (look_at(data, "a", LIMIT).width, look_at(data, "a", LIMIT).height) == (20, 40)
    assert decode_image(data, 1, LIMIT).shape == (40, 20, 3)


def test_camera_and_time_are_kept_and_nothing_else():
    exif = Image.Exif()
    exif[0x010F], exif[0x0110], exif[0x013B] = "Canon", "Canon EOS\x00\x01 R5", "A. Person"
    exif.get_ifd(0x8769)[0x9003] = "2024:05:06 07:08:09"
    exif.get_ifd(0x8825)[0x0001] = "N"
    picture = look_at(saved(half_red(), "JPEG", exif=exif), "a", LIMIT)

    assert picture.camera == "Canon EOS R5"
    assert picture.taken_at == "2024-05-06T07:08:09"
    assert "Person" not in str(picture)


def test_a_time_that_is_none_is_left_out():
    exif = Image.Exif()
    exif[0x0132] = "    :  :     :  :  "

    assert look_at(saved(half_red(), "JPEG", exif=exif), "a", LIMIT).taken_at == ""


def test_pages_of_a_tiff_are_frames_and_those_of_an_animation_are_left_out():
    frames = [half_red(), Image.new("RGB", (60, 30), "black")]
    tiff = saved(frames[0], "TIFF", save_all=True, append_images=frames[1:])
    gif = saved(frames[0], "GIF", save_all=True, append_images=[Image.new("RGB", (40, 20))])

    assert (look_at(tiff, "a", LIMIT).frames, look_at(tiff, "a", LIMIT).left_out) == (2, 0)
    assert (look_at(gif, "a", LIMIT).frames, look_at(gif, "a", LIMIT).left_out) == (1, 1)
    assert decode_image(tiff, 2, LIMIT).shape == (30, 60, 3)
    assert decode_image(tiff, 2, LIMIT).max() == 0


def test_too_many_pixels_are_refused_before_any_is_decoded():
    with pytest.raises(TooLargeError, match="60000 x 60000"):
        look_at(png_of(60_000, 60_000), "bomb.png", LIMIT)
    with pytest.raises(TooLargeError):
        decode_image(png_of(60_000, 60_000), 1, LIMIT)


def test_a_large_second_page_is_refused():
    pages = [half_red(), Image.new("1", (2000, 2000))]
    data = saved(pages[0], "TIFF", save_all=True, append_images=pages[1:])

    assert look_at(data, "a", LIMIT).frames == 2
    with pytest.raises(TooLargeError, match="2000 x 2000"):
        decode_image(data, 2, LIMIT)


def test_a_limit_above_what_pillow_takes_holds():
    with pytest.raises(UnreadableDocumentError):  # not too large: it is read, and is empty
        decode_image(png_of(20_000, 1), 1, 400_000_000)
    assert look_at(png_of(20_000, 15_000), "a", 400_000_000).width == 20_000


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP"])
def test_files_cut_off_anywhere_are_unreadable_or_read(kind):
    noise = np.random.default_rng(7).integers(0, 255, (60, 60, 3), dtype=np.uint8)
    data = saved(Image.fromarray(noise), kind)

    for length in range(0, len(data) - 200, max(1, len(data) // 25)):
        with pytest.raises(UnreadableDocumentError):
            decode_image(data[:length], 1, LIMIT)


@pytest.mark.parametrize("data", [b"", b"no image", b"%!PS-Adobe-3.0 EPSF-3.0\n", b"<svg/>"])
def test_other_files_are_no_images(data):
    with pytest.raises(UnreadableDocumentError, match=r"a\.png"):
        look_at(data, "a.png", LIMIT)


def test_pages_that_are_not_there_are_unreadable():
    with pytest.raises(UnreadableDocumentError):
        decode_image(saved(half_red(), "TIFF"), 3, LIMIT)


def test_small_picture_is_a_jpeg_of_the_same_shape():
    pixels = decode_image(saved(half_red((4000, 1000)), "PNG"), 1, 10_000_000)

    picture = small_picture(pixels)

    image = Image.open(io.BytesIO(picture.data))
    assert (image.format, picture.media_type) == ("JPEG", "image/jpeg")
    assert image.size == (picture.width, picture.height) == (1568, 392)
    assert picture.whole == (0, 0, 4000, 1000)
    assert np.abs(np.asarray(image)[200, 100].astype(int) - RED).max() < 30
    assert np.asarray(image)[200, 1500].min() > 240


def test_small_picture_is_not_made_larger():
    picture = small_picture(decode_image(saved(half_red((30, 20)), "PNG"), 1, LIMIT))

    assert (picture.width, picture.height) == (30, 20)


def test_small_picture_of_noise_is_bounded():
    noise = np.random.default_rng(7).integers(0, 256, (1568, 1568, 3), dtype=np.uint8)

    assert len(small_picture(noise).data) < 1_500_000


def test_line_of_pixels_stays_a_picture():
    picture = small_picture(np.zeros((1, 100_000, 3), dtype=np.uint8))

    assert (picture.width, picture.height) == (1568, 1)
