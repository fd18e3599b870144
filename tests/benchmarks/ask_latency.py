"""Time extractive answers on a warm base.

    python tests/benchmarks/ask_latency.py --config kebab.toml [--workers 2] [--questions 60]

Questions are headings of the base; each is asked once, so that nothing comes from a cache of
answers. `again` asks them a second time: sentences and questions are embedded already. With
`--open-gate` nothing is refused for being far off, which bases with random vectors need.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from pathlib import Path

from kebab.catalog.reader import CatalogReader
from kebab.knowledge_base import KnowledgeBase
from kebab.settings.load import load_settings
from kebab.settings.paths import catalog_path
from kebab.wire.answer import AskInput


def headings(settings, count):
    """Draw headings of several words from the base."""
    reader = CatalogReader(catalog_path(settings.storage.data_dir))
    found = {
        chunk.heading_path[-1]
        for document in reader.documents(limit=2000)
        for chunk in reader.chunks_of(document.id)[:6]
        if chunk.heading_path and len(chunk.heading_path[-1].split()) > 2
    }
    reader.close()
    return random.Random(7).sample(sorted(found), min(count, len(found)))


def show(name, times):
    """Print a line of milliseconds."""
    ordered = sorted(times)
    p95 = ordered[int(len(ordered) * 0.95)]
    print(f"{name:<8} n {len(times):>3}  p50 {statistics.median(times):6.0f}  p95 {p95:6.0f} ms")


async def measure(settings, questions, workers):
    """Ask every question twice on one warm base."""
    async with KnowledgeBase(settings, workers=workers, stay_hot=True) as base:
        for warm_up in ("warm up", "aufwärmen", "준비"):
            await base.ask(AskInput(query=warm_up), lambda _event: None)
        for name in ("new", "again"):
            answered, refused = [], []
            for question in questions:
                began = time.perf_counter()
                answer = await base.ask(AskInput(query=question), lambda _event: None)
                spent = (time.perf_counter() - began) * 1000
                (answered if answer.grounded else refused).append(spent)
            if answered:
                show(name, answered)
            if refused:
                show("refused", refused)


def main():
    """Measure one base."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--open-gate", action="store_true")
    asked = parser.parse_args()
    settings = load_settings(asked.config, {}, {}).settings
    if asked.open_gate:
        ask = settings.ask.model_copy(update={"score_gate": 0.0})
        settings = settings.model_copy(update={"ask": ask})
    asyncio.run(measure(settings, headings(settings, asked.questions), asked.workers))


if __name__ == "__main__":
    main()
