"""The embedded model: what it gives, and how it says that it cannot."""

from dataclasses import replace

import numpy as np
import pytest

from kebab.errors import EmbedderUnavailableError
from workers.embed.embedder import load_embedder
from workers.embed.tokenizer import EMBEDDED_FOLDER

TEXTS = ["The cat sat on the mat.", "고양이가 매트 위에 앉았다.", "", "x\ud800", "word " * 2000]


def test_every_text_gets_a_vector_of_length_one(embedded):
    vectors = embedded.embed(TEXTS, kind="passage")

    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-6)


def test_no_texts_give_no_vectors(embedded):
    assert embedded.embed([], kind="query").shape == (0, 384)


def test_a_vector_does_not_depend_on_the_other_texts(embedded):
    together = embedded.embed(TEXTS[:3], kind="passage")
    alone = np.vstack([embedded.embed([text], kind="passage") for text in TEXTS[:3]])

    assert np.array_equal(together, alone)


def test_questions_and_passages_get_their_own_prefix(embedded, embedded_config):
    bare = load_embedder(replace(embedded_config, query_prefix="", passage_prefix=""))

    as_query = embedded.embed(["cats"], kind="query")
    as_passage = embedded.embed(["cats"], kind="passage")

    assert np.array_equal(as_query, bare.embed(["query: cats"], kind="query"))
    assert np.array_equal(as_passage, bare.embed(["passage: cats"], kind="query"))


def test_a_question_is_nearest_to_its_answer_in_either_language(embedded):
    passages = embedded.embed(
        [
            "쿠버네티스 파드는 하나 이상의 컨테이너의 그룹이다.",
            "Declare the request body with a Pydantic model.",
            "김치찌개는 김치와 돼지고기로 끓인다.",
        ],
        kind="passage",
    )
    questions = embedded.embed(
        ["What is a Kubernetes pod?", "요청 본문은 어떻게 선언하나요?", "how to cook kimchi stew"],
        kind="query",
    )

    assert (questions @ passages.T).argmax(axis=1).tolist() == [0, 1, 2]


def test_tokens_are_counted_without_prefix_and_marks(embedded):
    assert embedded.count_tokens(["", "word", "word word"]) == [0, 1, 2]


def test_it_is_named_by_provider_model_and_dimensions(embedded):
    assert embedded.identity == "onnx:multilingual-e5-small:384"
    assert embedded.dimensions == 384


def test_other_dimensions_than_configured_are_refused_with_both_numbers(embedded_config):
    with pytest.raises(EmbedderUnavailableError, match=r"384 dimensions.*512") as raised:
        load_embedder(replace(embedded_config, dimensions=512))

    assert raised.value.details == {"model_dimensions": 384, "configured_dimensions": 512}


@pytest.mark.parametrize("content", [None, b"", b"not a model"])
def test_a_missing_or_damaged_model_is_an_unavailable_embedder(tmp_path, embedded_config, content):
    (tmp_path / "tokenizer.spm").symlink_to(EMBEDDED_FOLDER / "tokenizer.spm")
    if content is not None:
        (tmp_path / "model.onnx").write_bytes(content)

    with pytest.raises(EmbedderUnavailableError, match="embedding model"):
        load_embedder(replace(embedded_config, folder=str(tmp_path)))
