"""A page or an image as a worker draws it for a model to look at: small, and in one format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kebab.wire.place import Box


@dataclass(frozen=True, slots=True)
class Picture:
    """`data` is a file of `media_type`, `width` by `height`; the page or image itself, upright,
    has `full_width` by `full_height` pixels.
    """

    data: bytes = field(repr=False)
    media_type: str
    width: int
    height: int
    full_width: int
    full_height: int

    @property
    def whole(self) -> Box:
        """Give the box around all of the page or image."""
        return 0, 0, self.full_width, self.full_height

    def to_fields(self) -> dict[str, Any]:
        """Flatten for the pipe."""
        return {
            "data": self.data,
            "media_type": self.media_type,
            "width": self.width,
            "height": self.height,
            "full_width": self.full_width,
            "full_height": self.full_height,
        }

    @staticmethod
    def from_fields(fields: Mapping[str, Any]) -> Picture:
        """Rebuild from the pipe."""
        return Picture(**fields)
