"""What was parsed once, and is only cut: the same document as a fresh parse, or none at all."""

from __future__ import annotations

import random
import zlib
from dataclasses import replace

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import hwpx as hwp
from support import pdfs
from support.office_files import (
    book,
    presentation,
    saved,
    sheet_document,
    slide_document,
    text_document,
    word_document,
    workbook,
)

from kebab.wire.extraction import KEPT_PARSED, Extraction
from kebab.wire.worker import ChunkingConfig
from workers.chunk.blocks import Kind
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.extract import extract
from workers.extract.parsed import MOST_BYTES, Origin, pack, unpack
from workers.extract.registry import Means
from workers.ocr.line import OcrLine

LARGE = ChunkingConfig(target_tokens=320, overlap_tokens=40, max_tokens=460)
SMALL = ChunkingConfig(target_tokens=16, overlap_tokens=4, max_tokens=40)
PROSE = [f"Line {number} says what the harbour master wrote that day." for number in range(12)]
PDF = pdfs.Pdf(
    [pdfs.lines(72, 72, "The harbour", size=20) + pdfs.lines(72, 110, *PROSE), [pdfs.image()]],
    title="report",
    outline=[("The harbour", 1)],
).write()
PAGE = (
    "<html lang=en><head><title>Störche</title></head><body><h1>One</h1><p>Text \u00e4.</p>"
    "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></body></html>"
)


def as_bytes(made):
    return made if isinstance(made, bytes) else saved(made)


FILES = {
    "report.pdf": ("pdf", PDF),
    "scan.pdf": ("pdf", PDF),
    "a.hwpx": ("hwp", hwp.hwpx(hwp.paragraph("첫 문단") + hwp.table(["가", "나"], ["1", "2"]))),
    "a.docx": ("docx", as_bytes(word_document())),
    "a.pptx": ("pptx", as_bytes(presentation())),
    "a.xlsx": ("xlsx", as_bytes(workbook())),
    "a.odt": ("odf", text_document()),
    "a.ods": ("odf", sheet_document()),
    "a.odp": ("odf", slide_document()),
    "a.html": ("html", PAGE.encode("latin-1", "xmlcharrefreplace")),
    "a.epub": ("epub", book()),
}
SCANNED = {2: [OcrLine("A crane stands here.", (10, 20, 300, 20), 0.9)]}


def by_words(texts):
    return [len(text.split()) for text in texts]


def made(path, kept=None, *, sizes=LARGE, name=None, read_pages=None):
    media, data = FILES[path]
    return extract(
        path=name or path,
        media=media,
        data=data,
        size_bytes=len(data),
        mtime_ns=5,
        chunking=sizes,
        count_tokens=by_words,
        means=Means(kept=kept, read_pages=read_pages),
    )


def without_parsed(extraction):
    return replace(extraction, parsed=None)


def test_every_kept_medium_is_tried():
    assert {media for media, _ in FILES.values()} == set(KEPT_PARSED)


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("sizes", [LARGE, SMALL], ids=["same sizes", "other sizes"])
def test_kept_parse_gives_the_same_bytes_as_a_fresh_one(path, sizes):
    kept = made(path).parsed
    fresh = made(path, sizes=sizes)
    again = made(path, kept, sizes=sizes)

    assert again.parsed is None
    assert fresh.chunks
    assert again == without_parsed(fresh)
    assert msgpack.packb(again.to_fields()) == msgpack.packb(without_parsed(fresh).to_fields())


@pytest.mark.parametrize("path", FILES)
def test_copy_under_another_name_is_what_a_fresh_parse_makes_of_it(path):
    kept = made(path).parsed
    name = f"other/new name.{path.rpartition('.')[2]}"

    assert made(path, kept, name=name) == without_parsed(made(path, name=name))


def test_title_that_repeats_the_name_of_one_file_is_the_title_of_its_copy():
    kept = made("report.pdf").parsed

    assert made("report.pdf", kept).title == "The harbour"
    assert made("report.pdf", kept, name="copy.pdf").title == "report"


def test_pages_read_by_ocr_are_kept_with_the_rest():
    first = made("scan.pdf")
    whole = made("scan.pdf", read_pages=SCANNED)
    again = made("scan.pdf", whole.parsed, read_pages=SCANNED)

    assert first.pages_to_read == (2,)
    assert "A crane stands here." in [chunk.text for chunk in again.chunks]
    assert again == without_parsed(whole)


def test_document_that_is_kept_crosses_the_pipe_unchanged():
    document = made("a.docx")

    assert Extraction.from_fields(document.to_fields()) == document


@pytest.mark.parametrize("path", ["a.html", "a.xlsx"])
@given(data=st.data())
def test_damaged_bytes_cost_a_fresh_parse_and_nothing_else(path, data):
    sound = made(path).parsed
    place = data.draw(st.integers(0, len(sound) - 1))
    damage = data.draw(st.sampled_from(["cut", "flip", "random", "raw"]))
    broken = {
        "cut": sound[:place],
        "flip": bytes([*sound[:place], sound[place] ^ 0x10, *sound[place + 1 :]]),
        "random": data.draw(st.binary(max_size=40)),
        "raw": zlib.decompress(sound),
    }[damage]

    assert made(path, broken) == made(path)


@pytest.mark.parametrize("name", ["lines", "places", "blocks", "title", "metadata", "warnings"])
@pytest.mark.parametrize("value", [7, [7], b"7"])
def test_bytes_of_another_shape_are_nothing(name, value):
    fields = msgpack.unpackb(zlib.decompress(made("a.html").parsed))
    kept = zlib.compress(msgpack.packb({**fields, name: value}))

    assert made("a.html", kept) == made("a.html")


def test_block_that_names_what_is_not_there_is_nothing():
    fields = msgpack.unpackb(zlib.decompress(made("a.html").parsed))
    for index, wrong in ((0, "no kind"), (5, 99), (7, None)):
        blocks = [list(block) for block in fields["blocks"]]
        blocks[0][index] = wrong
        kept = zlib.compress(msgpack.packb({**fields, "blocks": blocks}))

        assert made("a.html", kept) == made("a.html")


def test_what_was_parsed_of_another_content_or_by_another_version_is_nothing():
    found = Canonical([], lines=[])
    packed = pack(found, Origin("pdf-1", "aa"))

    assert unpack(packed, Origin("pdf-1", "aa")) == found
    assert unpack(packed, Origin("pdf-1", "ab")) is None
    assert unpack(packed, Origin("pdf-2", "aa")) is None


def test_document_that_is_too_large_is_not_kept():
    noise = random.Random(3).randbytes(MOST_BYTES + 1).hex()  # noqa: S311 - the same each time
    text = CanonicalText()
    text.add(Kind.PARAGRAPH, noise)
    large = Canonical(text.blocks, lines=text.lines)

    assert pack(large, Origin("p", "c")) is None


@given(st.lists(st.text(st.characters(), max_size=30), max_size=8))
def test_any_text_is_read_back_as_it_was(texts):
    text = CanonicalText()
    for number, one in enumerate(texts):
        text.add(Kind.PARAGRAPH, one, level=number)
    found = Canonical(text.blocks, lines=text.lines, metadata={"a": [1, None, "b"]})

    assert unpack(pack(found, Origin("p", "c")), Origin("p", "c")) == found
