"""Scanned pages whose text is known, in English and in Korean."""

from pathlib import Path

import pytest
from rapidfuzz.distance import Levenshtein

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

    ends = [at for at in range(len(read) - 60, len(read) + 60) if expected[at : at + 1] == " "]
    assert min(Levenshtein.distance(expected[:end], read) / end for end in ends) < most
