"""Whether what is cited entails what is said, as a model judges it."""

import asyncio

import pytest

from kebab.answer.llm.protocol import Delta, Finished, Sampling
from kebab.answer.nli import PREMISE_CHARS, WriterEntailment, entailed_share, premise_around
from kebab.answer.writer import Writer


class Model:
    id = provider = "fake"
    context_tokens = 1000

    def __init__(self, reply):
        self.reply = reply
        self.limits = []

    async def stream(self, messages, sampling):
        self.limits.append(sampling.max_tokens)
        yield Delta(self.reply)
        yield Finished(None, None, "stop")


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [("Yes.", True), ("**yes**", True), ("네", True), ("No", False), ("", False)],
)
def test_only_a_yes_is_a_yes(reply, verdict):
    model = Model(reply)
    judge = WriterEntailment(Writer(model, Sampling(500, 0.0, 0)))

    assert asyncio.run(judge.entails("the text", "the claim")) is verdict
    assert model.limits == [8]


def test_the_share_counts_every_claim():
    class Judge:
        async def entails(self, premise, claim):
            return claim in premise

    pairs = [("a b", "a"), ("a b", "c")]
    assert asyncio.run(entailed_share(pairs, Judge())) == 0.5
    assert asyncio.run(entailed_share([], Judge())) == 1.0


def test_a_premise_is_cut_around_what_was_cited():
    text = "x" * 5000 + "HERE" + "y" * 5000

    premise = premise_around(text, 5000, 5004)

    assert "HERE" in premise
    assert len(premise) <= PREMISE_CHARS
