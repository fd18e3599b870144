"""Calls that write go before the watcher of their own process."""

from __future__ import annotations

import asyncio

import pytest

from kebab.ingest.turns import Turns


def test_call_stops_the_watcher_s_run_and_goes_first():
    order = []

    async def scenario():
        turns, stop, at_work = Turns(), asyncio.Event(), asyncio.Event()

        async def watch(name):
            async with turns.watch(stop):
                order.append(f"{name} begins")
                at_work.set()
                await stop.wait()
                order.append(f"{name} ends")

        async def call():
            async with turns.call():
                order.append("call")

        first = asyncio.create_task(watch("first"))
        await at_work.wait()
        calls = [asyncio.create_task(call()) for _ in range(2)]
        await asyncio.sleep(0)
        second = asyncio.create_task(watch("second"))
        await asyncio.gather(first, second, *calls)

    asyncio.run(scenario())

    assert order == ["first begins", "first ends", "call", "call", "second begins", "second ends"]


def test_call_that_fails_gives_its_turn_back():
    async def scenario():
        turns = Turns()
        with pytest.raises(ZeroDivisionError):
            async with turns.call():
                _ = 1 / 0
        async with turns.watch(asyncio.Event()):
            return True

    assert asyncio.run(scenario())
