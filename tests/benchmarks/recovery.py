"""Time how soon the death of a worker is noticed, and how soon its shards answer again.

python tests/benchmarks/recovery.py --config kebab.toml [--workers 2] [--deaths 40]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import time
from pathlib import Path

from kebab.knowledge_base import KnowledgeBase
from kebab.settings.load import load_settings
from kebab.wire.search import SearchInput


def show(name, times):
    """Print a line of milliseconds."""
    ordered = sorted(times)
    p95 = ordered[int(len(ordered) * 0.95)]
    print(
        f"{name:<10} p50 {statistics.median(times):7.1f}  p95 {p95:7.1f}  max {max(times):7.1f} ms"
    )


async def until_noticed(pool, victim, restarts):
    """Look at every turn of the loop whether the pool knows of the death."""
    loop = asyncio.get_running_loop()
    seen = asyncio.Event()

    def look():
        if pool.states()[victim].restarts > restarts:
            seen.set()
        else:
            loop.call_soon(look)

    look()
    await seen.wait()


async def measure(settings, workers, deaths):
    """Kill an idle worker again and again, and ask at once."""
    async with KnowledgeBase(settings, workers=workers, stay_hot=True) as base:
        ask = SearchInput(query="how is a worker replaced", mode="lexical")
        await base.search(ask)
        await base.search(ask.model_copy(update={"mode": "hybrid"}))
        pool = base._pool
        noticed, lexical = [], []
        for number in range(deaths):
            victim = number % pool.size
            before = pool.states()[victim]
            began = time.perf_counter()
            os.kill(before.pid, (signal.SIGKILL, signal.SIGSEGV)[number % 2])
            await until_noticed(pool, victim, before.restarts)
            noticed.append((time.perf_counter() - began) * 1000)
            found = await base.search(ask)
            assert not found.degraded
            lexical.append((time.perf_counter() - began) * 1000)
        show("noticed", noticed)
        show("answered", lexical)


def main():
    """Measure one base."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--deaths", type=int, default=40)
    asked = parser.parse_args()
    asyncio.run(measure(load_settings(asked.config, {}, {}).settings, asked.workers, asked.deaths))


if __name__ == "__main__":
    main()
