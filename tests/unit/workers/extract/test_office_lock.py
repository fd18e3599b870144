"""Office documents that are protected by a password are opened by it, and tell none."""

from __future__ import annotations

import random

import pytest
from support.office_files import locked_office, presentation, word_document, workbook

from kebab.errors import EncryptedDocumentError, KebabError, TooLargeError
from workers.extract.docx import parse_docx
from workers.extract.limits import Limits
from workers.extract.office_lock import unlock
from workers.extract.registry import Means, parser_of

SESAME = "sesame 1 열려라"


@pytest.fixture(scope="module")
def document():
    return word_document()


@pytest.fixture(scope="module")
def protected(document):
    return locked_office(document, SESAME)


def refusal(data, passwords):
    with pytest.raises(KebabError) as raised:
        unlock(data, "a.docx", passwords)
    return raised.value


def test_the_password_among_others_opens_it(document, protected):
    assert unlock(protected, "a.docx", ("wrong", SESAME)) == document


@pytest.mark.parametrize(
    ("media", "make"), [("docx", word_document), ("pptx", presentation), ("xlsx", workbook)]
)
def test_every_kind_is_read_as_if_it_were_open(media, make):
    plain, parse = make(), parser_of(media, Means(passwords=(SESAME,)))

    assert parse(locked_office(plain, SESAME), "a").lines == parse(plain, "a").lines


def test_a_workbook_that_excel_locked_of_itself_needs_no_password():
    plain = workbook()

    assert unlock(locked_office(plain, "VelvetSweatshop"), "a.xlsx", ()) == plain


def test_an_open_document_stays_as_it_is(document):
    assert unlock(document, "a.docx", (SESAME,)) is document


@pytest.mark.parametrize("passwords", [(), ("guess 7",), ("guess 7", "guess 8")])
def test_without_the_password_it_is_encrypted_and_says_how_to_give_it(protected, passwords):
    error = refusal(protected, passwords)

    assert isinstance(error, EncryptedDocumentError)
    assert "KEBAB_PASSWORDS" in error.hint
    assert error.details == {"path": "a.docx", "opened_by": "password"}
    assert "guess" not in f"{error} {error.hint}"


def test_one_that_makes_each_try_slow_is_refused(protected):
    usual, slow = b' <p:encryptedKey spinCount="100000"', b'<p:encryptedKey spinCount="9000000"'

    assert usual in protected
    assert isinstance(refusal(protected.replace(usual, slow), (SESAME,)), TooLargeError)


def test_damaged_containers_are_one_error_each(protected):
    chance = random.Random(3)  # noqa: S311 - the same damages each time
    for _ in range(6):
        damaged = bytearray(protected[: chance.randrange(600, len(protected))])
        damaged[chance.randrange(512, len(damaged))] ^= 0xFF
        try:
            opened = unlock(bytes(damaged), "a.docx", (SESAME,))
            parse_docx(opened, "a.docx", limits=Limits())
        except KebabError as error:
            assert SESAME not in str(error)  # noqa: PT017 - which of them it is does not matter
