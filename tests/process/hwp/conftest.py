"""One server that all these tests share, and the documents on its desk."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from support import hwpx
from support.hwp_desk import Desk, sample, sit_down
from support.hwp_forms import build, picture, with_parts, write_form

FIELDS = tuple(f"난{number:02}" for number in range(23))


def write_fields(document):
    """Give a document 23 fields, each in a paragraph of its own."""
    for name in FIELDS:
        document.fields.add(name, prompt="누르세요", paragraph=document.add_paragraph(f"{name}: "))


def many_blocks() -> bytes:
    """Write a document with paragraphs, a table in a table, a note, a box, a memo and a header."""
    inner = hwpx.table(["안쪽 zebra", "둘"])
    body = [
        hwpx.paragraph("머리", hwpx.shown("머리말 zebra"), shape=1),
        hwpx.paragraph("zebra 하나, zebra 둘", hwpx.note("각주 zebra")),
        hwpx.paragraph("표", hwpx.table(["zebra", "나"], ["다", hwpx.paragraph("", inner)])),
        hwpx.paragraph("상자", hwpx.box("상자 속 zebra quagga")),
        hwpx.paragraph("쪽지", hwpx.memo("쪽지 zebra")),
    ]
    body += [hwpx.paragraph(f"문단 {n}") for n in range(130)]
    return hwpx.hwpx("".join(body) + hwpx.paragraph("끝 zebra"))


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Serve every tool, with written documents, a form in both formats among them."""
    with sit_down(tmp_path_factory.mktemp("desk"), ingest=True) as one:
        one.put("form.hwpx", build(write_form))
        one.put("fields.hwpx", build(write_fields))
        one.put("blocks.hwpx", many_blocks())
        one.put("red.png", picture())
        preview = with_parts(build(write_form), {"Preview/PrvImage.png": picture()})
        one.put("preview.hwpx", preview)
        for name in ("form", "fields"):
            source = one.path(f"{name}.hwpx")
            one.call("hwp_convert_hwp5", path=source, output=one.path(f"{name}.hwp"))
        yield one


@pytest.fixture
def fresh(desk: Desk, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Copy a document of the desk for one test, so that it may be changed."""

    def copy(name: str) -> str:
        stem, dot, ending = name.rpartition(".")
        target = desk.path(f"{stem}-{request.node.name[:60]}{dot}{ending}".replace("/", "_"))
        shutil.copyfile(desk.path(name), target)
        return target

    return copy


@pytest.fixture
def real(desk: Desk) -> Callable[[str], str]:
    """Lay one of the real documents on the desk."""

    def lay(name: str) -> str:
        data = sample(name)
        if data is None:
            pytest.skip("the sample documents are not here")
        return desk.put(name, data)

    return lay
