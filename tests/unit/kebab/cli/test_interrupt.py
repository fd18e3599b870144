"""Ctrl-C during a run, in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent there")

STUBBORN = """
import asyncio
from kebab.cli.interrupt import stop_on_interrupt

async def run(stubborn):
    stop = asyncio.Event()
    with stop_on_interrupt(stop, lambda: print("asked", flush=True)):
        print("ready", flush=True)
        await stop.wait()
        if stubborn:
            await asyncio.Event().wait()
    print("stopped", flush=True)

asyncio.run(run(STUBBORN))
"""


def start(*, stubborn):
    code = STUBBORN.replace("STUBBORN", str(stubborn))
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)


def test_first_one_asks_the_run_to_stop():
    with start(stubborn=False) as ran:
        assert ran.stdout.readline() == "ready\n"

        os.kill(ran.pid, signal.SIGINT)

        assert sorted(ran.stdout.read().split()) == ["asked", "stopped"]
        assert ran.wait(20) == 0


def test_second_one_ends_the_process():
    with start(stubborn=True) as ran:
        assert ran.stdout.readline() == "ready\n"

        os.kill(ran.pid, signal.SIGINT)
        assert ran.stdout.readline() == "asked\n"
        os.kill(ran.pid, signal.SIGINT)

        assert ran.wait(20) == 130
