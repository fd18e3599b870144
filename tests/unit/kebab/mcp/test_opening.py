"""Opening the base once, for everybody."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest

from kebab.errors import NotIndexedError
from kebab.mcp.opening import Opening


@pytest.mark.anyio
async def test_all_calls_wait_for_one_opening():
    opened = []
    gate = asyncio.Event()

    @asynccontextmanager
    async def open_base():
        await gate.wait()
        opened.append("base")
        yield opened[-1]

    opening = Opening(open_base)
    calls = [asyncio.create_task(opening.base()) for _ in range(3)]
    gate.set()

    assert await asyncio.gather(*calls) == ["base"] * 3
    assert opened == ["base"]
    await opening.close()


@pytest.mark.anyio
async def test_a_failure_is_heard_and_the_next_call_tries_again():
    tries = []

    @asynccontextmanager
    async def open_base():
        tries.append(1)
        if len(tries) == 1:
            raise NotIndexedError("nothing there")
        yield "base"

    opening = Opening(open_base)
    with pytest.raises(NotIndexedError):
        await opening.base()

    assert await opening.base() == "base"
    await opening.close()


@pytest.mark.anyio
async def test_a_cancelled_call_leaves_the_opening_to_the_others():
    gate = asyncio.Event()

    @asynccontextmanager
    async def open_base():
        await gate.wait()
        yield "base"

    opening = Opening(open_base)
    given_up = asyncio.create_task(opening.base())
    kept = asyncio.create_task(opening.base())
    await asyncio.wait({given_up}, timeout=0)
    given_up.cancel()
    await asyncio.wait({given_up})
    gate.set()

    assert await kept == "base"
    await opening.close()


@pytest.mark.anyio
async def test_closing_ends_what_was_opened_and_what_was_about_to():
    ended = []

    @asynccontextmanager
    async def open_base():
        try:
            yield "base"
        finally:
            ended.append("closed")

    @asynccontextmanager
    async def never_open():
        await asyncio.Event().wait()
        yield "base"

    opening = Opening(open_base)
    await opening.base()
    await opening.close()
    stuck = Opening(never_open)
    stuck.start()
    await stuck.close()

    assert ended == ["closed"]
