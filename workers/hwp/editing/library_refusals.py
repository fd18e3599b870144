"""What makes a readable document one that cannot be edited, by the codes of the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kebab.errors import KebabError, UnsupportedFormatError
from workers.hwp import refusal


def _encrypted(path: str, _why: str) -> KebabError:
    return refusal.encrypted(path, "encrypted")


def _distribution(path: str, _why: str) -> KebabError:
    return UnsupportedFormatError(
        f"{path} is locked for distribution: it can be read, and not edited or converted",
        hint="Ask its author for the editable document.",
        details={"path": path, "reason": "distribution"},
    )


def _not_in_hwp5(path: str, why: str) -> KebabError:
    return UnsupportedFormatError(
        f"{path} cannot be written as HWP 5: {why}",
        hint="Save it as .hwpx.",
        details={"path": path, "reason": "not_in_hwp5"},
    )


REFUSALS: Mapping[str, Callable[[str, str], KebabError]] = {
    "hwp5-password": _encrypted,
    "hwp5-drm": _encrypted,
    "hwp5-distribution": _distribution,
    "hwp5-damaged": refusal.damaged,
    "hwp5-not-hwp5": refusal.damaged,
    "hwp5-limit-exceeded": refusal.refused,
    "hwp5-write-unsupported": _not_in_hwp5,
}
