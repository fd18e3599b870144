"""Guess which medium a text without a file is. Pure."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

TextMedium: TypeAlias = Literal["markdown", "html", "text"]
_LOOKED_AT_BYTES = 1024
# Atomic: many comments must not be tried in every combination.
_HTML = re.compile(
    rb"(?><\?xml[^>]*>|<!--.*?-->|\s)*+<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)


def guess_medium(content: bytes, source_uri: str | None = None) -> TextMedium:
    """Take for HTML what begins like a page, for plain text what comes from a .txt, else Markdown.

    The origin does not decide upon HTML: what comes from a page is often Markdown already.
    """
    if _HTML.match(content[:_LOOKED_AT_BYTES].removeprefix(b"\xef\xbb\xbf")):
        return "html"
    return "text" if _path_of(source_uri or "").endswith(".txt") else "markdown"


def _path_of(uri: str) -> str:
    try:
        return urlsplit(uri).path.lower()
    except ValueError:
        return uri.lower()
