"""Says what can be done about documents of a format that is not read. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from kebab.ingest.media import MEDIUM_BY_EXTENSION, SAVE_AS

_DOCUMENTS = [f".{name}" for name, media in MEDIUM_BY_EXTENSION.items() if media != "code"]


def hint_for(extension: str) -> str:
    """Say what to do with a file of this extension."""
    if better := SAVE_AS.get(extension):
        return f"save it as .{better} in the program that made it, then add that file"
    return f"save it as .txt if it is text; read are source code, and {', '.join(_DOCUMENTS)}"


def left_out(by_extension: Mapping[str, int]) -> list[str]:
    """Name the documents among the skipped files, so that nobody takes them for found."""
    documents = {name: number for name, number in by_extension.items() if name in SAVE_AS}
    if not documents:
        return []
    counts = ", ".join(f".{name} {number:,}" for name, number in documents.items())
    better = ", ".join(dict.fromkeys(f".{SAVE_AS[name]}" for name in documents))
    return [
        f"documents of a format that is not read were left out ({counts}): save them as {better}"
    ]
