"""error.v1: the one form in which an error leaves the process."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from kebab.errors import KebabError
from kebab.wire.wire_object import WireObject


class ErrorObject(WireObject):
    """`code` is for machines, `message` for people, `hint` says the next step.

    The codes of this version are the examples; a reader treats one that it does not know as
    `generic`.
    """

    schema_version: Literal["error.v1"] = "error.v1"
    code: str = Field(examples=sorted(KebabError.by_code))
    message: str
    hint: str | None
    details: dict[str, Any]


def error_object(error: KebabError) -> ErrorObject:
    """Put an error into its wire form."""
    return ErrorObject(schema_version="error.v1", **error.to_fields())
