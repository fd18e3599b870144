"""Numbers and dates are written as their cells show them."""

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workers.extract.number_format import shown

MOMENT = datetime.fromisoformat("2026-03-01T14:05:09")


@pytest.mark.parametrize(
    ("value", "number_format", "expected"),
    [
        (0.1 + 0.2, "General", "0.3"),
        (1234567890123456789, "General", "1234567890123456789"),
        (1234.5, "#,##0.00", "1,234.50"),
        (0.125, "0.0%", "12.5%"),
        (0.5, "0%", "50%"),
        (-1234, "#,##0;(#,##0)", "(1,234)"),
        (-5, '#,##0;[Red]"△"#,##0', "△5"),
        (0, '0;-0;"-"', "-"),
        (9000, "₩#,##0", "₩9,000"),
        (9000, "[$₩-412]#,##0", "₩9,000"),
        (1.5, '0.0" kg"', "1.5 kg"),
        (7, "000", "007"),
        (2.5, "0.##", "2.5"),
        (2, "0.##", "2"),
        (1_500_000, '0.0,,"M"', "1.5M"),
        (1234.5, "_-* #,##0.00_-", "1,234.50"),
        (12345, "0.00E+00", "12345"),
        (0.25, "# ?/?", "0.25"),
        (3, "@", "3"),
        (float("nan"), "0.00", "nan"),
        (float("inf"), "0.00", "inf"),
        (1e300, "#,##0", "1e+300"),
        (True, "0", "TRUE"),
        (None, "0", ""),
    ],
)
def test_numbers(value, number_format, expected):
    assert shown(value, number_format) == expected


@pytest.mark.parametrize(
    ("value", "number_format", "expected"),
    [
        (MOMENT, "yyyy-mm-dd hh:mm:ss", "2026-03-01 14:05:09"),
        (MOMENT, "mm-dd-yy", "2026-03-01 14:05:09"),
        (date(2026, 3, 1), "mm-dd-yy", "2026-03-01"),
        (datetime.fromisoformat("2026-03-01"), "mm-dd-yy", "2026-03-01"),
        (date(2026, 3, 1), "d mmmm yyyy", "1 March 2026"),
        (date(2026, 3, 1), "ddd d/m/yy", "Sun 1/3/26"),
        (date(2026, 3, 1), 'yyyy"년" m"월" d"일"', "2026년 3월 1일"),
        (date(2026, 3, 1), r"[$-412]yyyy\.mm\.dd", "2026.03.01"),
        (time(14, 5), "h:mm AM/PM", "2:05 PM"),
        (time(14, 5, 9), "mm:ss", "05:09"),
        (timedelta(hours=30, minutes=5), "[h]:mm:ss", "30:05:00"),
        (date(2026, 3, 1), "General", "2026-03-01"),
    ],
)
def test_dates(value, number_format, expected):
    assert shown(value, number_format) == expected


@given(
    st.one_of(st.integers(), st.floats(), st.datetimes(), st.times(), st.timedeltas()),
    st.text('0#?.,%;"\\_*[]$-EyYmdhs/ @:APM₩', max_size=20),
)
def test_no_format_breaks_a_value(value, number_format):
    assert isinstance(shown(value, number_format), str)
