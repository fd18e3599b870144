"""A short storm over two servers: every call is answered once, and nothing is left of the violence.

The long one, with times, is tests/benchmarks/storm.py.
"""

from __future__ import annotations

import asyncio

import pytest
from support.storm.run import Storm, StormOptions
from support.storm.scene import Scene, SceneOptions

# Not so short that a worker which gets little of a busy machine is taken for one that hangs.
SIZE = SceneOptions(documents=24, search_timeout_s=4.0)
OPTIONS = StormOptions(
    seed=7,
    calls=400,
    workers=1,
    kill_every=100,
    hang_every=400,
    ingest_every=200,
    questions=10,
)


@pytest.mark.timeout(300)  # where other tests leave it little of the machine
def test_a_storm_loses_no_call_and_changes_no_answer(tmp_path):
    scene = Scene(tmp_path, OPTIONS.seed, SIZE)
    scene.ingest()

    report = asyncio.run(Storm(scene, OPTIONS).carry_out())

    missed = [goal for goal in report.goals() if goal.is_correctness and not goal.is_met]
    assert not missed, "\n".join(report.lines())
    assert report.calls >= OPTIONS.calls
    assert (report.hangs, report.damages) == (1, 2)
    assert report.kills
