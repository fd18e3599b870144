"""Checking an HWP 5 compound file."""

import pytest

from kebab.errors import EncryptedDocumentError, TooLargeError, UnreadableDocumentError
from workers.extract.limits import Limits
from workers.hwp.demands import Demands
from workers.hwp.ole import check_compound_file, read_properties


def check(data, **limits):
    return check_compound_file(data, "a.hwp", Limits(**limits), Demands(Limits(**limits)))


def test_a_document_passes_and_one_for_distribution_is_told(sample):
    assert check(sample("04")) is False
    assert check(sample("09")) is True


def test_a_password_is_seen(sample):
    with pytest.raises(EncryptedDocumentError, match="password"):
        check(sample("06"))


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_a_file_that_was_cut_is_damaged(sample, share):
    data = sample("03")

    with pytest.raises(UnreadableDocumentError, match="damaged"):
        check(data[: int(len(data) * share)])


@pytest.mark.parametrize(("at", "value"), [(2136, 27), (3141, 240), (3264, 130)])
def test_a_damaged_chain_or_directory_entry_is_not_overlooked(sample, at, value):
    data = bytearray(sample("03"))
    data[at] = value

    with pytest.raises(UnreadableDocumentError, match="damaged"):
        check(bytes(data))


def test_what_unpacks_to_more_than_its_limit_is_refused(sample):
    with pytest.raises(TooLargeError, match="unpacks"):
        check(sample("04"), max_unpacked_bytes=100_000)


def test_tables_are_held_against_the_limits(sample):
    with pytest.raises(TooLargeError, match="cells"):
        check(sample("04"), max_cells=50)


def test_another_program_s_file_is_not_taken_for_hwp(sample):
    data = sample("03").replace("FileHeader".encode("utf-16-le"), "FileHeadex".encode("utf-16-le"))

    with pytest.raises(UnreadableDocumentError, match="another program"):
        check(data)


def test_title_author_and_dates_are_read(sample):
    properties = read_properties(sample("04"), "a.hwp")

    assert properties.title == "연구회 유형 및 지원 예산"
    assert properties.others["created"] == "2011-07-08T07:07:45Z"
    assert properties.others["author"] == "siun100819479"
