"""Writing with a model: passing on, stopping, counting."""

import asyncio

import pytest

from kebab.answer.llm.protocol import Delta, Finished, Message, Sampling
from kebab.answer.writer import Writer

ASKED = [Message("user", "12345678")]


class Model:
    id = provider = "fake"
    context_tokens = 1000

    def __init__(self, *, costs=(None, None)):
        self.costs = costs
        self.closed = False
        self.sampling = None

    async def stream(self, messages, sampling):
        self.sampling = sampling
        try:
            for text in ("one ", "two ", "three"):
                yield Delta(text)
            yield Finished(*self.costs, "length")
        finally:
            self.closed = True


def write(model, **options):
    writer = Writer(model, Sampling(100, 0.5, 7))
    return writer, asyncio.run(writer.write(ASKED, **options))


def test_pieces_are_passed_on_and_the_whole_is_returned():
    heard = []

    _, written = write(Model(), on_text=heard.append)

    assert heard == ["one ", "two ", "three"]
    assert (written.text, written.reason) == ("one two three", "length")


def test_the_models_own_counts_are_added_up_and_estimated_where_it_has_none():
    told, _ = write(Model(costs=(11, 3)))
    guessed, _ = write(Model())

    assert (told.prompt_tokens, told.completion_tokens) == (11, 3)
    assert (guessed.prompt_tokens, guessed.completion_tokens) == (2, 4)


def test_a_text_that_is_no_use_stops_the_model_at_once():
    heard, model = [], Model()

    _, written = write(model, on_text=heard.append, stop=lambda text: "two" in text)

    assert model.closed
    assert heard == ["one "]
    assert written.text == "one two "


def test_a_smaller_limit_is_sent_and_a_larger_one_is_not():
    model = Model()
    write(model, max_tokens=8)
    assert (model.sampling.max_tokens, model.sampling.seed) == (8, 7)

    write(model, max_tokens=800)
    assert model.sampling.max_tokens == 100


def test_leaving_by_an_error_closes_the_stream():
    model = Model()

    def fail(_text):
        raise ValueError("the listener is gone")

    with pytest.raises(ValueError, match="gone"):
        write(model, on_text=fail)
    assert model.closed
