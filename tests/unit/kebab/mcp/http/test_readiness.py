"""A verdict is found once for all who ask, and kept the longer the dearer it was."""

from __future__ import annotations

import asyncio

import pytest

from kebab.mcp.http.readiness import Readiness, Verdict, keep_for_s

GOOD = Verdict(is_ready=True, text="{}")


class Examined:
    """Counts the examinations; each takes as long as `took_s` says."""

    def __init__(self):
        self.now_s = 100.0
        self.took_s = 0.0
        self.count = 0
        self.may_end = asyncio.Event()
        self.may_end.set()

    async def check(self):
        self.count += 1
        await self.may_end.wait()
        self.now_s += self.took_s
        return GOOD

    def clock(self):
        return self.now_s


def test_probes_at_once_share_an_examination_and_one_may_give_up():
    async def ask():
        examined = Examined()
        readiness = Readiness(examined.check, examined.clock)
        examined.may_end.clear()
        probes = [asyncio.create_task(readiness.verdict()) for _ in range(20)]
        await asyncio.sleep(0)
        probes.pop(0).cancel()
        examined.may_end.set()
        assert set(await asyncio.gather(*probes)) == {GOOD}
        return examined.count

    assert asyncio.run(ask()) == 1


def test_a_verdict_is_asked_for_again_when_it_is_old():
    async def ask():
        examined = Examined()
        readiness = Readiness(examined.check, examined.clock)
        await readiness.verdict()
        examined.now_s += 0.9
        await readiness.verdict()
        first = examined.count
        examined.now_s += 0.2
        await readiness.verdict()
        return first, examined.count

    assert asyncio.run(ask()) == (1, 2)


@pytest.mark.parametrize(
    ("took", "is_ready", "kept"),
    [
        (0.0, True, 1.0),
        (0.1, True, 1.0),
        (1.5, True, 6.0),
        (60.0, True, 10.0),
        (0.0, False, 1.0),
        (60.0, False, 3.0),
    ],
)
def test_a_dear_one_is_kept_longer_and_a_bad_one_not_so_long(took, is_ready, kept):
    assert keep_for_s(took, is_ready=is_ready) == kept
