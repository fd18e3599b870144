"""What a file must be before the reader sees it."""

import pytest
from support.hwpx import equation, hwpx, paragraph

from kebab.errors import KebabError, UnreadableDocumentError
from workers.extract.limits import Limits
from workers.hwp.file_format import Format
from workers.hwp.preflight import check


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05", "HWP 3"),
        (b'<?xml version="1.0"?><HWPML Version="2.8"/>', "HWPML"),
        (b"", "neither"),
        (b"plain text", "neither"),
    ],
)
def test_other_formats_say_what_to_do(data, words):
    with pytest.raises(UnreadableDocumentError, match=words) as raised:
        check(data, "a.hwp", Limits())

    assert raised.value.details["reason"] == "unsupported_format"
    assert ".hwpx" in raised.value.hint


def test_the_content_counts_and_not_the_name(sample):
    assert check(hwpx(paragraph("a")), "a.hwp", Limits()).format is Format.HWPX
    assert check(sample("03"), "a.hwpx", Limits()).format is Format.HWP5


def test_a_deep_equation_may_be_read_and_not_laid_out():
    data = hwpx(paragraph("", equation("sqrt " * 20_000)))

    assert check(data, "a.hwpx", Limits()).unsafe_to_render
    assert not check(hwpx(paragraph("", equation("a over b"))), "a.hwpx", Limits()).unsafe_to_render


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("panic_parse", "damaged"),
        ("empty_truncated", "damaged"),
        ("segv_parse", "refused_by_preflight"),
        ("abort_alloc", "refused_by_preflight"),
        ("hang_parse", "refused_by_preflight"),
        ("recursion_ir", "refused_by_preflight"),
    ],
)
def test_known_killers_are_turned_down_with_their_reason(sample, name, reason):
    with pytest.raises(KebabError) as raised:
        check(sample(name, "hwp_crash"), "a", Limits())

    assert raised.value.details["reason"] == reason
