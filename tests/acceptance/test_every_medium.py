"""One file of every medium, written here: each is found by its own word, cited in its own way."""

from __future__ import annotations

import io
import json

import docx
import openpyxl
import pptx
import pytest
from PIL import Image, ImageDraw, ImageFont
from pptx.util import Inches
from support import hwpx as hwp
from support import pdfs
from support.office_files import book, mail, mailbox, saved, text_document
from support.product import SETTINGS, Product

SESAME = "sesame 1"


def word():
    document = docx.Document()
    document.add_heading("Moving", 1)
    document.add_paragraph("The walnutword cupboard goes to the attic.")
    return saved(document)


def slides():
    deck = pptx.Presentation()
    for text in ("An opening.", "The chestnutword plan."):
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        slide.shapes.add_textbox(0, 0, Inches(4), Inches(1)).text_frame.text = text
    return saved(deck)


def sheet():
    workbook = openpyxl.Workbook()
    workbook.active.title = "Stock"
    workbook.active.append(["item", "count"])
    workbook.active.append(["hazelword", 12])
    return saved(workbook)


def page(*texts, **more):
    return pdfs.Pdf([pdfs.lines(72, 100, *each) for each in texts], **more).write()


def picture():
    image = Image.new("RGB", (900, 200), "white")
    font = ImageFont.load_default(48)
    ImageDraw.Draw(image).text((40, 60), "The almondword harbour", "black", font)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


NOTEBOOK = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {},
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": "# Study"},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": "pecanword = 1"},
    ],
}
CODE = "import os\n\n\nclass Harbour:\n    def openGate(self):\n        return 'pineword'\n"
YAML = "kind: Service\nmetadata:\n  name: gate\nspec:\n  word: larchword\n"
FILES = {
    "a.md": (b"# Oak\n\nAn oakword.\n", "oakword", "line", "#L1-L3"),
    "a.txt": (b"An elmword.\n", "elmword", "line", "#L1"),
    "a.pdf": (page(["First page."], ["A birchword here."]), "birchword", "page", "#p=2"),
    "a.py": (CODE.encode(), "pineword", "code", "#L"),
    "service.yaml": (YAML.encode(), "larchword", "code", "#L"),
    "a.hwpx": (
        hwp.hwpx(hwp.paragraph("첫 문단이다.") + hwp.paragraph("단풍나무 maplewood 이야기")),
        "maplewood", "paragraph", "#s=1&para=",
    ),
    "a.docx": (word(), "walnutword", "paragraph", "#para="),
    "a.pptx": (slides(), "chestnutword", "slide", "#slide=2"),
    "a.xlsx": (sheet(), "hazelword", "sheet", "#sheet=Stock&row=1-2"),
    "a.odt": (text_document(), None, "paragraph", "#para="),
    "a.html": (
        b"<title>T</title><script>no()</script><p>A cedarword page.</p>",
        "cedarword", "paragraph", "#para=1",
    ),
    "a.epub": (book(), None, "paragraph", "#"),
    "a.ipynb": (json.dumps(NOTEBOOK).encode(), "pecanword", "cell", "#cell=1-2"),
    "a.csv": (b"name,tree\nAda,figword\n", "figword", "sheet", "#"),
    "a.eml": (mail(text="The oliveword is here.\n"), "oliveword", "message", "#msg=1"),
    "a.mbox": (
        mailbox(mail(text="One.\n"), mail(text="The limeword.\n")),
        "limeword", "message", "#msg=2",
    ),
    "a.png": (picture(), "almondword", "region", "#xywh="),
}  # fmt: skip


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    made = Product(tmp_path_factory.mktemp("media"), {}, SETTINGS)
    for name, (content, *_) in FILES.items():
        (made.folder / "notes" / name).write_bytes(content)
    made.report = made.read("ingest")
    return made


def test_every_file_is_read(product):
    items = {item["doc_path"]: item for item in product.report["items"]}

    assert {name: item.get("error") for name, item in items.items()} == dict.fromkeys(FILES)
    assert all(item["chunk_count"] for item in items.values())
    counted = ("new", "updated", "unchanged", "skipped", "errors")
    assert product.report["scanned"] == sum(product.report[name] for name in counted)


@pytest.fixture(scope="module")
def server(product):
    with product.serve() as server:
        yield server


def found(server, word):
    text, is_error = server.call("search", query=word, mode="lexical")
    assert not is_error, text
    return json.loads(text)["hits"]


def fetched(server, **asked):
    text, is_error = server.call("fetch", **asked)
    assert not is_error, text
    return json.loads(text)["text"]


@pytest.mark.parametrize("name", [name for name, (_, word, *_) in FILES.items() if word])
def test_a_word_of_a_file_is_found_and_cited_in_its_own_way(server, name):
    _, word, kind, fragment = FILES[name]
    hits = found(server, word)

    assert [hit["doc_path"] for hit in hits] == [name]
    citation = hits[0]["citation"]
    assert citation["kind"] == kind
    assert citation["uri"].startswith(f"{name}{fragment}")


@pytest.mark.parametrize("name", [name for name, (_, word, *_) in FILES.items() if word])
def test_what_is_cited_can_be_fetched(server, name):
    word = FILES[name][1]
    (hit,) = found(server, word)
    start, end = hit["citation"]["start"], hit["citation"]["end"]

    assert word in fetched(server, kind="span", doc_id=name, line_start=start, line_end=end)
    assert word in fetched(server, kind="doc", doc_id=name)


def test_code_is_found_by_the_parts_of_its_names_and_filtered_by_language(product):
    hits = product.read("search", "open gate", "--code-lang", "python", "--mode", "lexical")["hits"]

    assert [hit["doc_path"] for hit in hits] == ["a.py"]
    assert hits[0]["citation"]["symbol"].startswith("Harbour")
    assert hits[0]["citation"]["lang"] == "python"


def test_an_answer_from_a_pdf_is_verified_and_a_second_run_reads_nothing_again(product):
    answer = product.read("ask", "Where is the birchword?", "--mode", "lexical")
    again = product.read("ingest")

    assert answer["citations"][0]["citation"]["page"] == 2
    assert answer["citations"][0]["verified"] is True
    assert again["unchanged"] == len(FILES)
    assert again["new"] + again["updated"] == 0


def test_a_protected_file_is_one_error_until_its_password_is_known(product):
    path = product.folder / "notes" / "locked.pdf"
    path.write_bytes(page(["The secret rowanword."], password=SESAME))
    try:
        report = product.read("ingest")
        (item,) = [one for one in report["items"] if one["kind"] == "error"]
        assert (item["doc_path"], item["error_code"]) == ("locked.pdf", "encrypted")
        assert "KEBAB_PASSWORDS" in item["hint"]

        ran = product.run("ingest", "--json", env={"KEBAB_PASSWORDS": "wrong\n" + SESAME})
        assert json.loads(ran.stdout.splitlines()[-1])["new"] == 1
        assert product.read("search", "rowanword", "--mode", "lexical")["hits"]
        written = [*(product.folder / "state").rglob("*"), *(product.folder / "base").glob("*")]
        logs = b"".join(one.read_bytes() for one in written if one.is_file())
        assert SESAME.encode() not in ran.stdout.encode() + ran.stderr.encode() + logs
    finally:
        path.unlink()
        product.read("ingest")
