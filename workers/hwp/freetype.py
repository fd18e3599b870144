"""Loads a FreeType that has what rhwp's own copy lacks, before rhwp is imported.

The Linux wheels of rhwp-python 0.7.0 to 0.8.1 carry FreeType 2.8 and call functions of 2.10
(github.com/DanMeon/rhwp-python/issues/31). A newer one with global symbols makes them resolve.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

_NEEDED = "FT_Palette_Data_Get"


def preload_freetype() -> str | None:
    """Load the first FreeType that is new enough, and return its name; None where none is."""
    if sys.platform != "linux":
        return None
    for name in _candidates():
        try:
            library = ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
        except OSError:
            continue
        if hasattr(library, _NEEDED):
            return name
    return None


def _candidates() -> Iterator[str]:
    """Name the system's library, then the copies inside packages."""
    yield "libfreetype.so.6"
    for package, folder in (("freetype", "."), ("PIL", "../pillow.libs")):
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            continue
        if package == "PIL":
            _load_pillow()
        root = Path(spec.submodule_search_locations[0])
        yield from map(str, sorted((root / folder).glob("libfreetype*.so*")))


def _load_pillow() -> None:
    """Bring in the private libraries that Pillow's FreeType needs."""
    try:
        import PIL._imagingft  # noqa: F401, PLC0415 - only where the system has no FreeType
    except ImportError:
        return
