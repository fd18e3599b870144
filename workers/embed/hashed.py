"""An embedder without a model: words and pieces of words hashed into buckets, the same everywhere.

For tests, and for machines on which no model may run. It sees spelling, not meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from zlib import crc32

import numpy as np
import numpy.typing as npt

from kebab.wire.worker import EmbeddingConfig
from workers.embed.embedder import Kind
from workers.embed.tokenizer import EMBEDDED_FOLDER, Tokenizer, load_tokenizer
from workers.embed.unit_vectors import to_unit_length

_WORD = re.compile(r"\w+")
_PIECE_LENGTHS = (2, 3)
_PIECE_WEIGHT = 0.5
_SIGN_BIT = 1 << 31


class HashedEmbedder:
    """Signed feature hashing (Weinberger et al. 2009) of words and of their pieces."""

    def __init__(self, config: EmbeddingConfig) -> None:
        self._config = config
        self._tokenizer: Tokenizer | None = None

    @property
    def identity(self) -> str:
        """Name the vector space."""
        return self._config.identity

    @property
    def dimensions(self) -> int:
        """Say how long a vector is."""
        return self._config.dimensions

    def embed(self, texts: Sequence[str], *, kind: Kind) -> npt.NDArray[np.float32]:
        """Give one row of length 1 for each text, an empty text included."""
        prefix = self._config.query_prefix if kind == "query" else self._config.passage_prefix
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float64)
        for row, text in zip(vectors, texts, strict=True):
            for feature, weight in _features(prefix + text):
                hashed = crc32(feature.encode("utf-8", "surrogatepass"))
                row[hashed % self.dimensions] += weight if hashed & _SIGN_BIT else -weight
        return to_unit_length(vectors, self._config.model)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count tokens as the embedded model does, so that chunks do not change with the model."""
        if self._tokenizer is None:
            self._tokenizer = load_tokenizer(EMBEDDED_FOLDER)
        return self._tokenizer.count(texts)


def _features(text: str) -> Iterator[tuple[str, float]]:
    """Give each word whole, and the runs of letters in it (which carry Korean and spelling)."""
    for word in _WORD.findall(text.casefold()):
        yield word, 1.0
        marked = f"<{word}>"
        for length in _PIECE_LENGTHS:
            for start in range(len(marked) - length + 1):
                yield marked[start : start + length], _PIECE_WEIGHT
