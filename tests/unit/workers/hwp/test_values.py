"""Values that stand in a text."""

from itertools import pairwise

import pytest

from workers.hwp.values import values_in


@pytest.mark.parametrize(
    ("text", "kind", "raw", "normalized"),
    [
        ("2024년 3월 5일까지", "date", "2024년 3월 5일", "2024-03-05"),
        ("2024. 3. 5.(화)", "date", "2024. 3. 5", "2024-03-05"),
        ("2024-03-05", "date", "2024-03-05", "2024-03-05"),
        ("'24.3.5.", "date", "'24.3.5", "2024-03-05"),
        ("2024년 3월", "date", "2024년 3월", "2024-03"),
        ("3월 5일(화)", "date", "3월 5일", None),
        ("2024. 13. 45.", "date", "2024. 13. 45", None),
        ("금 1,234,000원", "amount", "1,234,000원", "1234000"),
        ("3억 5천만 원", "amount", "3억 5천만 원", "350000000"),
        ("1.5억원", "amount", "1.5억원", "150000000"),
        ("5백만원", "amount", "5백만원", "5000000"),
        ("₩12,000", "amount", "₩12,000", "12000"),
        ("$1,000.50", "amount", "$1,000.50", "1000.50"),
        ("5천 3억원", "amount", "5천 3억원", None),
        ("약 6,300여명", "number", "6,300", "6300"),
        ("47.2 %", "number", "47.2 %", "47.2%"),
        ("-3", "number", "-3", "-3"),
        ("a.b+c@Kebab.co.kr로", "email", "a.b+c@Kebab.co.kr", "a.b+c@kebab.co.kr"),
        ("☎ 02-2110-2428", "phone", "02-2110-2428", "0221102428"),
        ("(010-1234-5678)", "phone", "010-1234-5678", "01012345678"),
        ("(02) 123-4567", "phone", "(02) 123-4567", "021234567"),
        ("+82-10-1234-5678", "phone", "+82-10-1234-5678", "01012345678"),
        ("1588-1234", "phone", "1588-1234", "15881234"),
    ],
)
def test_a_value_is_recognised_and_normalised(text, kind, raw, normalized):
    (value,) = values_in(text)

    assert (value.kind, text[value.start : value.end], value.normalized) == (kind, raw, normalized)


@pytest.mark.parametrize("text", ["09:00", "A4", "1.2.3.4", "제1-2호의3", "abc"])
def test_what_only_looks_like_a_value_is_none(text):
    assert values_in(text) == []


def test_values_come_in_order_and_do_not_overlap():
    values = values_in("2024. 3. 5. 현재 1,000원, 02-123-4567, 3명")

    assert [one.kind for one in values] == ["date", "amount", "phone", "number"]
    assert all(one.end <= other.start for one, other in pairwise(values))
