"""Tokenizers, the only place that opens sentencepiece and tokenizers: texts to ids, and counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import kebab
from kebab.errors import EmbedderUnavailableError

EMBEDDED_FOLDER = Path(kebab.__file__).parent / "models" / "multilingual-e5-small"


class Tokenizer(Protocol):
    """Turns texts into the ids that a model was trained on."""

    def encode(self, text: str, limit: int) -> list[int]:
        """Give at most `limit` ids, the marks around an input included."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text, without the marks around an input."""


def load_tokenizer(folder: Path) -> Tokenizer:
    """Load tokenizer.spm where there is one (small and quick), else tokenizer.json."""
    small, large = folder / "tokenizer.spm", folder / "tokenizer.json"
    if small.is_file():
        return SentencePieceTokenizer(small)
    if large.is_file():
        return JsonTokenizer(large)
    raise EmbedderUnavailableError(
        f"there is no tokenizer.spm or tokenizer.json in {folder}",
        hint="check embedding.model; where it is empty, install kebab again",
    )


class SentencePieceTokenizer:
    """A SentencePiece model. Special tokens are literal text, so that no text can forge one."""

    def __init__(self, path: Path) -> None:
        import sentencepiece  # noqa: PLC0415 - not every worker needs it

        try:
            self._processor = sentencepiece.SentencePieceProcessor(model_proto=path.read_bytes())
        except (OSError, RuntimeError) as cause:
            raise _unusable(path) from cause
        self._start, self._end = self._processor.bos_id(), self._processor.eos_id()

    def encode(self, text: str, limit: int) -> list[int]:
        """Give at most `limit` ids, the marks around an input included."""
        ids: list[int] = self._processor.encode(_well_formed(text))
        return [self._start, *ids[: limit - 2], self._end]

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text, without the marks around an input."""
        return [len(self._processor.encode(_well_formed(text))) for text in texts]


class JsonTokenizer:
    """A tokenizer.json as Hugging Face's models carry it."""

    def __init__(self, path: Path) -> None:
        import tokenizers  # noqa: PLC0415 - not every worker needs it

        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(path))
        except Exception as cause:  # tokenizers raises a bare Exception
            raise _unusable(path) from cause
        self._tokenizer.no_padding()

    def encode(self, text: str, limit: int) -> list[int]:
        """Give at most `limit` ids, the marks around an input included."""
        self._tokenizer.enable_truncation(limit)
        return self._tokenizer.encode(_well_formed(text)).ids

    def count(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text, without the marks around an input."""
        self._tokenizer.no_truncation()
        cleaned = [_well_formed(text) for text in texts]
        encodings = self._tokenizer.encode_batch(cleaned, add_special_tokens=False)
        return [len(encoding.ids) for encoding in encodings]


def _well_formed(text: str) -> str:
    """Replace lone surrogates: neither library takes a text that has no UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _unusable(path: Path) -> EmbedderUnavailableError:
    return EmbedderUnavailableError(
        f"the tokenizer {path} cannot be loaded",
        hint="check embedding.model; where it is empty, install kebab again",
    )
