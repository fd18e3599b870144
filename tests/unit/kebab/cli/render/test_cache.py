"""How the cache looks."""

from __future__ import annotations

from kebab.cli.render.cache import cache_lines
from kebab.cli.render.lines import to_plain
from kebab.wire.cache import CacheKind, CacheReport


def a_report(**more):
    kinds = [
        CacheKind(
            kind="embedding:e5", entries=1200, size_bytes=921_600, last_used_at="now", unused=3
        ),
        CacheKind(kind="ocr:12", entries=1, size_bytes=80, last_used_at="now"),
    ]
    return CacheReport(entries=1201, size_bytes=921_680, kinds=kinds, **more)


def test_kinds_stand_in_columns_above_the_sum():
    assert to_plain(cache_lines(a_report())) == (
        "embedding:e5  1,200 entries, 921.6 kB, 3 unused\n"
        "ocr:12        1 entry, 80 B\n"
        "in all 1,201 entries, 921.7 kB\n"
    )


def test_pruning_says_first_what_it_dropped():
    assert to_plain(cache_lines(a_report(pruned=0))).startswith("pruned 0 entries\n")
