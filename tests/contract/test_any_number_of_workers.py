"""The same bytes however many workers answer: only corpus and settings count."""

from __future__ import annotations

import itertools
import json

import pytest

QUESTIONS = [
    "how is the backup kept",
    "백업 규칙",
    "the rules are the same everywhere",
    "규칙은 어디서나 같다",
    "nothing happened at the river",
    '"See memory" -cache',
    "network 네트워크 router 확인",
    "zyzzyva",
]
QUERIES = [
    {"query": question, "mode": mode, "k": 7}
    for question, mode in itertools.product(QUESTIONS, ["lexical", "vector", "hybrid"])
] + [{"query": "rules", "mode": "hybrid", "lang": ["ko"], "source": ["notes"], "k": 20}]


@pytest.fixture(scope="module")
def answers(product):
    """Ask everything of one, two and four workers."""
    lines = "\n".join(map(json.dumps, QUERIES))
    return {
        workers: product.run("search", "--bulk", "--workers", str(workers), stdin=lines).stdout
        for workers in (1, 2, 4)
    }


def test_every_question_is_answered(answers):
    items = [json.loads(line) for line in answers[1].splitlines()]

    assert len(items) == len(QUERIES)
    assert [item["error"] for item in items] == [None] * len(QUERIES)
    assert sum(bool(item["response"]["hits"]) for item in items) >= len(QUERIES) - 3
    assert {hit["source_id"] for item in items for hit in item["response"]["hits"]} == {
        "notes",
        "manual",
    }


def test_corpus_has_equal_scores_for_the_ties_to_be_broken(answers):
    responses = [json.loads(line)["response"] for line in answers[1].splitlines()]
    scores = [[hit["score"] for hit in response["hits"]] for response in responses]

    assert any(len(set(row)) < len(row) for row in scores)


@pytest.mark.parametrize("workers", [2, 4])
def test_more_workers_print_the_same_bytes(answers, workers):
    assert answers[workers] == answers[1]
