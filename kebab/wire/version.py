"""version.v1: which versions of everything native this kebab runs on."""

from __future__ import annotations

from typing import Literal

from kebab.wire.wire_object import WireObject


class VersionInfo(WireObject):
    """`packages` are the distributions with native code, and null for one that is missing."""

    schema_version: Literal["version.v1"] = "version.v1"
    kebab_version: str
    python: str
    implementation: str
    platform: str
    sqlite: str
    packages: dict[str, str | None]
