"""What filters ask of the index."""

import re

import pytest

from kebab.wire.worker import Filters
from workers.shard.filters import GreaterThan, OneOf, conditions, glob_pattern


@pytest.mark.parametrize(
    ("glob", "path", "passes"),
    [
        ("*.md", "a.md", True),
        ("*.md", "docs/a.md", False),
        ("docs/**", "docs/a/b.md", True),
        ("docs/**", "other/docs/a.md", False),
        ("**/a.md", "a.md", True),
        ("**/a.md", "x/y/a.md", True),
        ("**/a.md", "x/ya.md", False),
        ("docs/*/a.md", "docs/x/a.md", True),
        ("docs/*/a.md", "docs/x/y/a.md", False),
        ("?.md", "가.md", True),
        ("?.md", "/.md", False),
        ("[x] (1) & 5.md", "[x] (1) & 5.md", True),
        ("a+b{2}|^$.md", "a+b{2}|^$.md", True),
        ("a.md", "aXmd", False),
        ("문서/**/*.md", "문서/하나/둘.md", True),
        ("****", "x/y", True),
    ],
)
def test_a_glob_stops_at_folders_unless_doubled(glob, path, passes):
    assert bool(re.fullmatch(glob_pattern(glob), path)) is passes


def test_no_filters_are_no_conditions():
    assert conditions(Filters()) == []


@pytest.mark.parametrize(
    ("lowest", "levels"),
    [
        ("primary", ("primary",)),
        ("secondary", ("primary", "secondary")),
        ("generated", ("primary", "secondary", "generated")),
    ],
)
def test_a_lowest_trust_keeps_better_ones(lowest, levels):
    assert conditions(Filters(trust_min=lowest)) == [OneOf("trust", levels)]


def test_a_date_beyond_all_dates_stays_within_64_bits():
    (condition,) = conditions(Filters(ingested_after_ms=10**40))

    assert isinstance(condition, GreaterThan)
    assert condition.bound < 2**63
