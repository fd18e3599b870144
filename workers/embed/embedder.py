"""What an embedder is, and which one the settings ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from kebab.errors import EmbedderUnavailableError
from kebab.wire.worker import EmbeddingConfig

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Kind = Literal["query", "passage"]


class Embedder(Protocol):
    """Turns texts into vectors.

    A text's vector depends on that text alone, never on the texts it is embedded with: an int8
    model scales by what is in the batch, so texts go through it one at a time.
    """

    @property
    def identity(self) -> str:
        """Name the vector space."""

    @property
    def dimensions(self) -> int:
        """Say how long a vector is."""

    def embed(self, texts: Sequence[str], *, kind: Kind) -> npt.NDArray[np.float32]:
        """Give one row of length 1 for each text, an empty text included."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text, without a prefix and the marks around an input."""


def load_embedder(config: EmbeddingConfig) -> Embedder:
    """Load the embedder that `config` names."""
    match config.provider:
        case "onnx":
            from workers.embed.onnx import OnnxEmbedder  # noqa: PLC0415 - onnxruntime

            return OnnxEmbedder(config)
        case "fastembed":
            from workers.embed.fastembed import FastEmbedder  # noqa: PLC0415 - takes a second

            return FastEmbedder(config)
        case "hashed":
            from workers.embed.hashed import HashedEmbedder  # noqa: PLC0415 - numpy

            return HashedEmbedder(config)
        case "none":
            raise EmbedderUnavailableError(
                "embedding is switched off (embedding.provider = 'none')",
                hint="search with mode 'lexical', or set embedding.provider and run ingest again",
            )
        case other:
            raise EmbedderUnavailableError(
                f"there is no embedding provider {other!r}",
                hint="set embedding.provider to 'fastembed', 'hashed' or 'none'",
            )


def load_token_counter(config: EmbeddingConfig) -> Callable[[Sequence[str]], list[int]]:
    """Load what counts tokens as the embedder does, without the model itself.

    A model that cannot be had is no reason not to find by words: the embedded model's tokenizer
    counts in its place, and the embedding itself says what is wrong.
    """
    from workers.embed.tokenizer import EMBEDDED_FOLDER, load_tokenizer  # noqa: PLC0415 - 60 MB

    match config.provider:
        case "onnx":
            return load_tokenizer(Path(config.folder)).count
        case "fastembed":
            from workers.embed.fastembed import find_model  # noqa: PLC0415 - takes a second

            try:
                return load_tokenizer(find_model(config).folder).count
            except EmbedderUnavailableError:
                return load_tokenizer(EMBEDDED_FOLDER).count
        case _:
            return load_tokenizer(EMBEDDED_FOLDER).count
