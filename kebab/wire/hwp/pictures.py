"""Pages and pictures of an HWP document. The picture itself comes beside the text."""

from __future__ import annotations

from typing import Literal

from kebab.wire.hwp.envelope import Fonts, HwpObject
from kebab.wire.wire_object import WireObject


class HwpPage(HwpObject):
    """One page, laid out. `width` and `height` are in pixels for png, in points for svg."""

    schema_version: Literal["hwp_page.v1"] = "hwp_page.v1"
    page: int
    pages: int
    format: Literal["png", "svg"]
    width: int
    height: int
    bytes: int
    fonts: Fonts
    output: str | None = None


class HwpThumbnail(HwpObject):
    """The preview that the word processor left in the file; `present` is False where none is."""

    schema_version: Literal["hwp_thumbnail.v1"] = "hwp_thumbnail.v1"
    present: bool
    mime: str | None = None
    width: int | None = None
    height: int | None = None
    bytes: int | None = None
    output: str | None = None


class HwpWrittenFile(WireObject):
    """One file of an export; `page` where it is that of a page."""

    path: str
    bytes: int
    page: int | None = None


class HwpFiles(HwpObject):
    """The files that an export wrote."""

    schema_version: Literal["hwp_files.v1"] = "hwp_files.v1"
    files: list[HwpWrittenFile]
    pages: int
