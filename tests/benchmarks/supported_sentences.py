"""Count how many sentences of answers are borne out by what they cite, and how many quotes hold.

    python tests/benchmarks/supported_sentences.py --config kebab.toml [--questions FILE]

Asks the answerable questions of `data/ask_questions.jsonl` of a base with the Kubernetes and
FastAPI documents, with the provider of the settings. A sentence counts as supported by kebab's own
judgement; `verified` quotes stand in their file now.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter
from pathlib import Path

from kebab.knowledge_base import KnowledgeBase
from kebab.settings.load import load_settings
from kebab.wire.answer import AskInput

QUESTIONS = Path(__file__).parent / "data" / "ask_questions.jsonl"


async def measure(settings, questions):
    """Ask every question and add up."""
    counts = Counter()
    async with KnowledgeBase(settings, workers=2, stay_hot=True) as base:
        for question in questions:
            answer = await base.ask(AskInput(query=question), lambda _event: None)
            counts[answer.refusal_reason or "grounded"] += 1
            counts["sentences"] += len(answer.sentences)
            counts["supported"] += sum(one.supported for one in answer.sentences)
            cited = [one for one in answer.citations if one.marker]
            counts["quotes"] += len(cited)
            counts["verified"] += sum(one.verified is True for one in cited)
    return counts


def main():
    """Measure one base."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--questions", type=Path, default=QUESTIONS)
    asked = parser.parse_args()
    lines = map(json.loads, asked.questions.read_text("utf-8").splitlines())
    questions = [line["query"] for line in lines if line["answerable"]]
    counts = asyncio.run(measure(load_settings(asked.config, {}, {}).settings, questions))
    for name, count in sorted(counts.items()):
        print(f"{name:<20} {count:>5}")


if __name__ == "__main__":
    main()
