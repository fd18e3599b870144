"""host_registration.v1: what a host is told of kebab, and what became of its file."""

from __future__ import annotations

from typing import Literal

from kebab.wire.wire_object import WireObject


class HostRegistration(WireObject):
    """What stands, or is to stand, in a host's file. `text` is left out once it was written.

    `backup` is the copy of the file as it was, where there was one and it changed.
    """

    schema_version: Literal["host_registration.v1"] = "host_registration.v1"
    host: str
    name: str
    path: str
    format: Literal["json", "toml"]
    status: Literal["shown", "written", "unchanged"]
    text: str | None = None
    backup: str | None = None
    notes: list[str]
