"""Any other embedding model, by name or from a folder: the only place that opens fastembed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import numpy as np
import numpy.typing as npt
from fastembed import TextEmbedding
from fastembed.common.model_description import DenseModelDescription, ModelSource, PoolingType
from fastembed.common.utils import define_cache_dir

from kebab.errors import EmbedderUnavailableError, ProviderError
from kebab.wire.worker import EmbeddingConfig
from workers.embed.embedder import Kind
from workers.embed.tokenizer import Tokenizer, load_tokenizer
from workers.embed.unit_vectors import to_unit_length

_MODEL_FILES = ("model.onnx", "onnx/model.onnx", "model_optimized.onnx", "model_quantized.onnx")


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A model that is on the disk, under the name by which fastembed knows it."""

    name: str
    folder: Path


class FastEmbedder:
    """One of fastembed's models, or a folder in the layout of sentence-transformers."""

    def __init__(self, config: EmbeddingConfig) -> None:
        self._config = config
        self._tokenizer: Tokenizer | None = None
        self._found = find_model(config)
        try:
            self._model = TextEmbedding(
                self._found.name,
                threads=config.threads,
                providers=["CPUExecutionProvider"],
                specific_model_path=str(self._found.folder),
                enable_cpu_mem_arena=False,
            )
        except Exception as cause:  # fastembed, tokenizers and onnxruntime have no common base
            raise _unavailable(f"{config.model!r} cannot be loaded: {cause}") from cause

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
        prefixed = [(prefix + text).encode("utf-8", "replace").decode("utf-8") for text in texts]
        try:
            vectors = list(self._model.embed(prefixed, batch_size=1))
        except Exception as cause:  # fastembed, tokenizers and onnxruntime have no common base
            raise ProviderError(
                f"the embedding model {self._config.model!r} failed: {cause}",
                hint="try again; if it keeps failing, run `kebab doctor`",
            ) from cause
        if vectors:
            _check_dimensions(self._config, len(vectors[0]))
        return to_unit_length(np.reshape(vectors, (-1, self.dimensions)), self._config.model)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text, without a prefix and the marks around an input."""
        if self._tokenizer is None:
            self._tokenizer = load_tokenizer(self._found.folder)
        return self._tokenizer.count(texts)


def find_model(config: EmbeddingConfig) -> FoundModel:
    """Find the model's folder, fetching it where it is not on the disk yet."""
    known = _known_models()
    description = known.get(config.model.lower())
    if description is not None:
        _check_dimensions(config, description.dim)
        folder = Path(config.folder) if config.folder else _fetch(description, config.cache_dir)
        return FoundModel(description.model, folder)
    if config.folder:
        return _register(config, Path(config.folder), known)
    names = [each.model for each in known.values()]
    close = get_close_matches(config.model.lower(), known, n=3, cutoff=0.4)
    raise EmbedderUnavailableError(
        f"fastembed has no model {config.model!r}",
        hint="set embedding.model to one of fastembed's models, to a folder with an ONNX model, "
        "or to '' for the embedded one",
        details={"close": [known[name].model for name in close], "known": sorted(names)},
        did_you_mean=known[close[0]].model if close else None,
    )


def _known_models() -> dict[str, DenseModelDescription]:
    descriptions = (
        DenseModelDescription(**{**fields, "sources": ModelSource(**fields["sources"])})
        for fields in TextEmbedding.list_supported_models()
    )
    return {each.model.lower(): each for each in descriptions}


def _fetch(description: DenseModelDescription, cache_dir: str) -> Path:
    """Give the model's folder in the cache, after one attempt to download it."""
    try:
        cache = define_cache_dir(cache_dir or None)
        return Path(TextEmbedding.download_model(description, str(cache), retries=1))
    except Exception as cause:  # huggingface_hub and the network under it have no common base
        raise _unavailable(
            f"{description.model!r} is not on this machine and cannot be downloaded: {cause}"
        ) from cause


def _register(
    config: EmbeddingConfig, folder: Path, known: dict[str, DenseModelDescription]
) -> FoundModel:
    """Make a folder known to fastembed under a name of its own, once for a process."""
    name = f"folder:{folder}"
    if name.lower() in known:
        return FoundModel(name, folder)
    model_file = next((file for file in _MODEL_FILES if (folder / file).is_file()), None)
    if model_file is None:
        raise _unavailable(f"{folder} holds none of {', '.join(_MODEL_FILES)}")
    TextEmbedding.add_custom_model(
        model=name,
        pooling=_pooling(folder),
        normalization=True,
        sources=ModelSource(url=folder.as_uri()),
        dim=config.dimensions,
        model_file=model_file,
    )
    return FoundModel(name, folder)


def _pooling(folder: Path) -> PoolingType:
    """Read what sentence-transformers wrote next to the model; the mean where it wrote nothing."""
    try:
        written = json.loads((folder / "1_Pooling" / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return PoolingType.MEAN
    if written.get("pooling_mode_cls_token"):
        return PoolingType.CLS
    if written.get("pooling_mode_lasttoken"):
        return PoolingType.LAST_TOKEN
    return PoolingType.MEAN


def _check_dimensions(config: EmbeddingConfig, produced: int) -> None:
    if produced != config.dimensions:
        raise EmbedderUnavailableError(
            f"{config.model!r} gives {produced} dimensions, "
            f"the settings ask for {config.dimensions}",
            hint=f"set embedding.dimensions = {produced} and run ingest again",
            details={"model_dimensions": produced, "configured_dimensions": config.dimensions},
        )


def _unavailable(what: str) -> EmbedderUnavailableError:
    return EmbedderUnavailableError(
        f"the embedding model {what}",
        hint="check the network and embedding.model, or set embedding.model = '' for the embedded "
        "one; search with mode 'lexical' works meanwhile",
    )
