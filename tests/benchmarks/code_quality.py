"""Asks for Python functions by the first sentences of their docstrings, which are not indexed.

    python tests/benchmarks/code_quality.py FOLDER [FOLDER ...] [--misses] [--camel]

Every function with a docstring of four words and more is a question; what is indexed has no
docstrings. A hit is right where it holds the function, and several chunks of one definition count
as one. --camel writes every snake_case name as camelCase before it is indexed. Prints nDCG@10 and
hit@1 of the lexical view.
"""

from __future__ import annotations

import argparse
import ast
import math
import re
import statistics
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from lexical_quality import build, chunk

from kebab.catalog.records import IndexedChunk
from kebab.wire.worker import ChunkingConfig, Filters
from workers.chunk.by_symbol import chunk_symbols
from workers.embed.tokenizer import EMBEDDED_FOLDER, load_tokenizer
from workers.extract.code.parse import parse_code
from workers.extract.limits import Limits
from workers.shard.plan import Statistics
from workers.shard.question import parse_question

SIZES = ChunkingConfig(target_tokens=320, overlap_tokens=40, max_tokens=460)
DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef)
LEAST_WORDS = 4
_SENTENCE = re.compile(r"(?s)(.+?[.!?])(?:\s|$)")
_SNAKE = re.compile(r"(?<=[a-z0-9])_([a-z0-9])")


@dataclass(frozen=True)
class Item:
    """A question and the lines of the function that it was made of."""

    query: str
    path: str
    start: int
    end: int


def first_sentence(docstring: str) -> str:
    """Return the first sentence in one line, without markup."""
    head = docstring.strip().split("\n\n")[0]
    match = _SENTENCE.match(head)
    return " ".join((match[1] if match else head).replace("`", "").split())


def without_docstrings(text: str, tree: ast.Module) -> str:
    """Blank out every docstring; the lines keep their numbers."""
    lines = text.split("\n")
    for node in ast.walk(tree):
        if isinstance(node, (*DEFINED, ast.ClassDef, ast.Module)) and ast.get_docstring(node):
            said = node.body[0]
            if lines[said.lineno - 1].lstrip()[:1] not in "\"'rRuU":
                continue  # it shares its line with the function's head
            indent = " " * said.col_offset
            lines[said.lineno - 1 : said.end_lineno] = [
                indent
                + ("pass" if len(node.body) == 1 and not isinstance(node, ast.Module) else ""),
                *[""] * (said.end_lineno - said.lineno),
            ]
    return "\n".join(lines)


def items_of(path: str, tree: ast.Module) -> list[Item]:
    """Make the questions of one file."""
    found = []
    for node in ast.walk(tree):
        said = ast.get_docstring(node) if isinstance(node, DEFINED) else None
        if said and len(first_sentence(said).split()) >= LEAST_WORDS:
            found.append(Item(first_sentence(said), path, node.lineno, node.end_lineno))
    return found


def read(folders: list[Path], *, camel: bool) -> tuple[list[IndexedChunk], list[tuple], list[Item]]:
    """Index every Python file as an ingest does; a question asked of two functions is left out."""
    tokenizer = load_tokenizer(EMBEDDED_FOLDER)
    chunks, places, items = [], [], []
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            path = file.relative_to(folder.parent).as_posix()
            text = file.read_text(encoding="utf-8")
            tree = ast.parse(text)
            items += items_of(path, tree)
            bare = without_docstrings(text, tree)
            if camel:
                bare = _SNAKE.sub(lambda match: match[1].upper(), bare)
            canonical = parse_code(bare.encode(), path, Limits())
            parts = chunk_symbols(
                canonical.blocks, SIZES, lambda texts: tokenizer.count(list(texts))
            )
            for part in parts:
                chunks.append(
                    chunk(
                        len(chunks), part.text, document_id=path, path=path, media="code",
                        title=canonical.title, heading_path=part.heading_path, lang="und",
                    )
                )  # fmt: skip
                places.append((path, part.heading_path, part.line_start, part.line_end))
    counts = Counter(item.query for item in items)
    return chunks, places, [item for item in items if counts[item.query] == 1]


def rank(view, places, item: Item) -> int:
    """Return the place of the first chunk with the function, 1000 where it is not among 100."""
    question = parse_question(item.query)
    known = Statistics(view.documents(), view.statistics(question))
    hits = view.search(question, known, Filters(), 100)
    seen: dict[tuple, bool] = {}
    for hit in hits:
        path, heading, start, end = places[hit.row]
        right = path == item.path and start <= item.end and item.start <= end
        seen[path, heading] = seen.get((path, heading), False) or right
    return next((n for n, right in enumerate(seen.values(), start=1) if right), 1000)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--camel", action="store_true")
    options = parser.parse_args()
    chunks, places, items = read(options.folders, camel=options.camel)
    with tempfile.TemporaryDirectory() as folder:
        view = build(folder, chunks)
        ranks = [rank(view, places, item) for item in items]
    for item, place in zip(items, ranks, strict=True):
        if options.misses and place > 10:
            print(place, item)
    gains = [1 / math.log2(place + 1) if place <= 10 else 0.0 for place in ranks]
    first = sum(place == 1 for place in ranks) / len(ranks)
    print(f"n={len(ranks)} nDCG@10 {statistics.mean(gains):.4f} hit@1 {first:.4f}")


if __name__ == "__main__":
    main()
