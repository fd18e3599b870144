"""Scanned pages whose text is known, in English and in Korean."""

from pathlib import Path

import pytest
from support.edit_distance import error_rate

from workers.extract.picture import decode_image
from workers.ocr.load import load_engine

SCANS = Path(__file__).resolve().parents[5] / "shared" / "data" / "docs" / "synth"

pytest.importorskip("rapidocr")
pytest.importorskip("tesserocr")
pytestmark = pytest.mark.skipif(not SCANS.is_dir(), reason="the scans are not here")


@pytest.fixture(scope="module")
def engine():
    return load_engine("auto", ["en", "ko"])


@pytest.mark.parametrize(
    ("name", "most"),
    [("k8s-en-what-is", 0.01), ("k8s-ko-what-is", 0.02), ("fastapi-ko-body", 0.03)],
)
def test_few_characters_of_a_scan_are_wrong(engine, name, most):
    expected = " ".join((SCANS / f"{name}.txt").read_text(encoding="utf-8").split())
    pixels = decode_image((SCANS / f"{name}.scan.p1.png").read_bytes(), 1, 10_000_000)

    read = " ".join(" ".join(line.text for line in engine.read(pixels)).split())

    assert error_rate(expected, read, is_beginning=True) < most


def test_korean_words_keep_their_spaces_when_tesseract_reads_alone():
    pixels = decode_image((SCANS / "k8s-ko-what-is.scan.p1.png").read_bytes(), 1, 10_000_000)
    text = "\n".join(line.text for line in load_engine("tesseract", ["ko", "en"]).read(pixels))

    assert "이식성이 있고" in text
