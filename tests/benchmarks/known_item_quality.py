"""Ask known-item questions of an ingested base in all three modes; print hit@1 and hit@10 by kind.

    python tests/benchmarks/known_items.py FOLDER [FOLDER ...] --out questions.jsonl
    python tests/benchmarks/known_item_quality.py --config kebab.toml questions.jsonl

The base has to hold the same folders as sources, each with the folder's name as its id. hit@1 and
hit@10 ask whether the one file that the question was made of is the first, or among the first ten,
of the files that the hits come from.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections import defaultdict
from pathlib import Path

from kebab.knowledge_base import KnowledgeBase
from kebab.settings.load import load_settings
from kebab.wire.search import SearchInput

MODES = ("lexical", "vector", "hybrid")


async def ranks(base, question, mode):
    """Return the place of the right file among the first ten files, or None."""
    response = await base.search(SearchInput(query=question["query"], mode=mode, k=100))
    files = dict.fromkeys(f"{hit.source_id}/{hit.doc_path}" for hit in response.hits)
    for place, file in enumerate(list(files)[:10], start=1):
        if file == question["path"]:
            return place
    return None


async def measure(settings, questions):
    found = defaultdict(list)
    async with KnowledgeBase(settings, stay_hot=True) as base:
        for question in questions:
            for mode in MODES:
                place = await ranks(base, question, mode)
                found[question["kind"], question["lang"], mode].append(place)
    return found


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--most", type=int, default=10_000)
    parser.add_argument("questions", type=Path)
    options = parser.parse_args()
    settings = load_settings(options.config, os.environ, {}).settings
    lines = options.questions.read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines[: options.most]]
    found = asyncio.run(measure(settings, questions))
    print(f"{'kind':<12}{'lang':<6}{'n':>4}  " + "".join(f"{mode:>16}" for mode in MODES))
    for kind, lang in sorted({key[:2] for key in found}):
        cells = []
        for mode in MODES:
            places = found[kind, lang, mode]
            first = sum(place == 1 for place in places) / len(places)
            ten = sum(place is not None for place in places) / len(places)
            cells.append(f"{first:>10.3f}/{ten:.3f}")
        print(f"{kind:<12}{lang:<6}{len(found[kind, lang, MODES[0]]):>4}  " + "".join(cells))


if __name__ == "__main__":
    main()
