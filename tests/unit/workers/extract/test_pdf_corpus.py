"""PDFs as they are found: each is read or refused, and text with a known wording is exact."""

from pathlib import Path

import pytest

from kebab.errors import KebabError
from workers.extract.limits import Limits
from workers.extract.pdf import parse_pdf

DOCUMENTS = Path(__file__).resolve().parents[4] / "../shared/data/docs"
ODD = sorted((DOCUMENTS / "pdf").rglob("*.pdf"))
EXACT = [
    path
    for path in sorted((DOCUMENTS / "synth").glob("*.pdf"))
    if path.with_suffix(".txt").exists()
]
OPENS_ONE = "openpassword"


def parsed(path):
    return parse_pdf(path.read_bytes(), path.name, Limits(), passwords=[OPENS_ONE])


@pytest.mark.skipif(not ODD, reason="no PDFs are here")
def test_odd_files_are_read_or_refused_with_a_reason():
    refused = {}
    for path in ODD:
        try:
            made = parsed(path)
        except KebabError as error:
            refused[path.name] = error.code
        else:
            assert made.lines is not None

    assert set(refused.values()) <= {"unreadable_document"}
    assert "invalid.pdf" in refused
    assert len(refused) < len(ODD) / 10


@pytest.mark.skipif(not EXACT, reason="no PDFs with exact text are here")
def test_text_is_read_without_an_error():
    for path in EXACT:
        read = " ".join(" ".join(parsed(path).lines).split())
        exact = " ".join(path.with_suffix(".txt").read_text(encoding="utf-8").split())

        assert read == exact, path.name


@pytest.mark.skipif(not EXACT, reason="no PDFs with exact text are here")
def test_scanned_pages_are_all_to_be_read_by_ocr():
    for path in EXACT:
        text, scan = parsed(path), parsed(path.with_suffix(".scan.pdf"))

        assert text.pages_to_read == ()
        assert scan.pages_to_read == tuple(range(1, scan.metadata["pages"] + 1))
