"""What every object of wire v1 has in common."""

from __future__ import annotations

import json

from pydantic import BaseModel, ConfigDict
from pydantic_core import PydanticSerializationError

from kebab.wire.surrogates import scrub


class WireObject(BaseModel):
    """A value that leaves the process. Frozen; readers must ignore fields they do not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def to_json(value: BaseModel) -> str:
    """Render the one JSON text that the CLI prints and the MCP tool returns.

    Fields that are absent (None and not set) are left out, so that v1 can grow.
    """
    try:
        return value.model_dump_json(exclude_unset=True)
    except PydanticSerializationError:
        fields = scrub(value.model_dump(exclude_unset=True))
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
