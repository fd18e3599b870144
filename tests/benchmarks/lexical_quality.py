"""Measures the lexical view on known items or on a BEIR set: hit@1, hit@10, nDCG@10, times.

    python tests/benchmarks/lexical_quality.py items FOLDER [FOLDER ...] --questions FILE
    python tests/benchmarks/lexical_quality.py beir FOLDER [--limit 300]

`items` counts documents: a question is answered by any chunk of its file. A question of several
words whose file holds more than one chunk is not harder for it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from known_items import read_files

from kebab.catalog.records import IndexedChunk
from kebab.wire.worker import ChunkingConfig, Filters
from workers.embed.tokenizer import EMBEDDED_FOLDER, load_tokenizer
from workers.extract.extract import extract
from workers.shard.lexical import LexicalView
from workers.shard.plan import Statistics
from workers.shard.question import parse_question


def chunk(row: int, text: str, **fields: object) -> IndexedChunk:
    """Make a chunk with everything that the measurement does not need left plain."""
    plain = {
        "document_id": "", "heading_path": (), "title": "", "path": "", "media": "markdown",
        "lang": "en", "tags": (), "trust_level": "primary", "source_id": "default",
        "source_type": "note", "updated_at_ms": 0,
    }  # fmt: skip
    return IndexedChunk(row=row, text=text, **{**plain, **fields})


def chunks_of(folders: list[Path]) -> list[IndexedChunk]:
    """Extract every Markdown file as an ingest does; its path is the one that known_items gives."""
    tokenizer = load_tokenizer(EMBEDDED_FOLDER)
    made = []
    for folder in folders:
        for path, text in read_files([folder]).items():
            found = extract(
                path=path, media="markdown", data=text.encode(), size_bytes=0, mtime_ns=0,
                chunking=ChunkingConfig(target_tokens=320, overlap_tokens=40, max_tokens=460),
                count_tokens=lambda texts: tokenizer.count(list(texts)),
            )  # fmt: skip
            made += [
                chunk(
                    len(made) + number, part.text, document_id=path, path=path, title=found.title,
                    heading_path=part.heading_path,
                )
                for number, part in enumerate(found.chunks)
            ]  # fmt: skip
    return made


def build(folder: str, chunks: list[IndexedChunk]) -> LexicalView:
    """Index the chunks in one commit, and say how fast that went."""
    view = LexicalView.open(Path(folder))
    start = time.perf_counter()
    view.apply(chunks, [], 1)
    taken = time.perf_counter() - start
    size = sum(file.stat().st_size for file in Path(folder).iterdir())
    print(f"{len(chunks)} chunks indexed at {len(chunks) / taken:.0f}/s, {size / 1e6:.1f} MB")
    return view


class Ranking:
    """Asks a view, and keeps the times."""

    def __init__(self, view: LexicalView, chunks: list[IndexedChunk]) -> None:
        self._view = view
        self._document = {chunk.row: chunk.document_id for chunk in chunks}
        self.times_ms: list[float] = []

    def documents(self, query: str) -> list[str]:
        """Rank documents by their best chunk."""
        start = time.perf_counter()
        question = parse_question(query)
        known = Statistics(self._view.documents(), self._view.statistics(question))
        hits = self._view.search(question, known, Filters(), 100)
        self.times_ms.append((time.perf_counter() - start) * 1000)
        return list(dict.fromkeys(self._document[hit.row] for hit in hits))

    def print_times(self) -> None:
        """Print the median and the 95th percentile."""
        marks = statistics.quantiles(self.times_ms, n=20)
        print(f"search p50 {marks[9]:.2f} ms, p95 {marks[18]:.2f} ms")


def measure_items(folders: list[Path], questions: Path, *, misses: bool) -> None:
    """Print hit@1 and hit@10 by kind and language."""
    chunks = chunks_of(folders)
    ranks = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        ranking = Ranking(build(folder, chunks), chunks)
        for line in questions.read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            found = ranking.documents(item["query"])
            rank = found.index(item["path"]) + 1 if item["path"] in found else 1000
            ranks[item["kind"], item["lang"]].append(rank)
            if misses and rank > (10 if item["kind"] != "identifier" else 1):
                print(rank, item, found[:3])
    for (kind, lang), of in sorted(ranks.items()):
        first, ten = (sum(rank <= at for rank in of) / len(of) for at in (1, 10))
        print(f"{kind:10} {lang} n={len(of):4} hit@1 {first:.3f} hit@10 {ten:.3f}")
    ranking.print_times()


def measure_beir(folder: Path, limit: int) -> None:
    """Print nDCG@10 on the tuning queries of a BEIR set."""
    with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        corpus = [json.loads(line) for line in lines]
    chunks = [
        chunk(row, item["text"], document_id=str(item["_id"]), title=item.get("title") or "")
        for row, item in enumerate(corpus)
    ]
    relevant: dict[str, set[str]] = defaultdict(set)
    (labels,) = folder.glob("qrels.t*.tsv")
    for line in labels.read_text(encoding="utf-8").splitlines()[1:]:
        query, document, _ = line.split("\t")
        relevant[query].add(document)
    (asked,) = folder.glob("queries.t*.jsonl")
    queries = [json.loads(line) for line in asked.read_text(encoding="utf-8").splitlines()]
    gains = []
    with tempfile.TemporaryDirectory() as place:
        ranking = Ranking(build(place, chunks), chunks)
        for query in [query for query in queries if query["_id"] in relevant][:limit]:
            right = relevant[query["_id"]]
            found = ranking.documents(query["text"])[:10]
            gain = sum(1 / math.log2(i + 2) for i, name in enumerate(found) if name in right)
            gains.append(gain / sum(1 / math.log2(i + 2) for i in range(min(10, len(right)))))
    print(f"{folder.name} n={len(gains)} nDCG@10 {statistics.mean(gains):.4f}")
    ranking.print_times()


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", choices=("items", "beir"))
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--limit", type=int, default=10_000)
    parser.add_argument("--misses", action="store_true")
    arguments = parser.parse_args()
    if arguments.set == "items":
        measure_items(arguments.folders, arguments.questions, misses=arguments.misses)
    else:
        for folder in arguments.folders:
            measure_beir(folder, arguments.limit)


if __name__ == "__main__":
    main()
