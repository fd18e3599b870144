"""A hundred damaged documents: each call has a right code, and others answer meanwhile.

A thousand of the samples: tests/benchmarks/hwp_mutations.py.
"""

from __future__ import annotations

from pathlib import Path

from support.hwp_mutations import bombard

SEED, COUNT = 6, 100


def test_damaged_documents_are_all_answered_with_a_right_code(desk):
    names = ("form.hwpx", "form.hwp", "fields.hwpx", "fields.hwp", "blocks.hwpx", "preview.hwpx")
    originals = [(name, Path(desk.path(name)).read_bytes()) for name in names]

    tally = bombard(desk, originals, COUNT, SEED, desk.path("form.hwpx"))

    assert tally.wrong == []
    assert tally.others_failed == 0
    assert tally.calls == sum(tally.codes.values()) == 2 * COUNT
    assert {"", "damaged"} <= set(tally.codes)
    assert len(tally.ways) == 7
