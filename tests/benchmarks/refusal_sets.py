"""Makes the questions that tests/benchmarks/refusal_gate.py asks, and the bases it asks.

The bases: `docs` (the Kubernetes and FastAPI documentation, English and Korean), `science` (1,500
abstracts of SciFact), `korean` and `english` (the sections of the FastAPI documentation in one
language). What is asked of a base and is answered there: its own questions (claims, headings of
either language, known items) and the answerable ones of data/ask_questions.jsonl. What is not
answered: the questions of another collection, and the unanswerable ones of that file, which were
written by hand to be what people ask: of neighbouring technology, of everyday things, greetings.
Small bases of 3 to 250 documents are drawn from `docs` and `science`.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from known_items import items_of, language_of, read_files

HAND = Path(__file__).parent / "data" / "ask_questions.jsonl"
SETS = {"science": "scifact", "korean": "fastapi-en2ko", "english": "fastapi-ko2en"}
SMALL = ((3, 24), (12, 12), (60, 5), (250, 3))  # documents, bases
_SAME_WORDS = {"korean": "fastapi-ko2en", "english": "fastapi-en2ko"}
_MOST = 250
_CHATTY = {
    "en": (
        "Sorry if this is obvious, but {}",
        "{} Has anybody here done that before?",
        "I am new to all of this and a bit lost. {}",
        "Our team is stuck on this since yesterday: {}",
        "Before the meeting tomorrow I urgently have to answer this one: {}",
        "please walk me through it slowly: {}",
    ),
    "ko": (
        "안녕하세요 초보인데요, {}",
        "급하게 필요한데 {}",
        "혹시 아시는 분 계신가요? {}",
        "팀장님이 물어보셨는데 {}",
        "내일 회의 전에 답을 드려야 해서요. {}",
        "처음이라 잘 모르겠는데 천천히 알려주실 수 있나요, {}",
    ),
}


@dataclass(frozen=True)
class Asked:
    """A question to a base. `answers` are the files that answer it, empty where none does.

    `topic` is what questions that differ in their wording have in common.
    """

    base: str
    collection: str
    kind: str
    lang: str
    query: str
    answers: frozenset[str]
    topic: str


def write_sources(data: Path, bases: Path) -> None:
    """Write the documents of the bases, and a kebab.toml for each."""
    docs = [("kubernetes", data / "docs/kubernetes"), ("fastapi", data / "docs/fastapi")]
    _write_settings(bases / "docs", docs)
    for base, folder in SETS.items():
        source = bases / base / "source"
        source.mkdir(parents=True, exist_ok=True)
        for item in _documents(data / "ir" / folder):
            title = f"# {item['title']}\n\n" if item.get("title") else ""
            (source / _file_of(item["_id"])).write_text(title + item["text"] + "\n", "utf-8")
        _write_settings(bases / base, [(base, source)])


def _write_settings(folder: Path, sources: Sequence[tuple[str, Path]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    place = f'data_dir = "{folder}/data"\nstate_dir = "{folder}/state"\n'
    lists = "".join(f'[[sources]]\nid = "{name}"\nroot = "{root}"\n' for name, root in sources)
    text = f"schema_version = 1\n[storage]\n{place}{lists}"
    (folder / "kebab.toml").write_text(text, "utf-8")


def _documents(folder: Path) -> list[dict[str, str]]:
    """Read a corpus; of a large one everything that is asked for, and others up to 1,500."""
    with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines]
    wanted = {document for _, of in _labelled(folder) for document in of}
    asked = [item for item in items if str(item["_id"]) in wanted]
    rest = [item for item in items if str(item["_id"]) not in wanted]
    return asked + random.Random(7).sample(rest, min(len(rest), max(0, 1500 - len(asked))))


def _labelled(folder: Path) -> list[tuple[str, list[str]]]:
    relevant: dict[str, list[str]] = defaultdict(list)
    (labels,) = folder.glob("qrels.t*.tsv")
    for line in labels.read_text(encoding="utf-8").splitlines()[1:]:
        query, document, score = line.split("\t")
        if int(score) > 0:
            relevant[query].append(document)
    (asked,) = folder.glob("queries.t*.jsonl")
    queries = [json.loads(line) for line in asked.read_text(encoding="utf-8").splitlines()]
    return [(q["text"], relevant[q["_id"]]) for q in queries if q["_id"] in relevant]


def _file_of(document: str) -> str:
    return re.sub(r"[^\w.-]", "_", str(document)) + ".md"


class Questions:
    """All that is asked; the same data give the same questions."""

    def __init__(self, data: Path) -> None:
        self._sections = {
            base: [item["_id"] for item in _documents(data / "ir" / SETS[base])]
            for base in _SAME_WORDS
        }
        self._sets = {name: _labelled(data / "ir" / name) for name in SETS.values()}
        docs = data / "docs"
        self._known = list(items_of(read_files([docs / "kubernetes", docs / "fastapi"]), 7))
        self._kubernetes = list(items_of(read_files([docs / "kubernetes"]), 8))
        lines = HAND.read_text(encoding="utf-8").splitlines()
        self._hand = [json.loads(line) for line in lines]

    def of(self, base: str) -> list[Asked]:
        """List what is asked of a base as a whole."""
        match base:
            case "docs":
                return [*self._of_docs(), *self._claims("docs", 300, are_answered=False)]
            case "science":
                strange = [i for i in self._known if i["kind"] in ("question", "heading", "unseen")]
                return [
                    *self._claims("science", 300, are_answered=True),
                    *(_asked("science", "hand", item, ()) for item in self._hand),
                    *(_asked("science", "known", item, ()) for item in _some(strange, _MOST)),
                ]
            case _:
                return list(self._of_sections(base))

    def _of_docs(self) -> Iterator[Asked]:
        for number, item in enumerate(self._hand):
            answers = (item["path"],) if item["answerable"] else ()
            yield _asked("docs", "hand", item, answers)
            if item["kind"] in ("question", "near", "everyday", "across"):
                form = _CHATTY[item["lang"]][number % len(_CHATTY[item["lang"]])]
                chatty = {**item, "kind": "chatty", "query": form.format(item["query"])}
                yield _asked("docs", "hand", chatty, answers, topic=item["query"])
        yield from (_asked("docs", "known", item, (item["path"],)) for item in self._known)

    def _claims(self, base: str, most: int, *, are_answered: bool) -> Iterator[Asked]:
        for query, of in _some(self._sets["scifact"], most):
            files = tuple(f"science/{_file_of(document)}" for document in of)
            item = {"kind": "claim", "lang": "en", "query": query}
            yield _asked(base, "claims", item, files if are_answered else ())

    def _of_sections(self, base: str) -> Iterator[Asked]:
        for collection, name in (("across", SETS[base]), ("same", _SAME_WORDS[base])):
            for query, of in _some(self._sets[name], _MOST):
                files = tuple(f"{base}/{_file_of(document)}" for document in of)
                item = {"kind": "heading", "lang": language_of(query), "query": query}
                yield _asked(base, collection, item, files)
        yield from self._claims(base, 150, are_answered=False)
        for item in self._hand:
            if not item["answerable"]:
                yield _asked(base, "hand", item, ())
            elif "fastapi/" in item["path"]:
                page = item["path"].split("/docs/")[-1]
                yield _asked(base, "hand", item, self._sections_of(base, page))
        plain = [item for item in self._kubernetes if item["kind"] in ("question", "heading")]
        yield from (_asked(base, "kubernetes", item, ()) for item in _some(plain, 150))

    def _sections_of(self, base: str, page: str) -> list[str]:
        sections = self._sections[base]
        return [f"{base}/{_file_of(name)}" for name in sections if name.split("#")[0] == page]

    def of_small(self, base: str, files: frozenset[str], number: int) -> list[Asked]:
        """List what is asked of a small base that holds these files of a large one."""
        chance = random.Random(f"{base} {number}")
        own = [asked for asked in self.of(base) if asked.answers & files]
        strange = [asked for asked in self.of(base) if not asked.answers]
        picked = chance.sample(own, min(12, len(own))) + chance.sample(strange, 12)
        name = f"{base} of {len(files)}"
        return [
            Asked(name, a.collection, a.kind, a.lang, a.query, a.answers, a.topic) for a in picked
        ]

    def targets(self, base: str) -> list[str]:
        """List the files that are asked for."""
        return sorted({file for asked in self.of(base) for file in asked.answers})


def _asked(
    base: str, collection: str, item: dict[str, str], answers: Sequence[str], topic: str = ""
) -> Asked:
    query = item["query"]
    return Asked(
        base, collection, item["kind"], item["lang"], query, frozenset(answers), topic or query
    )


def _some(items: list[object], most: int) -> list:
    return random.Random(3).sample(items, min(most, len(items)))
