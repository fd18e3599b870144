"""A whole knowledge base to be damaged: copied cheaply, asked in one process or by a server."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from support.product import SETTINGS, Product, corpus

from kebab.catalog.ids import document_id, shard_of
from kebab.knowledge_base import KnowledgeBase
from kebab.settings.load import load_settings
from kebab.wire.search import SearchInput

# Small, so that the shard of LARGE keeps a graph on the disk.
INDEXED = (
    SETTINGS.replace('provider = "hashed"', 'provider = "hashed"\ndimensions = 64')
    + "[hwp]\nworkers = 0\n"  # doctor is asked often, and what it says of HWP is no matter here
)
INDEXED += "[search]\nexact_limit = 200\n"
SHARDS = 4
LARGE = 1  # the shard of the large document
SECTIONS = 1100
QUESTIONS = ("how is the backup kept", "백업 규칙", "nothing happened at the river", "signal 77")
MODES = ("lexical", "vector", "hybrid")


def large_document():
    """Give a document that fills one shard: its name, and a text of many short sections."""
    names = (f"notes/large-{number}.md" for number in range(1000))
    name = next(name for name in names if shard_of_file(name) == LARGE)
    words = ("lamp", "stone", "valley", "engine", "mirror", "signal")
    text = "".join(
        f"# Part {number}\n\nThe {words[number % 6]} {number} stands by the"
        f" {words[number // 6 % 6]} {number * 7 % 1000}.\n\n"
        for number in range(SECTIONS)
    )
    return name, text


def make_base(folder, *, large=True):
    """Ingest the corpus into a new folder."""
    files = corpus()
    if large:
        files |= [large_document()]
    product = Product(folder, files, INDEXED)
    ingest(product)
    # An edit of a document beside the large one: that segment has deleted entries from now on.
    edited = next(name for name in corpus() if shard_of_file(name) == LARGE)
    product.write(edited, "# Edited\n\nWhat stood here is told elsewhere.\n")
    ingest(product)
    return product


def shard_of_file(name):
    """Tell where the document of a file of the corpus belongs."""
    source, _, path = name.partition("/")
    return shard_of(document_id(source, path), SHARDS)


def restore(product, copy):
    """Put a copy of the catalog in its place, as somebody would who has a backup."""
    for tail in ("-wal", "-shm"):
        catalog(product).with_name(f"catalog.sqlite{tail}").unlink(missing_ok=True)
    incoming = catalog(product).with_name("incoming")
    shutil.copy(copy, incoming)
    incoming.replace(catalog(product))


def ingest(product):
    """Run the command, which has to succeed."""
    ran = product.run("ingest")
    assert ran.returncode == 0, ran.stderr


def copy_base(product, folder):
    """Copy a product that nobody uses, with its documents."""
    shutil.copytree(product.folder, folder)
    return Product(folder, {}, INDEXED)


def views(product, shard=LARGE):
    """Name the folder of a shard's views."""
    return product.folder / "base" / "views" / f"shard-{shard:03d}"


def catalog(product):
    """Name the catalog."""
    return product.folder / "base" / "catalog.sqlite"


def ask(product, questions=QUESTIONS):
    """Open the base, ask everything in every mode, and ask the doctor; all in this process."""

    async def scenario():
        async with KnowledgeBase(load_settings(product.config, {}, {}).settings, workers=1) as base:
            found = [
                (await base.search(SearchInput(query=query, mode=mode))).model_dump()
                for query in questions
                for mode in MODES
            ]
            return answers_of(found), await base.doctor()

    return asyncio.run(scenario())


def ask_server(server, questions=QUESTIONS):
    """Ask the same of a server."""
    found = []
    for query in questions:
        for mode in MODES:
            text, is_error = server.call("search", query=query, mode=mode)
            assert not is_error, text
            found.append(json.loads(text))
    return answers_of(found)


def answers_of(responses):
    """Keep of each response what must not change."""
    for response in responses:
        assert not response.get("index_lag"), response
    return [
        [(hit["chunk_id"], hit["score"], hit["snippet"]) for hit in response["hits"]]
        for response in responses
    ]


def rebuilds(report):
    """Give the rebuilds that a doctor's report tells, by shard."""
    shards = report["shards"] if isinstance(report, dict) else report.model_dump()["shards"]
    return {shard["shard"]: shard["rebuilds"] for shard in shards if shard["rebuilds"]}


def vectors_made(product):
    """Tell every vector that was ever computed, and the newest change: embedding adds to both."""
    with closing(sqlite3.connect(catalog(product))) as db:
        made = db.execute("SELECT count(*), max(id), sum(used_at_ms) FROM embeddings").fetchone()
        return made, db.execute("SELECT max(revision) FROM log").fetchone()


def truncate(path, _seed=0):
    """Cut a file in half."""
    os.truncate(path, path.stat().st_size // 2)


def empty(path, _seed=0):
    """Leave nothing in a file."""
    os.truncate(path, 0)


def delete(path, _seed=0):
    """Remove a file."""
    path.unlink()


def flip(path, seed=0):
    """Turn one bit over."""
    chance = random.Random(f"{path.suffix}{seed}")  # noqa: S311 - a seed, so that it can be repeated
    offset, bit = chance.randrange(path.stat().st_size), chance.randrange(8)
    with path.open("r+b") as file:
        file.seek(offset)
        (byte,) = file.read(1)
        file.seek(offset)
        file.write(bytes([byte ^ 1 << bit]))


def file_for_folder(path, _seed=0):
    """Put a file where a folder was."""
    shutil.rmtree(path, ignore_errors=True)
    path.write_text("not a folder")


def folder_for_file(path, _seed=0):
    """Put a folder where a file was."""
    path.unlink()
    path.mkdir()
    (path / "inside").write_text("x")


def lose(path, _seed=0):
    """Remove a folder."""
    shutil.rmtree(path, ignore_errors=True)


def only(folder: Path, pattern: str) -> Path:
    """Find the one file, or the largest of several."""
    return max(folder.glob(pattern), key=lambda path: path.stat().st_size)
