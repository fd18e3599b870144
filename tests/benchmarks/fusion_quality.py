"""Measures fusion with the real engines: nDCG@10 on BEIR sets and on known items made from them.

    python tests/benchmarks/fusion_quality.py FOLDER [FOLDER ...] --cache FOLDER [--limit 300]

A set is a folder with corpus.jsonl.gz, queries.t*.jsonl and qrels.t*.tsv. From each corpus two
more sets are made: bags of five words of one sentence, and words that one document alone holds,
where the words are what counts. The passages' vectors are kept in the cache. `worst` is the
largest loss against the better one of the two engines; `off` says how much lower the best score
of a question is that belongs to another set: the chance that a score tells the two apart.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from lexical_quality import build, chunk

from kebab.pool.worker_config import embedding_config
from kebab.search.fusion import (
    LexicalHit,
    Ranking,
    VectorHit,
    fuse_convex,
    fuse_rrf,
    rank_lexical,
    rank_vector,
)
from kebab.settings.model import EmbeddingSettings
from kebab.wire.worker import Filters
from workers.embed.embedder import Embedder, load_embedder
from workers.shard.lexical import LexicalView
from workers.shard.plan import Statistics
from workers.shard.question import parse_question

DEPTH = 100
BAGS = 200
_WORD = re.compile(r"[^\W\d_]{2,}")
_NAME = re.compile(r"[A-Za-z_]\w*(?:[._]\w+)+|[A-Za-z]+[A-Z][a-z]+\w*")

Method = Callable[[Sequence[LexicalHit], Sequence[VectorHit]], Ranking]


@dataclass(frozen=True)
class Question:
    """A question with the rows that answer it, and what both engines say."""

    relevant: frozenset[int]
    words: list[LexicalHit]
    near: list[VectorHit]


class Corpus:
    """The documents of a set in a lexical view, and their vectors."""

    def __init__(self, folder: Path, place: str, embedder: Embedder, cache: Path) -> None:
        with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
            self.items = [json.loads(line) for line in lines]
        self.rows = {str(item["_id"]): row for row, item in enumerate(self.items)}
        self._embedder = embedder
        self._view: LexicalView = build(
            place,
            [
                chunk(row, item["text"], document_id=str(item["_id"]), title=item.get("title", ""))
                for row, item in enumerate(self.items)
            ],
        )
        kept = cache / f"{folder.name}.npy"
        if not kept.exists():
            texts = [f"{item.get('title', '')}\n{item['text']}".strip() for item in self.items]
            np.save(kept, embedder.embed(texts, kind="passage"))
        self._vectors = np.load(kept)

    def ask(self, query: str, relevant: Iterable[int]) -> Question:
        """Ask both engines."""
        question = parse_question(query)
        known = Statistics(self._view.documents(), self._view.statistics(question))
        words = self._view.search(question, known, Filters(), DEPTH)
        cosines = self._vectors @ self._embedder.embed([query], kind="query")[0]
        best = np.lexsort((np.arange(len(cosines)), -cosines))[:DEPTH]
        return Question(
            frozenset(relevant),
            [LexicalHit(hit.row, hit.score, hit.coverage) for hit in words],
            [VectorHit(int(row), float(cosines[row])) for row in best],
        )


def labelled(folder: Path, corpus: Corpus, limit: int) -> list[tuple[str, list[int]]]:
    """Read the questions of a set with the rows of their answers."""
    (labels,) = folder.glob("qrels.t*.tsv")
    relevant: dict[str, list[int]] = defaultdict(list)
    for line in labels.read_text(encoding="utf-8").splitlines()[1:]:
        query, document, score = line.split("\t")
        if int(score) > 0:
            relevant[query].append(corpus.rows[document])
    (asked,) = folder.glob("queries.t*.jsonl")
    queries = [json.loads(line) for line in asked.read_text(encoding="utf-8").splitlines()]
    return [(q["text"], relevant[q["_id"]]) for q in queries if q["_id"] in relevant][:limit]


def bags(corpus: Corpus, chance: random.Random) -> list[tuple[str, list[int]]]:
    """Take five words out of one sentence of a document."""
    found = []
    for row in chance.sample(range(len(corpus.items)), len(corpus.items)):
        sentences = re.split(r"(?<=[.!?])\s+|\n\n", corpus.items[row]["text"])
        long = [words for s in sentences if len(words := _WORD.findall(s)) > 7 and "`" not in s]
        if long:
            found.append((" ".join(chance.sample(chance.choice(long), 5)), [row]))
    return found[:BAGS]


def names(corpus: Corpus, chance: random.Random) -> list[tuple[str, list[int]]]:
    """Take names that stand in one document alone."""
    holders: Counter[str] = Counter()
    last: dict[str, int] = {}
    for row, item in enumerate(corpus.items):
        for name in set(_NAME.findall(item["text"])):
            holders[name] += 1
            last[name] = row
    alone = sorted(name for name, count in holders.items() if count == 1 and len(name) > 5)
    return [(name, [last[name]]) for name in chance.sample(alone, min(BAGS, len(alone)))]


def gain(ranking: Ranking, relevant: frozenset[int]) -> float:
    """Return nDCG@10 with binary labels."""
    hits = enumerate(ranking.hits[:10], 2)
    got = sum(1 / math.log2(place) for place, hit in hits if hit.row in relevant)
    return got / sum(1 / math.log2(place + 2) for place in range(min(10, len(relevant))))


def min_max(weight: float, *, by_coverage: bool) -> Method:
    """Return what the design first measured: both engines stretched to 0..1, then weighed."""

    def fuse(words: Sequence[LexicalHit], near: Sequence[VectorHit]) -> Ranking:
        share = (1 - weight) * (words[0].coverage if by_coverage and words else 1.0)
        sums: dict[int, float] = defaultdict(float)
        for part, scored in (
            (share, [(hit.row, hit.score) for hit in words]),
            (weight, [(hit.row, hit.cosine) for hit in near]),
        ):
            low, high = (scored[-1][1], scored[0][1]) if scored else (0.0, 0.0)
            for row, score in scored:
                sums[row] += part * ((score - low) / (high - low) if high > low else 1.0)
        return rank_vector([VectorHit(row, total) for row, total in sums.items()])

    return fuse


METHODS: dict[str, Method] = {
    "lexical": lambda words, _near: rank_lexical(words),
    "vector": lambda _words, near: rank_vector(near),
    "rrf k=60": lambda words, near: fuse_rrf(words, near, k=60),
    "rrf k=10": lambda words, near: fuse_rrf(words, near, k=10),
    "min-max, vector 0.7": min_max(0.7, by_coverage=False),
    "min-max, vector 0.6, by coverage": min_max(0.6, by_coverage=True),
    **{
        f"convex, vector {weight}": lambda words, near, weight=weight: fuse_convex(
            words, near, vector_weight=weight
        )
        for weight in (0.4, 0.5, 0.6, 0.7, 0.8)
    },
}


def apart(on: Sequence[float], off: Sequence[float]) -> float:
    """Return the chance that a score of `on` is above one of `off`."""
    return mean((a > b) + 0.5 * (a == b) for a in on for b in off)


def best_score(method: Method, question: Question) -> float:
    """Return the score of the first hit."""
    hits = method(question.words, question.near).hits
    return hits[0].score if hits else 0.0


def report(sets: dict[str, list[Question]], strangers: list[Question]) -> None:
    """Print a row for each method, a column for each set."""
    print(f"{'':34}" + "".join(f"{name:>22}" for name in sets) + "    mean   worst   off")
    legs: list[list[float]] = []
    for name, method in METHODS.items():
        means = [
            mean(gain(method(q.words, q.near), q.relevant) for q in of) for of in sets.values()
        ]
        legs += [means] if len(legs) < len(("lexical", "vector")) else []
        worst = min(value - max(leg[place] for leg in legs) for place, value in enumerate(means))
        own = [best_score(method, q) for of in sets.values() for q in of[:60]]
        off = apart(own, [best_score(method, q) for q in strangers])
        figures = "".join(f"{value:22.3f}" for value in means)
        print(f"{name:34}{figures}  {mean(means):6.4f}  {worst:+.3f}  {off:.3f}")


def main() -> None:
    """Measure the sets that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=300)
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    embedder = load_embedder(embedding_config(EmbeddingSettings()))
    chance = random.Random(7)
    sets: dict[str, list[Question]] = {}
    asked: dict[str, list[tuple[str, list[int]]]] = {}
    corpora: dict[str, Corpus] = {}
    with tempfile.TemporaryDirectory() as place:
        for folder in arguments.folders:
            (Path(place) / folder.name).mkdir()
            corpus = Corpus(folder, f"{place}/{folder.name}", embedder, arguments.cache)
            corpora[folder.name] = corpus
            asked[folder.name] = labelled(folder, corpus, arguments.limit)
            asked[f"bags {folder.name}"] = bags(corpus, chance)
            asked[f"names {folder.name}"] = names(corpus, chance)
            for name in (folder.name, f"bags {folder.name}", f"names {folder.name}"):
                sets[name] = [corpus.ask(*question) for question in asked[name]]
        science = {name for name in corpora if name.startswith("sci")}
        strangers = [
            corpora[here].ask(query, ())
            for here in corpora
            for there in corpora
            if (here in science) != (there in science)
            for query, _ in asked[there][:60]
        ]
    report(sets, strangers)


if __name__ == "__main__":
    main()
