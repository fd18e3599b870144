"""Takes what may be a secret out of settings that are shown. Pure."""

from __future__ import annotations

import re

MASK = "***"
_IN_ADDRESS = re.compile(r"(?<=://)[^/?#@\s]*@")
_SECRET_KEY = re.compile(r"(^|[._])(api_?key|token|passwords?|secret)$")


def masked(key: str, text: str) -> str:
    """Return what of a setting may be shown: not the user of an address, and no key or token."""
    if text and _SECRET_KEY.search(key):
        return MASK
    return _IN_ADDRESS.sub(f"{MASK}@", text)
