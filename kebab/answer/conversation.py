"""Goes on with a conversation: which one is meant, what was said in it, and keeping the next turn.

A conversation is a convenience: where it cannot be read or kept, the question is answered all the
same, and the answer says what was not kept.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass

from kebab.catalog.conversations import ConversationLimits, Conversations
from kebab.catalog.records import Turn
from kebab.errors import InvalidInputError, StoreError
from kebab.settings.model import Settings
from kebab.settings.paths import conversations_path
from kebab.wire.answer import Answer
from kebab.wire.instants import milliseconds_of

NEW = "new"
_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")


def kept_conversations(settings: Settings) -> Conversations:
    """Open nothing yet; name the file of a knowledge base, and its limits."""
    ask = settings.ask
    limits = ConversationLimits(ask.max_turns, ask.max_sessions, ask.max_age_days)
    return Conversations(conversations_path(settings.storage.data_dir), limits)


def choose_session(asked: str, new_id: Callable[[], str]) -> str:
    """Return the session that is meant, a new one for `new`, "" for none."""
    name = asked.strip()
    if not name:
        return ""
    if name == NEW:
        return new_id()
    if _NAME.fullmatch(name) is None:
        raise InvalidInputError(
            f"no session can have the id {name[:80]!r}",
            hint="give the session_id of an earlier answer, or 'new'; letters, digits and . _ -",
            details={"argument": "session_id", "given": name[:80]},
        )
    return name


@dataclass(slots=True)
class Conversation:
    """One session, for one question. What was kept is read even where nothing may be written."""

    session: str
    conversations: Conversations
    may_write: bool
    trouble: str = ""

    async def history(self, now_ms: int) -> list[Turn]:
        """Return the turns so far."""
        if not self.session:
            return []
        try:
            return await asyncio.to_thread(self.conversations.turns, self.session, now_ms)
        except StoreError as error:
            self.trouble = _reason(error)
            return []

    async def keep(self, answer: Answer) -> Answer:
        """Keep the turn; return the answer with its place in the conversation, or why it has none.

        What is kept of the question is its full form, which a next question may need.
        """
        if not self.session:
            return answer
        if not self.may_write:
            return _with_hint(answer, "the conversation was not kept: kebab is read-only")
        asked_at_ms = milliseconds_of(answer.created_at, "created_at")
        turn = Turn(answer.question, answer.answer, answer.grounded, asked_at_ms)
        quoted = [cited.doc_id for cited in answer.citations]
        try:
            number = await asyncio.to_thread(self.conversations.append, self.session, turn, quoted)
        except StoreError as error:
            return _with_hint(answer, f"the conversation was not kept: {_reason(error)}")
        answer = answer.model_copy(update={"session_id": self.session, "turn": number})
        if self.trouble:
            return _with_hint(answer, f"earlier turns could not be read: {self.trouble}")
        return answer


def _with_hint(answer: Answer, hint: str) -> Answer:
    told = f"{answer.hint}; {hint}" if answer.hint else hint
    return answer.model_copy(update={"hint": told})


def _reason(error: StoreError) -> str:
    """Say what SQLite said: the words of the error are about the catalog."""
    return str(error.details.get("reason") or error)
