"""Texts, numbers and their units."""

from __future__ import annotations

import pytest

from kebab.cli.render.lines import clean, count, duration, line, pairs, percent, size, to_plain


def test_styles_vanish_in_a_pipe():
    assert to_plain([line("a", ("b", "bold")), line(), line("c  ")]) == "ab\n\nc\n"


def test_control_characters_are_replaced_but_tabs_and_line_ends_stay():
    assert clean("a\x1b[0m\tb\n\u202ec") == "a\ufffd[0m\tb\n\ufffdc"


@pytest.mark.parametrize(
    ("number", "noun", "written"),
    [(1, "chunk", "1 chunk"), (1024, "chunk", "1,024 chunks"), (2, "query", "2 queries")],
)
def test_nouns_agree_with_their_number(number, noun, written):
    assert count(number, noun) == written


@pytest.mark.parametrize(
    ("share", "written"),
    [(0, "0 %"), (1e-6, "0.1 %"), (0.5, "50.0 %"), (0.99999, "99.9 %"), (1, "100 %")],
)
def test_only_a_full_share_is_a_hundred_percent(share, written):
    assert percent(share) == written


@pytest.mark.parametrize(
    ("size_bytes", "written"), [(999, "999 B"), (1500, "1.5 kB"), (2_500_000_000, "2.5 GB")]
)
def test_sizes_have_the_unit_that_fits(size_bytes, written):
    assert size(size_bytes) == written


@pytest.mark.parametrize(
    ("duration_ms", "written"), [(12, "12 ms"), (1500, "1.5 s"), (125_000, "2 min 5 s")]
)
def test_durations_have_the_unit_that_fits(duration_ms, written):
    assert duration(duration_ms) == written


def test_columns_are_aligned():
    assert to_plain(pairs([("a", "1"), ("long", "2")])) == "a     1\nlong  2\n"
