"""What an answer needs of a language model: count, stream, and stop when it is no longer wanted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from kebab.wire.picture import Picture

StopReason = Literal["stop", "length"]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of what the model reads. Only a PictureModel is shown `pictures`."""

    role: Literal["system", "user", "assistant"]
    content: str
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the model chooses its words, and how many of them it may write."""

    max_tokens: int
    temperature: float
    seed: int


@dataclass(frozen=True, slots=True)
class Delta:
    """The next piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of an answer: what it cost, where the server tells, and whether it was cut."""

    prompt_tokens: int | None
    completion_tokens: int | None
    reason: StopReason


@runtime_checkable
class LanguageModel(Protocol):
    """A language model, whoever runs it.

    Errors are those of kebab/errors.py: ModelUnreachableError, ModelNotPulledError,
    CallTimeoutError, StreamAbortedError once the answer has begun, else ProviderError.
    """

    id: str
    provider: str
    context_tokens: int

    async def count_tokens(self, text: str) -> int:
        """Count as the model does where its server can tell, else estimate; never fail."""
        ...

    def stream(
        self, messages: Sequence[Message], sampling: Sampling
    ) -> AsyncIterator[Delta | Finished]:
        """Give the answer piece by piece and `Finished` last.

        It is an async generator: closing it, or cancelling the task that waits for it, closes the
        connection, which stops the model.
        """
        ...

    async def aclose(self) -> None:
        """Let go of the connections. A model that was closed is not used again."""
        ...


@runtime_checkable
class PictureModel(LanguageModel, Protocol):
    """A language model whose server has a way to be given pictures."""

    async def check_pictures(self) -> None:
        """Raise what keeps it from being shown pictures now, as far as that is known unasked."""
        ...


@dataclass(frozen=True, slots=True)
class Sampled:
    """What an MCP client's model answered; `model` is the name it gave."""

    text: str
    model: str
    reason: StopReason


class Sampler(Protocol):
    """MCP sampling of one session. It raises errors of kebab/errors.py only."""

    async def __call__(self, messages: Sequence[Message], sampling: Sampling) -> Sampled:
        """Ask the client for one completion."""
        ...
