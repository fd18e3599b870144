"""The embedder without a model: deterministic, and near where spelling is near."""

from dataclasses import replace

import numpy as np
import pytest

from workers.embed.embedder import load_embedder


@pytest.fixture
def hashed(hashed_config):
    return load_embedder(hashed_config)


def test_every_text_gets_a_vector_of_length_one(hashed):
    vectors = hashed.embed(["", "a", "고양이", "x\ud800", "!?", "word " * 500], kind="passage")

    assert vectors.dtype == np.float32
    assert vectors.shape == (6, 256)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-6)


def test_no_texts_give_no_vectors(hashed):
    assert hashed.embed([], kind="passage").shape == (0, 256)


def test_the_same_text_always_gets_the_same_vector(hashed, hashed_config):
    again = load_embedder(hashed_config)

    assert np.array_equal(
        hashed.embed(["same text"], kind="query"), again.embed(["same text"], kind="query")
    )


def test_a_text_that_shares_words_is_nearer_than_one_that_does_not(hashed):
    question, near, far = hashed.embed(
        ["파드의 수명 주기", "파드는 수명 주기가 있다", "김치찌개 끓이는 법"], kind="query"
    )

    assert question @ near > question @ far + 0.2


def test_tokens_are_counted_as_for_the_embedded_model(hashed, embedded):
    texts = ["one two", "고양이가 앉았다"]

    assert hashed.count_tokens(texts) == embedded.count_tokens(texts)


def test_stored_vectors_stay_comparable_with_new_ones(hashed_config):
    bare = load_embedder(replace(hashed_config, query_prefix=""))

    assert bare.embed(["word"], kind="query")[0].nonzero()[0].tolist() == [
        7,
        17,
        30,
        36,
        58,
        135,
        159,
        191,
        202,
        247,
    ]
