"""Values of YAML and TOML as JSON."""

from datetime import UTC, date, datetime, time

import pytest

from workers.extract.plain_values import to_plain


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (None, None),
        (True, True),
        (2**63 - 1, 2**63 - 1),
        (2**64, "0x10000000000000000"),
        (1.5, 1.5),
        (float("nan"), "nan"),
        (date(2024, 5, 1), "2024-05-01"),
        (datetime(2024, 5, 1, 10, tzinfo=UTC), "2024-05-01T10:00:00+00:00"),
        (time(10, 5), "10:05:00"),
        (b"\xff", "ÿ"),
        ("e\u0301\0\ud800", "é\ufffd?"),
        ({(1, 2): {3}}, {"(1, 2)": [3]}),
        ({date(2024, 5, 1): 1}, {"2024-05-01": 1}),
    ],
)
def test_value_becomes_json(value, plain):
    assert to_plain(value) == (plain, False)


def test_what_refers_to_itself_ends():
    endless = []
    endless.append(endless)

    assert to_plain(endless)[1]


def test_what_is_too_much_is_cut_and_told():
    assert to_plain(["x"] * 1000)[1]
    assert to_plain("x" * 3000) == ("x" * 2000, True)
