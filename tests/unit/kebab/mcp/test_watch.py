"""Following the sources beside the calls, whatever goes wrong."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

from kebab.errors import InvalidInputError, StoreError
from kebab.mcp.opening import Opening
from kebab.mcp.watch import keep_watching


class Base:
    """Fails in the ways it was given, then watches."""

    def __init__(self, *errors):
        self.errors = list(errors)
        self.watches = asyncio.Event()

    async def watch(self, told, stop):
        if self.errors:
            raise self.errors.pop(0)
        self.watches.set()
        await stop.wait()


def opening_of(base, *refusals):
    refused = list(refusals)

    @asynccontextmanager
    async def open_base():
        if refused:
            raise refused.pop(0)
        yield base

    return Opening(open_base)


def test_failures_are_logged_and_it_is_tried_again_until_cancelled(caplog):
    async def scenario():
        base = Base(StoreError("no room"), RuntimeError("odd"))
        opening = opening_of(base, StoreError("not yet there"))
        watching = asyncio.create_task(keep_watching(opening, again_s=0))
        await asyncio.wait_for(base.watches.wait(), 30)
        watching.cancel()
        await asyncio.wait({watching})
        await opening.close()
        return watching.cancelled()

    assert asyncio.run(scenario())
    assert [record.getMessage() for record in caplog.records] == [
        "the sources cannot be watched: not yet there",
        "the sources cannot be watched: no room",
        "watching broke off",
    ]


def test_base_that_has_nothing_to_watch_is_left_alone(caplog):
    async def scenario():
        opening = opening_of(Base(InvalidInputError("no source", hint="add one")))
        await keep_watching(opening)
        await opening.close()

    asyncio.run(scenario())

    assert caplog.messages == ["the sources are not watched: no source; add one"]
