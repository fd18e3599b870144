"""Checking the records of HWP 5."""

import struct

import pytest

from workers.extract.limits import Limits
from workers.hwp.demands import Demands, ExcessError
from workers.hwp.records import check_records

PARA_TEXT, CTRL_HEADER, LIST_HEADER, TABLE, EQUATION = 67, 71, 72, 77, 88


def record(tag, level, body=b""):
    size = min(len(body), 0xFFF)
    head = struct.pack("<I", tag | level << 10 | size << 20)
    return head + (struct.pack("<I", len(body)) if size == 0xFFF else b"") + body


def table(level, rows, columns):
    return record(TABLE, level, struct.pack("<IHH", 0, rows, columns))


def cell(level, columns, rows):
    return record(LIST_HEADER, level, struct.pack("<IIHHHH", 1, 0, 0, 0, columns, rows))


def check(data, **limits):
    demands = Demands(Limits(**limits))
    check_records(data, demands)
    return demands


def test_ordinary_tables_pass():
    check(table(2, 3, 4) + cell(2, 2, 1) + record(PARA_TEXT, 3, "본문".encode("utf-16-le")))


def test_the_size_that_a_table_declares_is_checked():
    with pytest.raises(ExcessError, match="65535 x 65535"):
        check(table(2, 65535, 65535))


def test_the_fields_that_a_cell_covers_are_checked():
    with pytest.raises(ExcessError, match="covers"):
        check(table(2, 3, 3) + cell(2, 65535, 65535))


def test_lists_of_other_controls_are_no_cells():
    check(cell(2, 65535, 65535) + table(4, 1, 1) + cell(2, 65535, 65535))


def test_tables_inside_tables_are_counted():
    nested = b"".join(table(2 * depth, 1, 1) + cell(2 * depth, 1, 1) for depth in range(1, 5))

    check(nested, max_nesting=4)
    with pytest.raises(ExcessError, match="nested"):
        check(nested, max_nesting=3)


def test_tables_beside_each_other_are_not_nested():
    check((table(2, 1, 1) + cell(2, 1, 1)) * 10, max_nesting=1)


def test_long_records_and_paragraphs_are_measured():
    check(record(PARA_TEXT, 1, b"\0" * 5000))
    with pytest.raises(ExcessError, match="paragraph"):
        check(record(PARA_TEXT, 1, b"\0" * 1_000_002))


def test_a_deep_equation_is_noticed():
    script = ("sqrt {" * 300 + "x" + "}" * 300).encode("utf-16-le")
    body = struct.pack("<IH", 0, len(script) // 2) + script

    assert check(record(EQUATION, 3, body)).unsafe_to_render


@pytest.mark.parametrize("data", [b"", b"\xff", b"\xff" * 7, record(TABLE, 2, b"\0" * 8)[:-1]])
def test_a_section_that_breaks_off_ends_the_check(data):
    check(data)
