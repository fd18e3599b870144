"""Recognising a file by its content."""

import pytest

from workers.hwp.file_format import Format, recognise


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", Format.HWP5),
        (b"PK\x03\x04rest", Format.HWPX),
        (b"HWP Document File V3.00 \x1a", Format.HWP3),
        (b'<?xml version="1.0"?><HWPML Version="2.8">', Format.HWPML),
        (b"", Format.OTHER),
        (b"%PDF-1.7", Format.OTHER),
    ],
)
def test_the_first_bytes_tell_the_format(data, expected):
    assert recognise(data) is expected
