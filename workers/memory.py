"""How much memory this process holds, and giving back what it no longer uses."""

from __future__ import annotations

import ctypes
import gc
import os
import sys


def resident_bytes() -> int:
    """Return the memory that this process holds."""
    if sys.platform == "linux":  # a tenth of what psutil takes, after every call
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - as above
            return int(file.read().split()[1]) * _PAGE_BYTES
    import psutil  # noqa: PLC0415 - as above

    return int(psutil.Process().memory_info().rss)


def give_back() -> None:
    """Return freed memory to the system, where the C library keeps it otherwise."""
    gc.collect()
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)


_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if sys.platform == "linux" else 0
