"""Tables that people keep as CSV."""

import pytest

from kebab.hwp.csv_text import decoded


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949"])
def test_what_spreadsheets_write_is_read(encoding):
    assert decoded("품목,수량\r\n연필,3".encode(encoding)) == "품목,수량\r\n연필,3"


def test_other_bytes_are_no_text():
    with pytest.raises(UnicodeDecodeError, match="utf-8"):
        decoded(b"\xff\xfe\x00")
