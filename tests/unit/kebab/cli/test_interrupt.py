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
    with stop_on_interrupt(
        stop, lambda: print("asked", flush=True), lambda: print("left", flush=True)
    ):
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

        assert ran.stdout.readline() == "left\n"
        assert ran.wait(20) == 130


LIVE = """
import asyncio, os, signal, sys
from kebab.cli.interrupt import stop_on_interrupt
from kebab.cli.options import Invocation
from kebab.cli.output import say, show_cursor
from kebab.cli.progress import BarProgress
from kebab.cli.render.lines import line
from kebab.wire.ingest import IngestProgress

async def run():
    stop, said = asyncio.Event(), asyncio.Event()

    def ask():
        say(Invocation(), [line("stopping")])
        said.set()

    with BarProgress(sys.stderr) as show, stop_on_interrupt(stop, ask, show_cursor):
        show(IngestProgress(kind="scan_started", ts="now"))
        os.kill(os.getpid(), signal.SIGINT)
        await said.wait()
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.Event().wait()

asyncio.run(run())
"""


@pytest.fixture(scope="module")
def screen():
    """Give what a terminal is sent by a display that is interrupted twice."""
    shown, terminal = os.openpty()
    env = {**os.environ, "TERM": "xterm"}
    try:
        command = [sys.executable, "-c", LIVE]
        subprocess.run(command, stderr=terminal, env=env, timeout=20, check=False)
        return os.read(shown, 100_000).decode()
    finally:
        os.close(terminal)
        os.close(shown)


def test_terminal_gets_its_cursor_back_when_the_process_ends_at_once(screen):
    assert screen.rindex("\x1b[?25h") > screen.rindex("\x1b[?25l")


def test_what_is_said_during_a_live_display_stands_on_a_line_of_its_own(screen):
    assert "\x1b[2Kstopping\r\n" in screen
