"""The configurations that the tests of the embedders start from."""

from dataclasses import replace

import pytest

from kebab.wire.worker import EmbeddingConfig
from workers.embed.embedder import load_embedder
from workers.embed.tokenizer import EMBEDDED_FOLDER


@pytest.fixture(scope="session")
def embedded_config():
    return EmbeddingConfig(
        provider="onnx",
        model="multilingual-e5-small",
        folder=str(EMBEDDED_FOLDER),
        dimensions=384,
        query_prefix="query: ",
        passage_prefix="passage: ",
        max_tokens=512,
        threads=1,
    )


@pytest.fixture(scope="session")
def hashed_config(embedded_config):
    return replace(embedded_config, provider="hashed", model="hashed", folder="", dimensions=256)


@pytest.fixture(scope="session")
def embedded(embedded_config):
    return load_embedder(embedded_config)
