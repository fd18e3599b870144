"""How much memory this process holds, and giving back what it no longer uses."""

from __future__ import annotations

import ctypes
import gc
import os
import sys


def resident_bytes() -> int:
    """Return the memory that this process holds."""
    if sys.platform == "linux":  # a tenth of what psutil takes, after every call
        return _statm_bytes(1)
    import psutil  # noqa: PLC0415 - as above

    return int(psutil.Process().memory_info().rss)


def address_bytes() -> int:
    """Return how much address space this process has taken. Only Linux tells."""
    return _statm_bytes(0)


def _statm_bytes(field: int) -> int:
    file = os.open("/proc/self/statm", os.O_RDONLY)  # a third of `open`, after every call
    try:
        return int(os.read(file, _STATM_BYTES).split()[field]) * _PAGE_BYTES
    finally:
        os.close(file)


def give_back() -> None:
    """Return freed memory to the system, where the C library keeps it otherwise."""
    gc.collect()
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)


def cap_address_space(megabytes: int) -> None:
    """Let this process have no more; 0 sets no cap. Only Linux keeps such a limit."""
    if sys.platform != "linux" or not megabytes:
        return
    import resource  # noqa: PLC0415 - not every system has it

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = megabytes * 2**20
    soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


_STATM_BYTES = 200
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if sys.platform == "linux" else 0
