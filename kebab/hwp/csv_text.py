"""Decodes tables that people keep as CSV. Pure."""

from __future__ import annotations


def decoded(data: bytes) -> str:
    """Read UTF-8, or what Excel writes in Korea. Raises UnicodeDecodeError, of UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            return data.decode("cp949")
        except UnicodeDecodeError:
            pass
        raise
