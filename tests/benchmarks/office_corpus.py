"""Write a folder of Office and web files, sound, odd and hostile, and read them all.

python tests/benchmarks/office_corpus.py OUT

Each is read in this process by its parser. The table says what was opened, how much text was
found, which errors came and why, and how long it took; anything but an error of kebab's own is a
fault, and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import json
import struct
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support import office_files as office

from kebab.errors import KebabError
from workers.extract.csv_table import parse_csv
from workers.extract.docx import parse_docx
from workers.extract.epub import parse_epub
from workers.extract.limits import Limits
from workers.extract.mail import parse_mail
from workers.extract.mbox import parse_mbox
from workers.extract.notebook import parse_notebook
from workers.extract.odf import parse_odf
from workers.extract.pptx import parse_pptx
from workers.extract.web_page import parse_html_page
from workers.extract.xlsx import parse_xlsx

PARSERS = {
    **dict.fromkeys(("docx", "docm"), parse_docx),
    "pptx": parse_pptx,
    "xlsx": parse_xlsx,
    **dict.fromkeys(("odt", "ods", "odp"), parse_odf),
    "epub": parse_epub,
    **dict.fromkeys(("html", "htm", "xhtml"), parse_html_page),
    "ipynb": parse_notebook,
    **dict.fromkeys(("csv", "tsv"), parse_csv),
    "eml": parse_mail,
    "mbox": parse_mbox,
}
LAUGHS = b'<!DOCTYPE x [<!ENTITY a0 "ha">%s]>' % b"".join(
    b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 12)
)


def main():
    """Write the files, read them, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    files = {**sound(), **odd(), **hostile()}
    for name, data in files.items():
        (options.out / name).write_bytes(data)
    outcomes = Counter()
    for name in files:
        outcome, chars, seconds, words = read(options.out / name)
        outcomes[outcome] += 1
        print(f"{name:32} {outcome:22} {chars:9} {seconds:7.2f} s  {words[:90]}")
    print(", ".join(f"{outcome}: {count}" for outcome, count in outcomes.most_common()))
    return 1 if outcomes["FAULT"] else 0


def read(path):
    """Return what became of a file, how many characters it gave, seconds, and what was said."""
    start = time.perf_counter()
    parse = PARSERS.get(path.suffix[1:])
    if parse is None:  # doc, xls: a run leaves them out, and says what to save them as
        return "left_out", 0, 0.0, ""
    try:
        canonical = parse(path.read_bytes(), path.name, Limits())
    except KebabError as error:
        return error.code, 0, time.perf_counter() - start, str(error)
    except BaseException as error:  # noqa: BLE001 - that is what is looked for
        return "FAULT", 0, time.perf_counter() - start, repr(error)
    chars = sum(len(line) for line in canonical.lines)
    words = "; ".join(canonical.warnings)
    return "opened", chars, time.perf_counter() - start, words


def sound():
    """Return files as programs write them."""
    word, sheet = office.word_document(), office.workbook()
    return {
        "report.docx": word,
        "talk.pptx": office.presentation(),
        "prices.xlsx": sheet,
        "minutes.odt": office.text_document(),
        "stock.ods": office.sheet_document(),
        "assembly.odp": office.slide_document(),
        "lighthouse.epub": office.book(),
        "mail.eml": office.mail(),
        "inbox.mbox": office.mailbox(*[office.mail()] * 200),
        "page.html": b"<title>t</title><h1>One</h1><p>two<table><tr><th>a<th>b<tr><td>1<td>2",
        "korean.htm": "<meta charset=euc-kr><p>한국어 문서</p>".encode("cp949"),
        "cells.ipynb": json.dumps(
            {"cells": [{"cell_type": "code", "source": "1 + 1", "outputs": []}] * 50}
        ).encode(),
        "cities.csv": "city;shops\nSeoul;4\n".encode("utf-16"),
        "cities.tsv": b"city\tshops\nSeoul\t4\n",
        "long.xlsx": long_workbook(),
    }


def long_workbook():
    """Return a workbook of 20000 rows."""
    book = office.openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Log")
    for row in range(20_000):
        sheet.append([row, f"event {row % 97}", row / 7])
    return office.saved(book)


def odd():
    """Return files that are empty, cut off, misnamed, old, or protected."""
    word, sheet = office.word_document(), office.workbook()
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504
    return {
        "empty.docx": b"",
        "cut.docx": word[: len(word) // 2],
        "cut.xlsx": sheet[:-200],
        "misnamed.docx": sheet,
        "misnamed.pptx": word,
        "text.xlsx": b"a,b\n1,2\n",
        "protected.docx": ole + "EncryptedPackage\0".encode("utf-16-le"),
        "old.doc": ole + "WordDocument\0".encode("utf-16-le"),
        "old.xls": ole + "Workbook\0".encode("utf-16-le"),
        "no_header.eml": b"",
        "binary.csv": bytes(range(256)) * 40,
        "broken.ipynb": b'{"cells": [',
        "no_pages.epub": office.book(parts={"OPS/book.opf": "<package/>"}),
        "tables.html": b"<table><tr><td colspan=9999999 rowspan=9999999>x<td>y<tr><td>z" * 50,
    }


def hostile():
    """Return files that are made to exhaust, to hang, or to reach out."""
    word, sheet = office.word_document(), office.workbook()
    main, first = "word/document.xml", "xl/worksheets/sheet1.xml"
    bomb = office.zipped({"[Content_Types].xml": b"\0" * 400_000_000})
    rows = b"".join(
        b'<row r="%d"><c r="XFD%d"><v>1</v></c></row>' % (n, n) for n in range(99, 9999)
    )
    nested = b"<w:tbl><w:tr><w:tc>" * 80 + b"<w:p/>" + b"</w:tc></w:tr></w:tbl>" * 80
    parts = "".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(5000)
    )
    return {
        "bomb.docx": bomb,
        "bomb.epub": bomb,
        "liar.xlsx": liar(office.zipped({"a": b"\0" * 50_000_000})),
        "laughs.docx": with_laughs(word, main, b"<w:document", b"Harvest 2026"),
        "laughs.xlsx": with_laughs(sheet, first, b"<worksheet", b"1234.5"),
        "laughs.odt": with_laughs(
            office.text_document(), "content.xml", b"<office:document-content", b"Decisions"
        ),
        "wide.xlsx": office.rezipped(
            sheet, {first: lambda old: old.replace(b"</sheetData>", rows + b"</sheetData>")}
        ),
        "nested.docx": office.rezipped(
            word, {main: lambda old: old.replace(b"<w:sectPr", nested + b"<w:sectPr", 1)}
        ),
        "nested.html": b"<div><b>" * 100_000 + b"deep",
        "nested.ipynb": b'{"cells":' + b"[" * 500_000,
        "nested.eml": f"Subject: x\n{parts}".encode(),
        "outside.xhtml": b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><p>a&f;b</p>',
        "quotes.csv": b'a,b\n"' + b'x,"' * 300_000,
        "long_line.csv": b"x" * 5_000_000,
        "paragraphs.html": b"<p>x " * 100_000,
        "brackets.eml": b"From: "
        + b"(" * 200_000
        + b"\nSubject: =?utf-8?Q?"
        + b"=" * 9999
        + b"\n\nx",
    }


def with_laughs(data, part, root, word):
    """Put entities that grow a billion times into a part."""
    return office.rezipped(
        data,
        {
            part: lambda old: (
                LAUGHS.replace(b"DOCTYPE x", b"DOCTYPE " + root[1:])
                + old[old.index(root) :].replace(word, b"&a11;")
            )
        },
    )


def liar(data):
    """Make a zip state that its entry has a hundred bytes."""
    changed = bytearray(data)
    for signature, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = changed.index(signature) + place
        changed[start : start + 4] = struct.pack("<I", 100)
    return bytes(changed)


if __name__ == "__main__":
    sys.exit(main())
