"""Measuring sentences with the help of workers."""

import asyncio
from array import array

import pytest

from kebab.answer.measure import Measure, Words, cosine, literal
from kebab.errors import EmbedderUnavailableError, WorkerLostError
from kebab.pool.protocol import ShardReply


class Pool:
    size = 2

    def __init__(self, error=None):
        self.error = error
        self.calls = []

    async def call(self, method, params, *, timeout_s, lane=None, worker=None):
        self.calls.append((method, worker, params))
        if method == "cover":
            return {"masses": [[1.0]], "held": [[[0], []]]}
        if self.error:
            raise self.error
        vectors = array("f", [value for text in params["texts"] for value in (len(text), 0.0)])
        return {"vectors": vectors.tobytes(), "dimensions": 2}

    async def scatter(self, method, params, *, timeout_s, lane=None):
        self.calls.append((method, None, params))
        lost = ShardReply(1, (1,), None, WorkerLostError("gone"))
        return [ShardReply(0, (0,), {"documents": 3, "terms": {"a": 1}, "behind": []}, None), lost]


def meaning(pool, texts, *, is_embedding=True):
    measure = Measure(pool, is_embedding=is_embedding, timeout_s=1.0)
    return measure, asyncio.run(measure.meaning(texts))


def test_each_text_gets_its_own_vector_whoever_makes_it():
    pool = Pool()
    texts = ["x" * n for n in range(1, 21)]

    _, vectors = meaning(pool, texts)

    assert [vectors[text][0] for text in texts] == [float(n) for n in range(1, 21)]
    assert {worker for _, worker, _ in pool.calls} == {0, 1}


def test_few_texts_wake_one_worker_only():
    pool = Pool()

    meaning(pool, ["a", "b", "a"])

    assert [(worker, params["texts"]) for _, worker, params in pool.calls] == [(0, ["a", "b"])]


def test_what_was_embedded_is_not_embedded_again():
    pool = Pool()
    measure, _ = meaning(pool, ["a", "b"])

    again = asyncio.run(measure.meaning(["b", "ccc"]))

    assert [again[text][0] for text in ("b", "ccc")] == [1.0, 3.0]
    assert pool.calls[-1][2]["texts"] == ["ccc"]


@pytest.mark.parametrize("error", [EmbedderUnavailableError("no model"), WorkerLostError("gone")])
def test_without_vectors_words_still_tell(error):
    measure, vectors = meaning(Pool(error), ["a"])

    assert vectors is None
    (words,) = asyncio.run(measure.words([("q", ["t", "u"])]))
    assert [words.covered(0), words.covered(1)] == [1.0, 0.0]


def test_no_embedder_is_never_asked():
    pool = Pool()

    assert meaning(pool, ["a"], is_embedding=False)[1] is None
    assert pool.calls == []


def test_a_sentence_is_looked_up_as_it_stands():
    assert literal('-not "a phrase" but-this --flag').split() == [
        "not",
        "a",
        "phrase",
        "but-this",
        "flag",
    ]


def test_cosine_of_unit_vectors():
    assert cosine(array("f", [1.0, 0.0]), array("f", [0.6, 0.8])) == pytest.approx(0.6)


def test_a_word_that_every_text_holds_does_not_say_which_is_the_best():
    held = (frozenset({0}), frozenset({0, 1}), frozenset({0}))

    words = Words((0.7, 0.3), held).where_they_tell_apart(3)

    assert words.masses[1] > words.masses[0]
    assert sum(words.masses) == pytest.approx(1.0)
    assert Words((), ()).where_they_tell_apart(0).masses == ()
