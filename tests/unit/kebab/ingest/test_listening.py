"""Hearing of changes from the real system."""

from __future__ import annotations

import asyncio

from kebab.ingest.listening import Listener

PATIENCE_S = 30.0


def test_changes_are_told_in_the_loop_until_it_is_closed(tmp_path):
    async def scenario():
        heard = asyncio.Queue()
        listener = Listener([tmp_path], heard.put_nowait)
        await asyncio.wait_for(listener.started.wait(), PATIENCE_S)
        (tmp_path / "a.md").write_text("x")
        changes = await asyncio.wait_for(heard.get(), PATIENCE_S)
        listener.close()
        await asyncio.wait_for(listener.ended.wait(), PATIENCE_S)
        return changes, listener.failed

    changes, failed = asyncio.run(scenario())

    assert (True, str(tmp_path / "a.md")) in changes
    assert failed is None


def test_folder_that_cannot_be_heard_of_is_told_and_raises_nothing(tmp_path):
    async def scenario():
        listener = Listener([tmp_path / "none"], lambda _changes: None)
        await asyncio.wait_for(listener.ended.wait(), PATIENCE_S)
        return listener.started.is_set(), listener.failed

    is_started, failed = asyncio.run(scenario())

    assert is_started
    assert failed
