"""How a question is followed in steps, and where that ends."""

import asyncio
from dataclasses import dataclass

import pytest

from kebab.answer.llm.protocol import Delta, Finished, Sampling
from kebab.answer.multi_hop import Hopper, Limits, Trail, read_queries
from kebab.answer.writer import Writer


@dataclass(frozen=True)
class Hit:
    chunk_id: str


class Model:
    id = provider = "fake"
    context_tokens = 1000

    def __init__(self, *replies):
        self.replies = list(replies)

    async def stream(self, messages, sampling):
        yield Delta(self.replies.pop(0))
        yield Finished(1, 1, "stop")


LIMITS = Limits(hops=3, sub_queries=2, pool_chunks=10)


def follow(*replies, limits=LIMITS):
    asked = []

    async def search(query):
        asked.append(query)
        return [Hit(query), Hit("shared")]

    async def show(_hits):
        return []

    writer = Writer(Model(*replies), Sampling(10, 0.0, 0))
    hopper = Hopper(writer, search, show, limits, lambda: 0.0)
    trail, is_taken_apart = asyncio.run(hopper.follow("the question", [Hit("first")]))
    return trail, is_taken_apart, asked


def test_parts_are_looked_up_until_the_model_has_enough():
    trail, is_taken_apart, asked = follow('["a", "b"]', '["c"]', "[]")

    assert is_taken_apart
    assert asked == ["a", "b", "c"]
    assert [hit.chunk_id for hit in trail.hits] == ["first", "a", "b", "c", "shared"]
    assert [record.sub_queries for record in trail.records] == [["a", "b"], ["c"], []]
    assert [record.context_chunks_added for record in trail.records] == [3, 1, 0]


def test_the_last_step_is_forced_to_stop_where_more_was_wanted():
    trail, _, asked = follow('["a"]', '["b"]', '["c"]', limits=Limits(2, 2, 10))

    assert asked == ["a", "b"]
    assert [record.forced_stop for record in trail.records] == [False, False, True]


def test_what_was_looked_up_is_not_looked_up_again():
    trail, _, asked = follow('["a", "the question"]', '["a"]')

    assert asked == ["a"]
    assert len(trail.records) == 2


def test_a_step_that_finds_nothing_new_is_the_last():
    _, _, asked = follow('["a"]', '["b"]', "[]", limits=Limits(5, 2, 2))

    assert asked == ["a", "b"]


def test_a_question_that_cannot_be_taken_apart_leaves_a_record():
    trail, is_taken_apart, asked = follow("no")

    assert not is_taken_apart
    assert asked == []
    assert [record.kind for record in trail.records] == ["decompose"]


def test_the_pool_takes_the_best_of_every_question_first():
    trail = Trail([[Hit("a1"), Hit("a2")], [Hit("b1"), Hit("a1")], []], most=3)

    assert [hit.chunk_id for hit in trail.hits] == ["a1", "b1", "a2"]


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ('["a", "b"]', ["a", "b"]),
        ('```json\n["a"]\n```', ["a"]),
        ('Here: ["a", "a", " ", "b", "c"].', ["a", "b"]),
        ("[]", []),
        ("[1, 2]", None),
        ('{"a": 1}', None),
        ("none", None),
        ('["a"', None),
        ('["a"] and ["b"]', None),
    ],
)
def test_a_list_of_questions_is_read_in_whatever_it_is_wrapped(text, queries):
    assert read_queries(text, 2) == queries
