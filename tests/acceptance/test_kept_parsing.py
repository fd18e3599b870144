"""What was parsed is kept: cut another way, it is what a fresh base makes, without parsing."""

from __future__ import annotations

import json
import sqlite3
import zlib
from contextlib import closing

import pytest
from blake3 import blake3
from support import hwpx as hwp
from support import pdfs
from support.office_files import word_document
from support.product import SETTINGS, Product

PAGE = "<html><body><h1>Trees</h1>" + "<p>The walnutword cupboard stands here.</p>" * 30
FILES = {
    "a.html": PAGE.encode(),
    "a.pdf": pdfs.Pdf([pdfs.lines(72, 100, *["A birchword is a tree here."] * 30)]).write(),
    "a.hwpx": hwp.hwpx("".join(hwp.paragraph("단풍나무 이야기") for _ in range(30))),
    "a.docx": word_document(),
}
SMALL = {"KEBAB_CHUNKING_TARGET_TOKENS": "40", "KEBAB_CHUNKING_OVERLAP_TOKENS": "8"}
CUT = "SELECT d.path, d.title, d.lang, d.metadata, d.warnings, d.encoding, d.body, c.text,\
 c.heading_path, c.line_start, c.line_end, c.token_count, c.place FROM chunks c JOIN documents d\
 ON d.id = c.document_id ORDER BY d.path, c.ordinal"


def made(folder):
    folder.mkdir()
    product = Product(folder, {}, SETTINGS)
    for name, content in FILES.items():
        (folder / "notes" / name).write_bytes(content)
    return product


def ingest(product, *options, env=None):
    ran = product.run("ingest", *options, "--json", env=env)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])


def open_catalog(product):
    return closing(sqlite3.connect(product.folder / "base" / "catalog.sqlite"))


def everything(product):
    with open_catalog(product) as db:
        return db.execute(CUT).fetchall()


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    folder = tmp_path_factory.mktemp("parsing")
    made_product = made(folder / "kept")
    ingest(made_product)
    return made_product


def test_cut_another_way_it_is_what_a_fresh_base_makes(product, tmp_path):
    before = everything(product)
    report = ingest(product, env=SMALL)
    fresh = made(tmp_path / "fresh")
    ingest(fresh, env=SMALL)

    assert report["read_by_reason"] == {"version": len(FILES)}
    assert len(everything(product)) > len(before)
    assert everything(product) == everything(fresh)


def test_cache_names_what_is_kept(product):
    kinds = {one["kind"]: one["entries"] for one in product.read("cache")["kinds"]}

    assert {kind: kinds[kind] for kind in kinds if kind.startswith("parse:")} == {
        "parse:docx-1": 1,
        "parse:html-1": 1,
        "parse:hwp-1": 1,
        "parse:pdf-1": 1,
    }


def replace_kept(product, change):
    """Put other bytes in the place of what was parsed of the page, with their right checksum."""
    with open_catalog(product) as db, db:
        query = "SELECT id, value FROM derivations WHERE kind = 'parse:html-1'"
        ((key, value),) = db.execute(query).fetchall()
        value = change(value)
        update = "UPDATE derivations SET value = ?, checksum = ? WHERE id = ?"
        db.execute(update, (value, blake3(value).digest(), key))


def words(product, path):
    return " ".join(row[7] for row in everything(product) if row[0] == path)


def test_kept_bytes_are_what_is_cut_until_every_file_is_read_again(product):
    def rewritten(value):
        return zlib.compress(zlib.decompress(value).replace(b"walnutword", b"ginkgoword"))

    replace_kept(product, rewritten)
    ingest(product, env={**SMALL, "KEBAB_CHUNKING_TARGET_TOKENS": "60"})
    cut = words(product, "a.html")
    ingest(product, "--force")

    assert "ginkgoword" in cut
    assert "walnutword" in words(product, "a.html")


def test_bytes_that_are_no_parse_are_replaced_by_one(product):
    replace_kept(product, lambda _value: b"no zlib")
    report = ingest(product, env={**SMALL, "KEBAB_CHUNKING_TARGET_TOKENS": "80"})
    with open_catalog(product) as db:
        query = "SELECT value FROM derivations WHERE kind = 'parse:html-1'"
        ((value,),) = db.execute(query).fetchall()

    assert (report["errors"], report["updated"]) == (0, len(FILES))
    assert "walnutword" in words(product, "a.html")
    assert zlib.decompress(value)


def test_lines_cited_of_a_page_from_stdin_are_the_lines_that_are_fetched(product):
    page = "<html><body>\n\n\n\n<h1>Stones</h1>\n\n<p>A graniteword wall.</p>"
    product.read("ingest-stdin", "--title", "Stones", stdin=page)
    (hit,) = product.read("search", "graniteword", "--mode", "lexical")["hits"]
    cited = hit["citation"]
    span = (str(cited["start"]), str(cited["end"]))
    fetched = product.read("fetch", "span", hit["doc_path"], *span)
    ingest(product, env=SMALL)
    (again,) = product.read("search", "graniteword", "--mode", "lexical")["hits"]

    assert "A graniteword wall." in fetched["text"]
    assert "<" not in fetched["text"]
    assert again["citation"]["uri"] == cited["uri"]
