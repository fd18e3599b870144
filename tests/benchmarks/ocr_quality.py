"""Measure OCR: character error rate and seconds a page, for each engine that is installed.

    python tests/benchmarks/ocr_quality.py --folder ../shared/data/docs/synth [--engine auto ...]

Each NAME.txt is the exact text of NAME.pdf (clean), NAME.scan.pdf (scanned, all pages) and
NAME.scan.p1.png (its first page alone). White space counts as one space. The text on the first
page is the beginning of NAME.txt that comes nearest to what was read there.
"""

from __future__ import annotations

import argparse
import sys
import time
import unicodedata
from pathlib import Path

import numpy as np
import pypdfium2

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.edit_distance import error_rate

from workers.extract.picture import decode_image
from workers.memory import resident_bytes
from workers.ocr.load import load_engine

DPI = 200
LANGUAGES = ("en", "ko")


def plain(text):
    """Compose characters, and make one space of every run of white space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def pages_of(path):
    """Decode every page as it would be read."""
    if path.suffix == ".png":
        return [decode_image(path.read_bytes(), 1, 100_000_000)]
    with pypdfium2.PdfDocument(path) as document:
        return [
            np.asarray(page.render(scale=DPI / 72, rev_byteorder=True).to_pil().convert("RGB"))
            for page in document
        ]


def measure(engine, path, expected):
    """Read all pages of a file."""
    pages = pages_of(path)
    began = time.perf_counter()
    lines = [line.text for page in pages for line in engine.read(page)]
    took = (time.perf_counter() - began) / len(pages)
    is_beginning = path.suffix == ".png"
    return error_rate(expected, plain("\n".join(lines)), is_beginning=is_beginning), took


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--engine", action="append")
    options = parser.parse_args()
    for name in options.engine or ["auto", "rapidocr", "tesseract"]:
        before = resident_bytes()
        engine = load_engine(name, LANGUAGES)
        print(f"\n{name}: {engine.identity}")
        for text in sorted(options.folder.glob("*.txt")):
            expected = plain(text.read_text(encoding="utf-8"))
            for ending in (".pdf", ".scan.pdf", ".scan.p1.png"):
                path = text.with_suffix(ending)
                rate, took = measure(engine, path, expected)
                print(f"  {path.name:36} {100 * rate:6.2f} %  {took:5.1f} s/page", flush=True)
        print(f"  memory: {(resident_bytes() - before) / 1e6:.0f} MB more than before")


if __name__ == "__main__":
    main()
