"""The calls of a storm: every tool, right and wrong arguments, in an order given by the seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.storm.scene import Known, note

MODES = ("hybrid", "lexical", "vector")
OUTSIDE_FILES = 12
TEXTS = 12
Arguments = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Planned:
    """One call. `expects` is a document that a whole answer has to name, "" where it is open."""

    tool: str
    arguments: Arguments
    expects: str = ""


class CallPlan:
    """Makes calls without end, the same for a seed. Writes touch only what is removed again."""

    def __init__(self, known: Known, outside: Path, chance: random.Random) -> None:
        self._known = known
        self._outside = outside
        self._chance = chance
        self._words = sorted(known.words)

    def __iter__(self) -> Iterator[Planned]:
        makers: dict[Callable[[], Planned], int] = {
            self._find_word: 18, self._search: 27, self._bulk_search: 5, self._fetch: 14,
            self._list_docs: 8, self._schema: 4, self._doctor: 2, self._ingest_stdin: 5,
            self._ingest_file: 5, self._forget: 4, self._wrong: 8,
        }  # fmt: skip
        choices, weights = list(makers), list(makers.values())
        while True:
            yield self._chance.choices(choices, weights)[0]()

    def questions(self, count: int) -> list[Arguments]:
        """Make searches whose answers can be compared."""
        return [
            {"query": self._query(), "mode": MODES[number % 3], "k": self._chance.randint(5, 20)}
            for number in range(count)
        ]

    # --- right calls

    def _query(self) -> str:
        nouns = self._chance.sample(self._known.nouns, self._chance.randint(1, 3))
        end = self._chance.choice(["", "", self._chance.choice(self._words), "규칙", "rules"])
        return " ".join([*nouns, end]).strip()

    def _find_word(self) -> Planned:
        word = self._chance.choice(self._words)
        arguments = {"query": word, "mode": self._chance.choice(MODES[:2]), "k": 5}
        return Planned("search", arguments, self._known.words[word])

    def _search(self) -> Planned:
        arguments: Arguments = {
            "query": self._query(),
            "mode": self._chance.choice(MODES),
            "k": self._chance.randint(1, 20),
        }
        narrow: dict[str, Any] = {
            "path_glob": "stay/**", "source": ["notes"], "lang": ["en"], "media": ["markdown"],
            "trust_min": "secondary", "doc_id": self._chance.choice(self._known.document_ids),
            "snippet_chars": 100, "max_tokens": 600, "trace": True,
        }  # fmt: skip
        for name in self._chance.sample(sorted(narrow), self._chance.choice([0, 0, 1, 2])):
            arguments[name] = narrow[name]
        return Planned("search", arguments)

    def _bulk_search(self) -> Planned:
        queries = [self._search().arguments for _ in range(self._chance.randint(1, 6))]
        return Planned("bulk_search", {"queries": queries})

    def _fetch(self) -> Planned:
        document = self._chance.choice(self._known.document_ids)
        choices: list[Arguments] = [
            {"kind": "chunk", "chunk_id": self._chance.choice(self._known.chunk_ids), "context": 1},
            {"kind": "doc", "doc_id": document},
            {"kind": "span", "doc_id": document, "line_start": 1, "line_end": 4},
        ]
        return Planned("fetch", self._chance.choice(choices))

    def _list_docs(self) -> Planned:
        return Planned("list_docs", self._chance.choice([{}, {"limit": 5}, {"source": ["notes"]}]))

    def _schema(self) -> Planned:
        return Planned("schema", {})

    def _doctor(self) -> Planned:
        return Planned("doctor", {})

    def _ingest_stdin(self) -> Planned:
        title = f"text {self._chance.randrange(TEXTS)}"
        return Planned("ingest_stdin", {"title": title, "content": self._text(title)})

    def _ingest_file(self) -> Planned:
        path = self._outside / f"{self._chance.randrange(OUTSIDE_FILES)}.md"
        path.write_text(self._text(path.stem), "utf-8")
        return Planned("ingest_file", {"path": str(path)})

    def _text(self, name: str) -> str:
        return note(name, "nothing", self._chance)

    def _forget(self) -> Planned:
        path = self._outside / f"{self._chance.randrange(OUTSIDE_FILES)}.md"
        return Planned("forget", {"targets": [str(path)]})

    # --- wrong calls

    def _wrong(self) -> Planned:
        choices: list[tuple[str, Arguments]] = [
            ("search", {}),
            ("search", {"query": ""}),
            ("search", {"query": "anchor", "k": 0}),
            ("search", {"query": "anchor", "mode": "semantic"}),
            ("search", {"query": "anchor", "cursor": "no cursor"}),
            ("search", {"query": "anchor", "doc_id": "nowhere.md"}),
            ("search", {"query": ["anchor"], "limit": 3}),
            ("search", {"query": "\ud800 " + "anchor " * 4000}),
            ("bulk_search", {"queries": []}),
            ("bulk_search", {"queries": [{"query": "anchor", "k": "many"}, 7, {"q": "x"}]}),
            ("fetch", {"kind": "chunk"}),
            ("fetch", {"kind": "chunk", "chunk_id": "0" * 32}),
            ("fetch", {"kind": "span", "doc_id": "stay/0000.md", "line_start": 100_000}),
            ("fetch", {"kind": "page", "doc_id": "stay/0000.md"}),
            ("list_docs", {"limit": 100_000}),
            ("doctor", {"verbose": True}),
            ("ingest_stdin", {"title": "empty", "content": " "}),
            ("ingest_file", {"path": "relative.md"}),
            ("ingest_file", {"path": str(self._outside / "missing.md")}),
            ("forget", {"targets": ["nowhere.md"]}),
            ("ask", {"query": "anchor"}),
        ]
        return Planned(*self._chance.choice(choices))
