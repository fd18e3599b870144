"""The errors of one language model server, in words that name it and never hold its key."""

from __future__ import annotations

from typing import Any

from kebab.errors import (
    CallTimeoutError,
    ModelNotPulledError,
    ModelUnreachableError,
    ProviderError,
    StreamAbortedError,
)

_LONGEST_WORDS = 300
_WITHOUT = '[llm] provider = "extractive" answers without a model'


class ServerErrors:
    """Words what went wrong with the server at `endpoint`, which the provider `source` asked."""

    def __init__(self, endpoint: str, *, source: str, secret: str = "") -> None:
        self.endpoint = endpoint.rstrip("/")
        self._source = source
        self._secret = secret

    def words(self, text: str) -> str:
        """Make what a server said fit to be repeated: one short line, without the key."""
        if self._secret:
            text = text.replace(self._secret, "***")
        text = " ".join(text.split())
        return text if len(text) <= _LONGEST_WORDS else f"{text[: _LONGEST_WORDS - 1]}…"

    def details(self, **more: Any) -> dict[str, Any]:
        """Give the facts: which server, asked by which provider."""
        return {"endpoint": self.endpoint, "source": self._source, **more}

    def unreachable(self, cause: BaseException | str, **more: Any) -> ModelUnreachableError:
        """Say that the server cannot be had now."""
        reason = self.words(str(cause)) or type(cause).__name__
        return ModelUnreachableError(
            f"no language model answers at {self.endpoint}: {reason}",
            hint=f"start the server or correct [llm] base_url; {_WITHOUT}",
            details=self.details(**more),
        )

    def not_pulled(self, model: str, hint: str) -> ModelNotPulledError:
        """Say that the server does not have the model."""
        return ModelNotPulledError(
            f"the server at {self.endpoint} does not have the model {model!r}",
            hint=hint,
            details=self.details(model=model),
        )

    def sees_nothing(self, model: str) -> ProviderError:
        """Say that the model takes no pictures."""
        return ProviderError(
            f"the model {model!r} at {self.endpoint} takes no pictures",
            hint="name one that does in [captions] model and [ocr] vision_model, such as gemma3:4b",
            details=self.details(model=model),
        )

    def refused(self, status: int, said: str, hint: str) -> ProviderError:
        """Say that the server did not accept the question."""
        return ProviderError(
            f"the model at {self.endpoint} refused with status {status}: {self.words(said)}",
            hint=hint,
            details=self.details(status=status),
        )

    def unusable(self, reason: str, hint: str) -> ProviderError:
        """Say that what answers there is not what the provider speaks with."""
        return ProviderError(
            f"{self.endpoint} {self.words(reason)}", hint=hint, details=self.details()
        )

    def aborted(self, reason: str) -> StreamAbortedError:
        """Say that an answer broke off."""
        return StreamAbortedError(
            f"the model's answer broke off: {self.words(reason)}",
            hint="ask again; if it happens again, look at the server's log",
            details=self.details(),
        )

    def silent(self, limit_s: float) -> CallTimeoutError:
        """Say that no token came in time."""
        return self._late("gave no token", "token_timeout_s", limit_s)

    def unfinished(self, limit_s: float) -> CallTimeoutError:
        """Say that the whole answer took too long."""
        return self._late("did not finish its answer", "timeout_s", limit_s)

    def _late(self, what: str, key: str, limit_s: float) -> CallTimeoutError:
        return CallTimeoutError(
            f"the model at {self.endpoint} {what} within {limit_s:g} s",
            hint=f"raise [llm] {key}, or use a smaller model",
            details=self.details(timeout_s=limit_s),
        )
