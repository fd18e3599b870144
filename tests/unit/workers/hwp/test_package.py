"""Checking an HWPX package."""

import io
import zipfile

import pytest
from support.hwpx import hwpx, paragraph, table

from kebab.errors import EncryptedDocumentError, TooLargeError, UnreadableDocumentError
from workers.extract.limits import Limits
from workers.hwp.demands import Demands
from workers.hwp.package import (
    check_package,
    opened,
    read_package_header,
    read_package_properties,
    scan_sections,
)


def check(data, **limits):
    with opened(data, "a.hwpx") as package:
        check_package(package, "a.hwpx", Limits(**limits))
        return scan_sections(package, Demands(Limits(**limits)))


def rewritten(data, edit):
    """Give the package with `edit` applied to the text of each part."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(packed, "w") as new:
        for name in old.namelist():
            new.writestr(name, edit(name, old.read(name).decode()))
    return packed.getvalue()


def test_sections_are_scanned_in_order():
    data = hwpx(paragraph("a", shape=1), paragraph("b", shape=2))

    assert [section.shapes for section in check(data)] == [(1,), (2,)]


def test_the_list_of_contents_says_the_order():
    refs = [f'<opf:itemref idref="section{n}"/>' for n in range(2)]
    data = rewritten(
        hwpx(paragraph("a", shape=1), paragraph("b", shape=2)),
        lambda _, text: text.replace("".join(refs), "".join(reversed(refs))),
    )

    assert [section.shapes for section in check(data)] == [(2,), (1,)]


def test_a_section_under_any_name_is_held_against_the_limits():
    bad = paragraph("", table(["a"], size=(65535, 65535)))
    data = hwpx(
        paragraph("a"),
        extra={"Preview/x.bin": f'\n <hs:sec xmlns:hs="s" xmlns:hp="p">{bad}</hs:sec>'},
    )

    with pytest.raises(TooLargeError, match="65535 x 65535"):
        check(data)


def test_encrypted_content_is_told_from_the_manifest():
    with pytest.raises(EncryptedDocumentError, match="password"):
        check(hwpx(paragraph("a"), manifest="<file-entry><encryption-data/></file-entry>"))


def test_a_zip_of_another_kind_is_not_taken_for_hwpx():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        package.writestr("word/document.xml", "<w/>")

    with pytest.raises(UnreadableDocumentError, match="without the sections"):
        check(packed.getvalue())


def test_what_unpacks_to_more_than_its_limit_is_refused():
    data = hwpx(paragraph("a"), extra={"BinData/x": b"\0" * 2_000_000})

    check(data, max_unpacked_bytes=3_000_000)
    with pytest.raises(TooLargeError, match="unpacks"):
        check(data, max_unpacked_bytes=1_000_000)


def test_a_directory_that_lies_about_sizes_does_not_help():
    data = bytearray(hwpx(paragraph("a"), extra={"BinData/x": b"\0" * 2_000_000}))
    true, lie = (2_000_000).to_bytes(4, "little"), (100).to_bytes(4, "little")
    assert data.count(true) == 2

    with pytest.raises(TooLargeError, match="unpacks"):
        check(bytes(data.replace(true, lie)), max_unpacked_bytes=1_000_000)


def test_two_parts_of_one_name_are_refused():
    packed = io.BytesIO(hwpx(paragraph("a")))
    with (
        zipfile.ZipFile(packed, "a") as package,
        pytest.warns(UserWarning, match="Duplicate name"),
    ):
        package.writestr("Contents/section0.xml", "<x/>")

    with pytest.raises(UnreadableDocumentError, match="one name"):
        check(packed.getvalue())


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_package_that_was_cut_is_damaged(share):
    data = hwpx(paragraph("a" * 1000))

    with pytest.raises(UnreadableDocumentError, match="damaged") as raised:
        check(data[: int(len(data) * share)])

    assert raised.value.details == {"path": "a.hwpx", "reason": "damaged"}


def test_outline_levels_and_properties_are_read():
    with opened(hwpx(paragraph("a"), title="The title of it"), "a.hwpx") as package:
        assert read_package_header(package).levels == {1: 1, 2: 2}
        properties = read_package_properties(package)

    assert (properties.title, properties.others) == ("The title of it", {"author": "Someone"})


def test_a_title_of_one_number_is_none():
    with opened(hwpx(paragraph("a"), title="210mm"), "a.hwpx") as package:
        assert read_package_properties(package).title == ""
