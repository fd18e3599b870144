"""The native reader behind its one door."""

import ctypes
import struct
import subprocess
import sys

import pytest
from support.hwpx import hwpx, paragraph

from kebab.errors import (
    EncryptedDocumentError,
    PageOutOfRangeError,
    TooLargeError,
    UnreadableDocumentError,
)
from workers.hwp.freetype import preload_freetype
from workers.hwp.native import NativeDocument


def test_it_opens_from_bytes_and_lays_out_a_page():
    document = NativeDocument(hwpx(paragraph("본문")), "a.hwpx")

    assert document.page_count == 1
    assert "<svg" in document.svg(0)
    document.close()


def test_hwp_5_is_converted_and_what_cannot_be_is_an_error(sample):
    assert NativeDocument(sample("03"), "a.hwp").hwpx().startswith(b"PK")

    without_fonts = NativeDocument(hwpx(paragraph("본문")), "a.hwpx")
    with pytest.raises(UnreadableDocumentError, match="converting"):
        without_fonts.hwpx()


def test_a_panic_becomes_an_error_with_the_path(sample):
    with pytest.raises(UnreadableDocumentError, match=r"a\.hwp .*PanicException") as raised:
        NativeDocument(sample("panic", "hwp_crash"), "a.hwp")

    assert isinstance(raised.value.__cause__, BaseException)
    assert raised.value.__cause__.__traceback__ is None


def test_what_cannot_be_unlocked_says_that_it_is_for_distribution():
    with pytest.raises(UnreadableDocumentError, match="locked for distribution"):
        NativeDocument(b"no document", "a.hwp", is_distribution=True)


def test_a_password_is_told_from_the_reader_s_own_words(sample):
    with pytest.raises(EncryptedDocumentError):
        NativeDocument(sample("06"), "a.hwp")


def test_nesting_that_overflows_python_is_refused(sample):
    document = NativeDocument(sample("recursion", "hwp_crash"), "a.hwpx")

    with pytest.raises(TooLargeError, match="nested"):
        document.tree()
    document.close()


def test_a_page_that_is_not_there_is_an_error():
    document = NativeDocument(hwpx(paragraph("본문")), "a.hwpx")

    for page in (-1, 1, 99):
        with pytest.raises(PageOutOfRangeError, match=f"no page {page}: it has 1,"):
            document.svg(page)
        with pytest.raises(PageOutOfRangeError) as raised:
            document.png(page, 1.0, 4_000_000)
        assert raised.value.details == {"path": "a.hwpx", "page": page, "pages": 1}
    document.close()


def test_a_page_is_drawn_to_scale_and_never_larger_than_it_may_be():
    document = NativeDocument(hwpx(paragraph("Page")), "a.hwpx")

    assert picture_size(document.png(0, 0.5, 4_000_000)) == (397, 562)
    assert picture_size(document.png(0, 1.0, 4_000_000)) == (794, 1123)
    with pytest.raises(UnreadableDocumentError, match=r"drawing page 0 failed.*pixel"):
        document.png(0, 1.0, 1000)
    document.close()


def test_a_picture_that_is_not_there_is_none():
    document = NativeDocument(hwpx(paragraph("본문")), "a.hwpx")

    assert document.picture(1) is None
    document.close()


def picture_size(png):
    return struct.unpack(">II", png[16:24])


@pytest.mark.skipif(sys.platform != "linux", reason="only the Linux wheels lack it")
def test_a_freetype_that_is_new_enough_is_found():
    name = preload_freetype()

    assert name is not None
    assert hasattr(ctypes.CDLL(name), "FT_Palette_Data_Get")


@pytest.mark.parametrize("module", ["workers.loop", "workers.handlers"])
def test_a_worker_starts_without_the_reader(module):
    code = f"import {module}, sys; print('rhwp' in sys.modules, 'olefile' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "False"]
