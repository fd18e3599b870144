"""Files that need more memory than they may take are one error each, and the run goes on."""

from __future__ import annotations

import sys
import zlib

import pytest
from support import pdfs
from support.product import SETTINGS, Product

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps the limit")

FILES = {
    "notes/a.md": "# Oak\n\nAn oakword.\n",
    "notes/table.csv": "a,b\n" + "\n".join(f"{row},w" for row in range(1_000_000)),
    "notes/web.html": "<b></b>" * 3_000_000,
    "notes/z.md": "# Elm\n\nAn elmword.\n",
}


def bomb(megabytes):
    """Write a PDF whose only page unpacks to so much; PDFium aborts where it gets no memory."""
    packer = zlib.compressobj(1)
    packed = b"".join(packer.compress(b" " * 2**20) for _ in range(megabytes)) + packer.flush()
    sound = pdfs.Pdf([["@"]]).write()
    content = b"<</Length %d/Filter/FlateDecode>>stream\n%b" % (len(packed), packed)
    return sound.replace(b"<</Length 1>>stream\n@", content)


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    settings = f"{SETTINGS}[limits]\nparse_memory_mb = 200\n"
    made = Product(tmp_path_factory.mktemp("memory"), FILES, settings, in_forks=False)
    (made.folder / "notes" / "bomb.pdf").write_bytes(bomb(200))
    made.items = {item["doc_path"]: item for item in made.read("ingest")["items"]}
    return made


def test_the_other_files_are_read(product):
    kinds = {name: item["kind"] for name, item in product.items.items()}
    hits = product.read("search", "elmword", "--mode", "lexical")["hits"]

    assert kinds == {
        "a.md": "new",
        "bomb.pdf": "error",
        "table.csv": "error",
        "web.html": "error",
        "z.md": "new",
    }
    assert [hit["doc_path"] for hit in hits] == ["z.md"]


@pytest.mark.parametrize("name", ["table.csv", "web.html"])
def test_a_file_that_needs_too_much_says_so_and_names_the_setting(product, name):
    item = product.items[name]

    assert item["error_code"] == "too_large"
    assert item["error"] == f"{name} needs more than 200 MB of memory to be read"
    assert "parse_memory_mb" in item["hint"]


def test_a_file_that_ends_the_workers_names_the_likely_reason(product):
    item = product.items["bomb.pdf"]

    assert item["error_code"] == "worker_lost"
    assert item["error"].startswith("bomb.pdf could not be read: 2 workers died")
    assert "parse_memory_mb" in item["hint"]
