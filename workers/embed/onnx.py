"""The embedded model, run by onnxruntime directly: the only place that opens onnxruntime."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime

from kebab.errors import EmbedderUnavailableError, ProviderError
from kebab.wire.worker import EmbeddingConfig
from workers.embed.embedder import Kind
from workers.embed.tokenizer import load_tokenizer
from workers.embed.unit_vectors import to_unit_length


class OnnxEmbedder:
    """A folder with model.onnx and a tokenizer: mean of the last hidden states, length 1."""

    def __init__(self, config: EmbeddingConfig) -> None:
        self._config = config
        self._tokenizer = load_tokenizer(Path(config.folder))
        self._session = _open_session(Path(config.folder) / "model.onnx", config.threads)
        produced = self._session.get_outputs()[0].shape[-1]
        if produced != config.dimensions:
            raise EmbedderUnavailableError(
                f"the model in {config.folder} gives {produced} dimensions, "
                f"the settings ask for {config.dimensions}",
                hint=f"set embedding.dimensions = {produced} and run ingest again",
                details={"model_dimensions": produced, "configured_dimensions": config.dimensions},
            )

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
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        for index, text in enumerate(texts):
            ids = self._tokenizer.encode(prefix + text, self._config.max_tokens)
            vectors[index] = self._last_states(ids).mean(axis=0)
        return to_unit_length(vectors, self._config.model)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text, without a prefix and the marks around an input."""
        return self._tokenizer.count(texts)

    def _last_states(self, ids: list[int]) -> npt.NDArray[np.float32]:
        """Run the model over one input: no padding, so the mean needs no mask."""
        tokens = np.array([ids], dtype=np.int64)
        inputs = {"input_ids": tokens, "attention_mask": np.ones_like(tokens)}
        try:
            states: npt.NDArray[np.float32] = self._session.run(None, inputs)[0][0]
        except Exception as cause:  # onnxruntime's errors have no common base
            raise ProviderError(
                f"the embedding model {self._config.model!r} failed: {cause}",
                hint="try again; if it keeps failing, run `kebab doctor`",
            ) from cause
        return states


def _open_session(path: Path, threads: int) -> Any:
    """Load the model so that it takes little memory and no processor time between calls.

    Without the arena a run's buffers go back to the system: as fast, and 1 GB less after long
    inputs. A thread that spins between calls would take a core from the other workers.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if not path.is_file():
        raise EmbedderUnavailableError(
            f"there is no embedding model at {path}",
            hint="install kebab again, or set embedding.model",
        )
    try:
        return onnxruntime.InferenceSession(
            str(path), sess_options=options, providers=["CPUExecutionProvider"]
        )
    except Exception as cause:  # onnxruntime's errors have no common base
        raise EmbedderUnavailableError(
            f"the embedding model {path} cannot be loaded: {cause}",
            hint="install kebab again, or set embedding.model",
        ) from cause
