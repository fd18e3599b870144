"""What is read for an answer, and what comes along."""

import asyncio
from dataclasses import dataclass, replace

from kebab.answer.passages import PIECE_TOKENS, Packer
from kebab.catalog.records import Chunk


@dataclass(frozen=True)
class Doc:
    id: str
    title: str
    chunk_count: int = 4


@dataclass(frozen=True)
class Hit:
    chunk_id: str


class Catalog:
    def __init__(self, **titles):
        self.documents = {name: Doc(name, title) for name, title in titles.items()}

    def get_chunk(self, chunk_id):
        document, ordinal = chunk_id[0], int(chunk_id[1:])
        if document not in self.documents:
            return None
        text = f"{chunk_id} begins.\n" + "It goes on. " * 20
        return Chunk(ordinal, chunk_id, document, ordinal, 0, (), text, 1, 2, 50)

    def chunks_of(self, document):
        return [
            self.get_chunk(f"{document}{n}") for n in range(self.documents[document].chunk_count)
        ]

    def documents_by_ids(self, ids):
        return {name: self.documents[name] for name in set(ids)}


def packed(catalog, chunks, *, budget=10_000, defined=(), **options):
    packer = Packer(catalog, max_per_document=3, **options)
    pieces = asyncio.run(packer.pack([Hit(one) for one in chunks], budget, defined))
    return [[part.passage.chunk.chunk_id for part in piece.parts] for piece in pieces]


def test_a_chunk_that_was_deleted_meanwhile_is_left_out():
    assert packed(Catalog(a="A"), ["a2", "x1"]) == [["a2"]]


def test_the_beginning_of_the_document_named_after_the_term_comes_along():
    catalog = Catalog(a="DaemonSets", b="Upgrades")

    assert packed(catalog, ["b3", "a3"], defined=["DaemonSet"]) == [["b3"], ["a0", "a1"], ["a3"]]
    assert packed(catalog, ["b3", "a3"]) == [["b3"], ["a3"]]


def test_a_beginning_that_was_found_anyway_comes_once():
    assert packed(Catalog(a="Pod"), ["a0", "a2"], defined=["Pod"]) == [["a0", "a1", "a2"]]


def test_a_large_document_is_not_read_for_its_beginning():
    catalog = Catalog(a="Pod")
    catalog.documents["a"] = replace(catalog.documents["a"], chunk_count=10_000)

    assert packed(catalog, ["a7"], defined=["Pod"]) == [["a7"]]


def test_the_models_own_count_decides_what_fits():
    async def count(_text):
        return 100

    assert packed(Catalog(a="A"), ["a0", "a2"], budget=150 + PIECE_TOKENS) == [["a0"], ["a2"]]
    assert packed(Catalog(a="A"), ["a0", "a2"], budget=150 + PIECE_TOKENS, count_tokens=count) == [
        ["a0"]
    ]


def test_the_only_passage_is_cut_to_the_budget():
    async def count(text):
        return len(text)

    packer = Packer(Catalog(a="A"), max_per_document=3, count_tokens=count)
    (piece,) = asyncio.run(packer.pack([Hit("a0")], PIECE_TOKENS + 100))

    assert piece.text == "a0 begins."
