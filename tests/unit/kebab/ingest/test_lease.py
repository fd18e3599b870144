"""One ingest at a time, and a dead one holds nothing."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from kebab.errors import IngestLockedError, StoreError
from kebab.ingest.lease import (
    LEASE_FILE,
    Holder,
    find_holder,
    hold_lease,
    read_holder,
    remove_lease,
    this_process,
)

FIRST = Holder(1234, "here", "2026-01-01T00:00:00Z")
SECOND = Holder(5678, "there", "2026-01-01T00:00:01Z")
HOLD = """
import asyncio, sys
from pathlib import Path
from kebab.ingest.lease import hold_lease, this_process

async def main():
    async with hold_lease(Path(sys.argv[1]), this_process("then")):
        print("held", flush=True)
        sys.stdin.read()

asyncio.run(main())
"""


def test_second_ingest_is_told_who_holds_the_lease(tmp_path):
    async def take_twice():
        async with hold_lease(tmp_path, FIRST), hold_lease(tmp_path, SECOND):
            raise AssertionError

    with pytest.raises(IngestLockedError, match="process 1234 on here") as caught:
        asyncio.run(take_twice())
    assert caught.value.details == {
        "path": str(tmp_path / LEASE_FILE),
        "pid": 1234,
        "host": "here",
        "since": "2026-01-01T00:00:00Z",
    }


def test_waiting_ingest_goes_on_when_the_other_ends(tmp_path):
    async def take_in_turn():
        waits_for = []
        async with hold_lease(tmp_path, FIRST):
            waiting = asyncio.Event()

            def on_wait(holder):
                waits_for.append(holder)
                waiting.set()

            async def take_second():
                async with hold_lease(tmp_path, SECOND, wait_s=30, on_wait=on_wait):
                    return read_holder(tmp_path / LEASE_FILE)

            second = asyncio.create_task(take_second())
            await waiting.wait()
        return await second, waits_for

    assert asyncio.run(take_in_turn()) == (SECOND, [FIRST])


def test_lease_is_free_after_its_holder_and_after_an_error(tmp_path):
    async def fail():
        async with hold_lease(tmp_path, FIRST):
            raise KeyError

    async def take():
        async with hold_lease(tmp_path, SECOND):
            return True

    with pytest.raises(KeyError):
        asyncio.run(fail())
    assert read_holder(tmp_path / LEASE_FILE) is None
    assert asyncio.run(take())


def test_killed_holder_frees_the_lease_at_once(tmp_path):
    async def take():
        async with hold_lease(tmp_path, this_process("now")):
            return True

    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(IngestLockedError, match=f"process {holder.pid}"):
            asyncio.run(take())
        holder.kill()
        holder.wait()

    assert asyncio.run(take())


def test_a_lease_file_removed_by_its_holder_leaves_one_lease(tmp_path):
    async def wait_for_removed_file():
        waiting = asyncio.Event()
        taken = asyncio.Event()
        done = asyncio.Event()

        async def take_second():
            async with hold_lease(
                tmp_path, SECOND, wait_s=30, on_wait=lambda _holder: waiting.set()
            ):
                taken.set()
                await done.wait()

        async with hold_lease(tmp_path, FIRST):
            second = asyncio.create_task(take_second())
            await waiting.wait()
            remove_lease(tmp_path)
        await taken.wait()
        with pytest.raises(IngestLockedError, match="process 5678 on there"):
            async with hold_lease(tmp_path, FIRST):
                raise AssertionError
        done.set()
        await second

    asyncio.run(wait_for_removed_file())


def test_only_a_living_holder_is_found(tmp_path):
    async def look():
        async with hold_lease(tmp_path, FIRST):
            return find_holder(tmp_path)

    assert find_holder(tmp_path) is None
    assert asyncio.run(look()) == FIRST
    (tmp_path / LEASE_FILE).write_text('{"pid": 1, "host": "killed", "since": "then"}')
    assert find_holder(tmp_path) is None


def test_a_holder_that_has_not_written_its_name_yet_is_asked_again(tmp_path):
    async def ask_while_it_is_named():
        async with hold_lease(tmp_path, FIRST):
            named = (tmp_path / LEASE_FILE).read_bytes()
            (tmp_path / LEASE_FILE).write_bytes(b"")

            async def take():
                async with hold_lease(tmp_path, SECOND):
                    raise AssertionError

            asked = asyncio.create_task(take())
            await asyncio.sleep(0)
            (tmp_path / LEASE_FILE).write_bytes(named)
            await asked

    with pytest.raises(IngestLockedError, match="process 1234 on here"):
        asyncio.run(ask_while_it_is_named())


def test_folder_that_cannot_be_made_is_an_error_that_says_so(tmp_path):
    (tmp_path / "file").write_text("")

    async def take():
        async with hold_lease(tmp_path / "file" / "data", FIRST):
            raise AssertionError

    with pytest.raises(StoreError, match="cannot be used"):
        asyncio.run(take())
