"""Take the protocol's two descriptors away before anything else can touch them. Stdlib only.

From then on descriptor 1 is stderr and descriptor 0 is empty: what a library prints, and what a
child process reads or writes, cannot get between the host and the server.
"""

from __future__ import annotations

import os
from typing import NamedTuple


class Descriptors(NamedTuple):
    """The private copies of stdin and stdout; no child process inherits them."""

    input: int
    output: int


def claim() -> Descriptors:
    """Move stdin and stdout away. Call it once, first."""
    claimed = Descriptors(os.dup(0), os.dup(1))
    for descriptor in (claimed.input, claimed.output):
        os.set_inheritable(descriptor, False)  # noqa: FBT003 - it has no name
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return claimed


def write_all(descriptor: int, data: bytes) -> None:
    """Write everything, waiting where the reader is slow. Raises OSError where it is gone."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
