"""Turns what a worker says of its HWP library and its fonts into checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kebab.wire.doctor import Check

_NO_FREETYPE = "no FreeType of 2.10 or newer is found"


def hwp_checks(health: Mapping[str, Any]) -> list[Check]:
    """Judge the answer to the operation `health`.

    A library that does not load is a failure. A missing font is none: everything but pictures of
    pages works without it, so that the check holds and its hint says what to install.
    """
    freetype = health["freetype"]
    where = f"FreeType: {freetype}" if freetype else _NO_FREETYPE
    if health["error"] is not None:
        detail = f"{health['error']}; {where}"
        return [Check(name="hwp", ok=False, detail=detail, hint=health["hint"] or None)]
    loaded = Check(name="hwp", ok=True, detail=f"rhwp {health['rhwp_version']} loads; {where}")
    if health["lacking"]:
        detail = f"degraded: {health['lacking']}"
        return [loaded, Check(name="hwp_fonts", ok=True, detail=detail, hint=health["remedy"])]
    detail = "Hangul shows in pictures of pages"
    return [loaded, Check(name="hwp_fonts", ok=True, detail=detail)]
