"""What a path must not be on Windows: a device, a stream, another machine's file. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PureWindowsPath

_RESERVED = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])"
    r"\s*(\..*)?$",
    re.IGNORECASE,
)


def windows_problem(path: PureWindowsPath, roots: Iterable[PureWindowsPath]) -> str | None:
    r"""Say what speaks against a path before anything is asked of the disk.

    Only to look at `\\machine\share` makes Windows sign in there, so it has to be below a root.
    """
    if path.drive.startswith("\\\\"):
        is_device = path.drive[2:3] in {".", "?"}
        if is_device or not any(path.is_relative_to(root) for root in roots):
            return "it names a device or a file of another machine"
    for part in path.parts[1:]:
        if ":" in part:
            return "it names a stream of a file"
        if _RESERVED.match(part.strip()):
            return f"{part} is the name of a device"
        if part not in {".", ".."} and part != part.rstrip(". "):
            return f"{part!r} ends with a dot or a blank, which Windows leaves out"
    return None
