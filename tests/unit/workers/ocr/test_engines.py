"""The engines, on images the tests draw themselves."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from kebab.errors import MissingExtraError
from kebab.wire.ocr_models import EMBEDDED_FOLDER
from workers.ocr.load import load_engine

pytest.importorskip("rapidocr")
pytest.importorskip("tesserocr")

ENGLISH = ("The quick brown fox jumps over the dog.", "Pack my box with five dozen jugs.")


def drawn(*lines, size=(1000, 300)):
    image = Image.new("RGB", size, "white")
    font = ImageFont.load_default(size=36)
    for number, line in enumerate(lines):
        ImageDraw.Draw(image).text((40, 40 + 70 * number), line, fill="black", font=font)
    return np.asarray(image)


@pytest.fixture(scope="module", params=["auto", "rapidocr", "tesseract"])
def engine(request):
    return load_engine(request.param, ["en", "ko"])


def test_printed_lines_are_read_with_boxes_in_order(engine):
    lines = engine.read(drawn(*ENGLISH))

    assert [line.text for line in lines] == list(ENGLISH)
    for number, line in enumerate(lines):
        left, top, width, height = line.box
        assert 20 <= left <= 60
        assert 400 <= width <= 900
        assert 20 + 70 * number <= top <= 60 + 70 * number
        assert 20 <= height <= 70
        assert 0.8 < line.confidence <= 1.0


def test_the_same_pixels_give_the_same_lines(engine):
    pixels = drawn(*ENGLISH)

    assert engine.read(pixels) == engine.read(pixels)


@pytest.mark.parametrize("size", [(1, 1), (4, 900), (900, 4)])
def test_an_image_without_text_has_no_lines(engine, size):
    assert engine.read(drawn(size=size)) == []


def a_scene():
    image = Image.new("RGB", (600, 400), "skyblue")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 300, 600, 400), fill="green")
    draw.polygon([(100, 300), (200, 150), (300, 300)], fill="brown")
    return image


@pytest.mark.parametrize(
    "image",
    [Image.new("RGB", (300, 200), "navy"), Image.new("RGB", (100, 100), "red"), a_scene()],
    ids=["navy", "red", "scene"],
)
def test_a_plain_picture_is_not_read_as_a_letter(engine, image):
    assert engine.read(np.asarray(image)) == []


def test_a_word_that_fills_its_image_is_read(engine):
    image = Image.new("RGB", (90, 50), "white")
    font = ImageFont.load_default(size=36)
    ImageDraw.Draw(image).text((14, 2), "OK", fill="black", font=font)

    assert [line.text for line in engine.read(np.asarray(image))] == ["OK"]


def test_noise_is_no_failure(engine):
    noise = np.random.default_rng(7).integers(0, 256, (300, 300, 3), dtype=np.uint8)

    assert isinstance(engine.read(noise), list)


def test_identity_names_models_and_versions():
    identity = load_engine("auto", ["en", "ko"]).identity

    for part in ("rapidocr-", "PP-OCRv6_rec_small", "tesserocr-", "kor-", "eng-"):
        assert part in identity
    assert load_engine("auto", ["en"]).identity != identity


def test_a_language_that_cannot_be_read_is_said():
    assert load_engine("rapidocr", ["en"]).warnings == ()
    assert "ko" in load_engine("rapidocr", ["en", "ko"]).warnings[0]
    assert load_engine("auto", ["en", "ko"]).warnings == ()


def test_models_that_are_missing_are_named_with_a_way_to_get_them(tmp_path):
    with pytest.raises(MissingExtraError, match="rus") as caught:
        load_engine("tesseract", ["ru"], tessdata=str(tmp_path))

    assert "ocr.tessdata" in caught.value.hint


def test_models_that_are_damaged_are_an_error_not_a_crash(tmp_path):
    for name in ("eng", "kor"):
        (tmp_path / f"{name}.traineddata").write_bytes(b"no model")

    with pytest.raises(MissingExtraError, match="cannot load"):
        load_engine("tesseract", ["en", "ko"], tessdata=str(tmp_path))


def test_models_are_shipped():
    assert {path.name for path in EMBEDDED_FOLDER.glob("*.traineddata")} == {
        "eng.traineddata",
        "kor.traineddata",
    }


def test_languages_in_another_order_are_the_same_engine():
    first, second = (
        load_engine("tesseract", each).identity for each in (["en", "ko"], ["ko", "en"])
    )

    assert first == second
    assert first.index("kor-") < first.index("eng-")
