"""A stderr that never blocks."""

from __future__ import annotations

import os

from kebab.mcp.quiet_stderr import QuietStderr


def test_what_fits_is_written_and_the_rest_is_dropped_without_waiting():
    read, write = os.pipe()
    stream = QuietStderr(write)

    assert stream.write("x" * 1_000_000) == 1_000_000
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        assert 0 < len(pipe.read()) < 1_000_000


def test_a_closed_descriptor_and_a_lone_surrogate_do_no_harm():
    read, write = os.pipe()
    os.close(read)
    stream = QuietStderr(write)
    stream.write("odd \udcff")
    os.close(write)

    assert stream.write("late") == 4
