"""Tells whoever listens how an answer comes along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from kebab.wire.answer import Answer, AnswerEvent
from kebab.wire.instants import rfc3339
from kebab.wire.search import SearchHit

OnEvent = Callable[[AnswerEvent], None]
Stage = Literal[
    "rewriting", "searching", "decomposing", "reading", "quoting", "writing", "checking"
]


def ignore(_event: AnswerEvent) -> None:
    """Listen to nothing."""


class Events:
    """Sends the events of one answer: stages and tokens as they come, `final` last."""

    def __init__(self, on_event: OnEvent, now_ms: Callable[[], int]) -> None:
        self._on_event = on_event
        self._now_ms = now_ms

    def stage(self, name: Stage) -> None:
        """Say what is being done."""
        self._send("stage", stage=name)

    def retrieval_done(self, hits: Sequence[SearchHit]) -> None:
        """Show what the answer will be made from."""
        self._send("retrieval_done", hits=list(hits))

    def token(self, text: str) -> None:
        """Pass on the next piece of the answer."""
        if text:
            self._send("token", delta=text)

    def final(self, answer: Answer) -> None:
        """End with the whole answer, which alone counts."""
        self._send("final", answer=answer)

    def _send(
        self, kind: Literal["retrieval_done", "stage", "token", "final"], **fields: Any
    ) -> None:
        self._on_event(
            AnswerEvent(
                schema_version="answer_event.v1", kind=kind, ts=rfc3339(self._now_ms()), **fields
            )
        )
