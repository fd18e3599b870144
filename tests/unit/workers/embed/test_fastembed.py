"""Other models by name or folder: found, refused with a way out, and equal to the embedded path."""

from dataclasses import replace

import numpy as np
import pytest

from kebab.errors import EmbedderUnavailableError
from workers.embed.embedder import load_embedder


@pytest.fixture
def named(embedded_config):
    return replace(embedded_config, provider="fastembed", model="BAAI/bge-small-en-v1.5", folder="")


@pytest.fixture
def in_folder(embedded_config):
    return replace(embedded_config, provider="fastembed", model=embedded_config.folder)


def test_the_embedded_model_is_the_same_through_fastembed(embedded, in_folder):
    texts = [
        "The cat sat on the mat.",
        "고양이가 매트 위에 앉았다.",
        "",
        "def f(): pass",
        "x\ud800",
    ]

    through = load_embedder(in_folder)
    vectors = through.embed(texts, kind="passage")

    assert vectors.shape == (5, 384)
    assert (vectors * embedded.embed(texts, kind="passage")).sum(axis=1).min() > 0.9999
    assert through.count_tokens(texts) == embedded.count_tokens(texts)
    assert through.embed([], kind="query").shape == (0, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-6)


def test_an_unknown_name_is_refused_with_the_nearest_ones(named):
    with pytest.raises(EmbedderUnavailableError, match="bge-smal-en") as raised:
        load_embedder(replace(named, model="bge-smal-en"))

    assert raised.value.details["did_you_mean"].startswith("BAAI/bge-small-en")
    assert "BAAI/bge-small-en-v1.5" in raised.value.details["known"]


def test_a_model_that_cannot_be_downloaded_leaves_a_way_out(named, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")

    with pytest.raises(EmbedderUnavailableError, match="cannot be downloaded") as raised:
        load_embedder(replace(named, cache_dir=str(tmp_path)))

    assert "embedding.model = ''" in raised.value.hint


def test_other_dimensions_than_configured_are_refused_before_the_download(named):
    with pytest.raises(EmbedderUnavailableError, match=r"384 dimensions.*768"):
        load_embedder(replace(named, dimensions=768))


def test_a_folder_of_other_dimensions_is_refused(in_folder):
    other = load_embedder(replace(in_folder, dimensions=256))

    with pytest.raises(EmbedderUnavailableError, match=r"384 dimensions.*256"):
        other.embed(["text"], kind="query")


def test_a_folder_without_a_model_is_refused(in_folder, tmp_path):
    with pytest.raises(EmbedderUnavailableError, match="holds none of"):
        load_embedder(replace(in_folder, model=str(tmp_path), folder=str(tmp_path)))


def test_a_folder_whose_model_is_damaged_is_refused(in_folder, tmp_path):
    (tmp_path / "model.onnx").write_bytes(b"not a model")

    with pytest.raises(EmbedderUnavailableError, match="cannot be loaded"):
        load_embedder(replace(in_folder, model=str(tmp_path), folder=str(tmp_path)))
