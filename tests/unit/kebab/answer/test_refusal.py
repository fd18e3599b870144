"""Whether the corpus answers a question at all."""

from dataclasses import replace

import pytest

from kebab.answer.refusal import (
    LINES,
    Signals,
    Situation,
    answerability,
    is_across,
    operating_point,
    situations_of,
    terms_of,
    unknown_names,
)
from kebab.wire.search import Citation, Retrieval, SearchHit, SearchResponse

MODEL = "onnx:multilingual-e5-small:384"
# Figures of a real base: the documentation of Kubernetes and FastAPI.
ANSWERED = Signals(
    query="How do I roll back a deployment to an earlier revision?",
    mode="hybrid",
    best_cosine=0.905,
    cosine_floor=0.849,
    best_coverage=0.93,
    best_match=2.3,
    langs=frozenset({"en"}),
)
STRANGE = Signals(
    query="What is the maximum size of a DynamoDB item?",
    mode="hybrid",
    best_cosine=0.853,
    cosine_floor=0.834,
    best_coverage=0.38,
    best_match=0.5,
    unknown_words=("dynamodb",),
    langs=frozenset({"en"}),
)
IN_KOREAN = replace(STRANGE, query="시크릿을 암호화하는 방법", best_coverage=0.0, best_match=0.0)


def is_refused(signals):
    return answerability(signals) < operating_point(signals)


def only_words(signals):
    return replace(signals, mode="lexical", best_cosine=None, cosine_floor=None)


def only_meaning(signals):
    return replace(signals, mode="vector", best_coverage=None, best_match=None, unknown_words=())


@pytest.mark.parametrize("of", [lambda it: it, only_words, only_meaning])
def test_what_the_corpus_answers_passes_in_every_mode_and_what_it_does_not_is_refused(of):
    assert not is_refused(of(ANSWERED))
    assert is_refused(of(STRANGE))


def test_the_estimate_is_a_chance():
    for signals in (ANSWERED, STRANGE, IN_KOREAN, only_words(STRANGE), only_meaning(ANSWERED)):
        assert 0 < answerability(signals) < 1
        assert 0 < operating_point(signals) < 1


@pytest.mark.parametrize(
    ("signal", "worse"),
    [("best_cosine", 0.85), ("cosine_floor", 0.89), ("best_coverage", 0.2), ("best_match", 0.3)],
)
def test_every_signal_that_is_worse_lowers_the_estimate(signal, worse):
    assert answerability(replace(ANSWERED, **{signal: worse})) < answerability(ANSWERED)


def test_a_name_that_no_document_holds_lowers_the_estimate():
    known = replace(STRANGE, unknown_words=())

    assert answerability(STRANGE) < answerability(known)


def test_the_words_count_for_little_where_all_that_is_found_is_in_another_language():
    across = replace(IN_KOREAN, best_cosine=0.9, cosine_floor=0.84, langs=frozenset({"en"}))
    same = replace(across, langs=frozenset({"en", "ko"}))

    assert situations_of(across) == (Situation.ACROSS,)
    assert situations_of(same) == (Situation.BOTH,)
    assert not is_refused(across)
    assert answerability(across) > answerability(same)


@pytest.mark.parametrize(
    ("query", "langs", "expected"),
    [
        ("how do pods restart", {"en"}, False),
        ("how do pods restart", {"ko"}, True),
        ("how do pods restart", {"ko", "en"}, False),
        ("wie startet ein Pod neu", {"en"}, False),
        ("파드는 어떻게 재시작하나요", {"en"}, True),
        ("파드는 어떻게 재시작하나요", {"ko", "en"}, False),
        ("파드는 어떻게 재시작하나요", {"und"}, False),
        ("how do pods restart", set(), False),
    ],
)
def test_another_language_is_one_of_another_script(query, langs, expected):
    assert is_across(replace(ANSWERED, query=query, langs=frozenset(langs))) is expected


@pytest.mark.parametrize(
    ("query", "unknown", "count"),
    [
        ("How do I write a Terraform module?", ("terraform",), 1),
        ("Terraform modules", ("terraform",), 0),
        ("is useEffect like useState", ("useeffect", "usestate"), 2),
        ("useEffect", ("useeffect",), 1),
        ("how do i instal kubeclt", ("instal", "kubeclt"), 0),
        ("How do I use it? Explain slowly.", ("explain", "slowly"), 0),
        ("slowapi로 요청을 제한하려면", ("slowapi",), 1),
        ("테라폼 모듈", ("테라폼",), 0),
        ("How do I use Redis?", (), 0),
    ],
)
def test_names_are_told_from_words_that_are_only_unknown(query, unknown, count):
    assert unknown_names(replace(ANSWERED, query=query, unknown_words=unknown)) == count


def test_words_may_speak_for_an_answer_that_has_no_vector_yet():
    far = replace(ANSWERED, best_cosine=0.83, cosine_floor=0.81)

    assert is_refused(replace(far, best_coverage=0.6, best_match=1.0))
    assert not is_refused(replace(far, vector_coverage=0.3))


def test_of_another_model_only_the_words_are_judged():
    other = {"best_cosine": 0.5, "cosine_floor": 0.3, "is_fitted": False}

    assert not is_refused(replace(ANSWERED, **other))
    assert is_refused(replace(STRANGE, **other))
    assert not is_refused(only_meaning(replace(STRANGE, **other)))


@pytest.mark.parametrize("situation", Situation)
def test_every_line_has_a_weight_for_each_of_its_terms(situation):
    line = LINES[situation]

    assert len(terms_of(ANSWERED, situation)) == len(line.weights)
    assert 0 < line.gate < 1


def hit(rank, lang):
    return SearchHit(
        rank=rank, score=1.0, score_kind="convex", chunk_id=f"c{rank}", doc_id="d", doc_path="a.md",
        title="A", heading_path=[], snippet="", media="markdown", lang=lang, source_id="default",
        trust_level="primary", indexed_at="2026-01-01T00:00:00Z", stale=False,
        citation=Citation(
            kind="line", path="a.md", uri="a.md#L1-L2", start=1, end=2,
            indexed_at="2026-01-01T00:00:00Z", stale=False,
        ),
        retrieval=Retrieval(method="hybrid", fusion_score=1.0),
    )  # fmt: skip


def test_the_signals_are_taken_from_the_answer_to_a_search():
    response = SearchResponse(
        query="what is a Quux", mode="hybrid", hits=[hit(1, "en"), hit(2, "ko")], next_cursor=None,
        truncated=False, relaxed=True, best_cosine=0.9, best_coverage=0.5, vector_coverage=0.7,
        cosine_floor=0.8, best_match=1.5, unknown_words=["quux"],
    )  # fmt: skip

    expected = Signals(
        query="what is a Quux", mode="hybrid", best_cosine=0.9, cosine_floor=0.8,
        best_coverage=0.5, best_match=1.5, unknown_words=("quux",),
        langs=frozenset({"en", "ko"}), vector_coverage=0.7,
    )  # fmt: skip
    assert Signals.of(response, embedding=MODEL) == expected
    assert not Signals.of(response, embedding="fastembed:other:768").is_fitted
    assert not Signals.of(response, embedding=None).is_fitted
