"""What a path glob means, for every engine and for lists: one regular expression for all."""

from __future__ import annotations

import re
import unicodedata

_WILD = {"**/": r"([^\x00]*/)?", "**": r"[^\x00]*", "*": "[^/]*", "?": "[^/]"}


def glob_pattern(glob: str) -> str:
    """Translate a glob into an expression for the whole path.

    `*` and `?` stay within a folder, `**` crosses folders: `docs/**` is everything below docs,
    `**/x.md` is x.md in any folder and at the top.
    """
    normal = re.sub(r"\*{3,}", "**", unicodedata.normalize("NFC", glob))
    pieces = re.findall(r"\*\*/|\*\*|\*|\?|[^*?]+", normal)
    return "".join(_WILD.get(piece) or _literal(piece) for piece in pieces)


def _literal(text: str) -> str:
    return re.sub(r"([\\.+*?()|\[\]{}^$#&\-~])", r"\\\1", text)
