"""Take the standard descriptors away before anything else can touch them. Stdlib only.

From then on descriptor 0 is empty, and 1 and 2 lead nowhere, later to the log file: what a library
prints, in this process or in a child, cannot get between the host and the server, and cannot stop
either where the host does not read its stderr.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple


class Descriptors(NamedTuple):
    """The private copies of stdin, stdout and stderr; no child process inherits them."""

    input: int
    output: int
    errors: int


def claim() -> Descriptors:
    """Move the three away. Call it once, first.

    Raises BrokenPipeError where stdout is closed.
    """
    closed = [number for number in range(3) if _open_where_closed(number)]
    if 1 in closed:
        raise BrokenPipeError("nobody can be answered: stdout is closed")
    claimed = Descriptors(os.dup(0), os.dup(1), os.dup(2))
    for descriptor in claimed:
        os.set_inheritable(descriptor, False)  # noqa: FBT003 - it has no name
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    os.close(nothing)
    return claimed


def _open_where_closed(number: int) -> bool:
    """Fill the place of a descriptor that the host closed: the next open file would take it."""
    try:
        os.fstat(number)
    except OSError:
        os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
        return True
    return False


def send_noise_to(log: Path) -> None:
    """Keep what is printed on 1 and 2 in a file; where that cannot be, it is dropped as before."""
    try:
        file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError:
        return
    for number in (1, 2):
        os.dup2(file, number)
    os.close(file)


def write_all(descriptor: int, data: bytes) -> None:
    """Write everything, waiting where the reader is slow. Raises OSError where it is gone."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
