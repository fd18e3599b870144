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
        ("5천 3억원", "amount", "5천 3억원", "500300000000"),
        ("3만 5억원", "amount", "3만 5억원", None),
        ("3천5백만원", "amount", "3천5백만원", "35000000"),
        ("1백50만원", "amount", "1백50만원", "1500000"),
        ("5십만 원", "amount", "5십만 원", "500000"),
        ("35,000천원", "amount", "35,000천원", "35000000"),
        ("1.15억원", "amount", "1.15억원", "115000000"),
        ("1만 5,000원", "amount", "1만 5,000원", "15000"),
        ("일금 삼천오백만원정", "amount", "삼천오백만원", "35000000"),
        ("US$ 1.5백만", "amount", "US$ 1.5백만", "1500000"),
        ("150만불", "amount", "150만불", "1500000"),
        ("1만건 이상", "number", "1만", "10000"),
        ("1만5천명", "number", "1만5천", "15000"),
        ("\u22125℃", "number", "\u22125", "-5"),
        ("\uff12\uff10\uff12\uff14.3.5", "date", "\uff12\uff10\uff12\uff14.3.5", "2024-03-05"),
        ("△30,000", "number", "△30,000", "-30000"),
        ("1. 목표 3명", "number", "3", "3"),
        ("(2) 목표 3명", "number", "3", "3"),
        ("2025. 1월 5일", "date", "2025. 1월 5일", "2025-01-05"),
        ("24. 3. 5.", "date", "24. 3. 5", None),
        ("3. 5.(화)", "date", "3. 5", None),
        ("042)860-2114", "phone", "042)860-2114", "0428602114"),
        ("01012345678", "phone", "01012345678", "01012345678"),
        ("010 - 1234 - 5678", "phone", "010 - 1234 - 5678", "01012345678"),
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


@pytest.mark.parametrize(
    "text",
    ["09:00", "A4", "1.2.3.4", "제1-2호의3", "제02-2018-0001호", "(단위: 백만원)", "직원", "abc"],
)
def test_what_only_looks_like_a_value_is_none(text):
    assert values_in(text) == []


def test_the_number_of_a_notice_is_no_date():
    assert values_in("공고 제 2024-08호") == []
    assert [one.kind for one in values_in("2024-08-01")] == ["date"]


def test_values_come_in_order_and_do_not_overlap():
    values = values_in("2024. 3. 5. 현재 1,000원, 02-123-4567, 3명")

    assert [one.kind for one in values] == ["date", "amount", "phone", "number"]
    assert all(one.end <= other.start for one, other in pairwise(values))


def test_a_date_without_a_year_is_known_behind_the_one_it_reaches_from():
    values = values_in("2024.3.5.~3.10.")

    assert [(one.kind, one.normalized) for one in values] == [
        ("date", "2024-03-05"),
        ("date", None),
    ]


@pytest.mark.parametrize(
    "text", ["1" + "만" * 5000 + "x1", "1 만" * 3000 + "x", "삼천" * 3000, "9" * 9000]
)
def test_a_text_made_to_be_slow_is_read_to_its_end(text):
    values = values_in(text)

    assert all(one.start < one.end <= len(text) for one in values)
