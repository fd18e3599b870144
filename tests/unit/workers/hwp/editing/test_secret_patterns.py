"""Which numbers and addresses are personal."""

import pytest

from workers.hwp.editing.secret_patterns import KINDS, find_secrets, masked


def found(text, before=""):
    return [(one.kind, one.text) for one in find_secrets(text, KINDS, before)]


@pytest.mark.parametrize(
    ("text", "kind", "secret"),
    [
        ("전화 010-1234-5678.", "phone", "010-1234-5678"),
        ("02)123-4567", "phone", "02)123-4567"),
        ("(044)202-1234", "phone", "(044)202-1234"),
        ("+82-10-1234-5678", "phone", "+82-10-1234-5678"),
        ("010 - 1234 - 5678", "phone", "010 - 1234 - 5678"),
        ("010\u20131234\u20135678", "phone", "010\u20131234\u20135678"),
        ("대표 1588-1234", "phone", "1588-1234"),
        ("0212345678", "phone", "0212345678"),
        ("a.b+c@mail.example.co.kr에", "email", "a.b+c@mail.example.co.kr"),
        ("900101-1234567", "rrn", "900101-1234567"),
        ("900101 - 1234567", "rrn", "900101 - 1234567"),
        ("9001011234568", "rrn", "9001011234568"),
        ("4111-1111-1111-1111", "card", "4111-1111-1111-1111"),
        ("4111111111111111", "card", "4111111111111111"),
        ("국민은행 123456-01-234567", "account", "123456-01-234567"),
        ("계좌번호: 110-234-567890 (홍길동)", "account", "110-234-567890"),
    ],
)
def test_a_personal_number_is_found(text, kind, secret):
    assert found(text) == [(kind, secret)]


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-15",
        "1,234,567원",
        "4111-1111-1111-1112",
        "901301-1234567",
        "9001011234567",
        "110-234-567890",
        "제2024-123호",
        "3.14159265358979",
        "10-1234-5678",
        "@home",
    ],
)
def test_other_numbers_are_left(text):
    assert found(text) == []


def test_the_cell_before_says_that_a_number_is_an_account():
    assert found("110-234-567890", before="계좌번호") == [("account", "110-234-567890")]
    assert found("110-234-567890", before="관리번호") == []
    assert found("그 밖의 글", before="계좌 110-234-567890") == []


def test_places_are_those_in_the_text():
    (secret,) = find_secrets("은행 110-234-567890", KINDS, before="계좌")

    assert (secret.start, secret.end) == (3, 17)


def test_a_text_is_of_one_kind_only():
    assert found("입금 900101-1234567") == [("rrn", "900101-1234567")]


def test_only_the_kinds_that_are_asked_for_are_found():
    assert [one.kind for one in find_secrets("010-1234-5678 a@b.kr", {"email"})] == ["email"]


def test_what_separates_digits_stays():
    assert masked("010-1234-5678", "●") == "●●●-●●●●-●●●●"
    assert masked("a.b@c.kr", "*") == "*.*@*.**"
