"""Reads the replies of the scripted model: a file of rules, of which the first match answers."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from kebab.answer.llm.protocol import Message, StopReason
from kebab.errors import KebabError, ProviderError


class Rule(BaseModel):
    """One reply, or several in turn, and what has to be asked for it. No condition always fits."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    contains: str = ""
    pattern: str = ""
    looked_for: Literal["user", "system", "any"] = Field(default="user", alias="in")
    reply: str | None = None
    replies: tuple[str, ...] = ()
    echo: bool = False
    piece_chars: int = Field(default=8, ge=1)
    abort_after: int | None = Field(default=None, ge=0)
    hang_after: int | None = Field(default=None, ge=0)
    error: str = ""
    reason: StopReason = "stop"

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        said = [self.reply is not None, bool(self.replies), self.echo, bool(self.error)]
        if sum(said) != 1:
            raise ValueError("a rule has one of reply, replies, echo and error")
        if self.error and self.error not in KebabError.by_code:
            raise ValueError(f"there is no error code {self.error!r}")
        re.compile(self.pattern)
        return self

    def fits(self, messages: Sequence[Message]) -> bool:
        """Tell whether the rule answers these messages."""
        text = self._searched(messages)
        return self.contains in text and re.search(self.pattern, text) is not None

    def answer(self, messages: Sequence[Message], turn: int) -> str:
        """Word the answer when the rule is used for the `turn`-th time, from 0."""
        if self.echo:
            return "\n".join(f"{one.role}: {words_of(one)}" for one in messages)
        if self.replies:
            return self.replies[min(turn, len(self.replies) - 1)]
        return self.reply or ""

    def _searched(self, messages: Sequence[Message]) -> str:
        if self.looked_for == "any":
            return "\n".join(words_of(one) for one in messages)
        texts = [words_of(one) for one in messages if one.role == self.looked_for]
        return texts[-1] if self.looked_for == "user" and texts else "\n".join(texts)


def words_of(message: Message) -> str:
    """Write a message down; of a picture, the medium and the size that it is shown in."""
    pictures = (f"[{one.media_type} {one.width}x{one.height}]" for one in message.pictures)
    return "\n".join((message.content, *pictures))


class Script(BaseModel):
    """The whole file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rules: tuple[Rule, ...]


def read_script(path: Path) -> Script:
    """Read and check a file of rules."""
    try:
        text = path.read_text("utf-8-sig")
        tree: Any = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
        return Script.model_validate(tree)
    except (OSError, ValueError, re.error) as cause:
        reason = _first_fault(cause) if isinstance(cause, ValidationError) else str(cause)
        raise ProviderError(
            f"the script {path} cannot be used: {reason}",
            hint="correct [llm] scripted_path or the file",
            details={"path": str(path), "source": "scripted"},
        ) from cause


def _first_fault(cause: ValidationError) -> str:
    fault = cause.errors(include_url=False)[0]
    return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
