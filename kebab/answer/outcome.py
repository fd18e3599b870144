"""What a way of answering comes to: an answer that holds, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kebab.wire.answer import AnswerCitation, RefusalReason


@dataclass(frozen=True, slots=True)
class Given:
    """An answer, and what it cites."""

    text: str
    citations: Sequence[AnswerCitation]


@dataclass(frozen=True, slots=True)
class Refused:
    """No answer."""

    reason: RefusalReason


Outcome = Given | Refused
