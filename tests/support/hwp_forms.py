"""Writes forms as HWPX with the library that edits them, and reads them with the other one."""

from __future__ import annotations

import io
import zipfile
import zlib

import olefile
from hwpx import HwpxDocument
from PIL import Image

from workers.extract.limits import Limits
from workers.hwp.document import HwpDocument


def write_form(document):
    """Put a table, another in its last cell, fields, a note, a box, a header into a document."""
    document.paragraphs[0].text = "신청서"
    document.add_paragraph("전화 010-1234-5678 로 연락")
    table = document.add_paragraph("표").add_table(3, 3)
    for row in range(3):
        for column in range(3):
            table.set_cell_text(row, column, f"칸{row}{column}")
    table.cell(1, 1).field_name = "칸필드"
    table.merge_cells("A1:B1")
    inner = table.cell(2, 2).add_table(1, 2)
    inner.set_cell_text(0, 0, "안쪽")
    noted = document.add_paragraph("각주가 달린 문단")
    document.notes.add_footnote("각주 본문", noted)
    for name in ("이름", "이름", "주소"):
        document.fields.add(
            name, prompt="여기를 누르세요", paragraph=document.add_paragraph("난: ")
        )
    document.page.set_header(text="머리말 글")
    boxed = document.add_paragraph("상자 문단")
    document.shapes.add_rectangle(10000, 3000, paragraph=boxed).set_draw_text(
        "상자 글", name="상자"
    )
    document.add_paragraph("□ 동의 ☐ 거부")
    document.parts.set_document_metadata(title="신청서 서식", creator="홍길동")


def build(*steps):
    """Write a document."""
    document = HwpxDocument.new()
    for step in steps:
        step(document)
    return document.to_bytes()


def with_parts(data, parts):
    """Put parts into a package, or in place of those of their names."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        held = {name: package.read(name) for name in package.namelist()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        for name, content in {**held, **parts}.items():
            package.writestr(name, content)
    return packed.getvalue()


def blocks(data):
    """Read the texts of a document by their addresses, through rhwp."""
    document = HwpDocument(data, "form.hwpx", Limits())
    try:
        return {one.address: one.text for one in document.blocks}
    finally:
        document.close()


def shapes(data):
    """Read rows and columns of each table, through rhwp."""
    document = HwpDocument(data, "form.hwpx", Limits())
    try:
        return [(one.table.rows, one.table.columns) for one in document.tables]
    finally:
        document.close()


def changed(before, after):
    """Give what differs between two documents, by address."""
    old, new = blocks(before), blocks(after)
    return {
        address: (old.get(address), new.get(address))
        for address in {*old, *new}
        if old.get(address) != new.get(address)
    }


def everything_in(data):
    """Return all that stands in a file, unpacked, as one text of UTF-8 and UTF-16."""
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            parts = [package.read(name) for name in package.namelist()]
        return "\n".join(part.decode("utf-8", "replace") for part in parts)
    with olefile.OleFileIO(io.BytesIO(data)) as compound:
        parts = [compound.openstream(name).read() for name in compound.listdir()]
    unpacked = [_inflated(part) for part in parts]
    return "\n".join(
        part[start:].decode("utf-16-le", "replace") for part in unpacked for start in (0, 1)
    )


def _inflated(part):
    try:
        return zlib.decompressobj(-15).decompress(part)
    except zlib.error:
        return part


def picture(kind="PNG", color="red", size=(200, 100)):
    """Draw a picture of one colour."""
    drawn = io.BytesIO()
    Image.new("RGB", size, color).save(drawn, kind)
    return drawn.getvalue()
