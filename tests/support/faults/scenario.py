"""Bases that were ingested before, the ingest that is to be disturbed, and what it has to reach."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from support.documents import new_document
from support.faults.injector import Injector, Mode
from support.forks.commands import Forks
from support.product import KEBAB, Product
from support.worker_inside import WorkerInside

from kebab.catalog.reader import CatalogReader
from kebab.catalog.records import NewChunk
from kebab.catalog.shard_reader import ShardReader
from kebab.catalog.writer import CatalogWriter
from kebab.ingest.scope import IngestOptions
from kebab.pool.worker_config import embedding_config, worker_config
from kebab.search.service import SearchService
from kebab.security.path_rules import rules_of
from kebab.settings.load import load_settings
from kebab.settings.model import EXTERNAL
from kebab.settings.paths import catalog_path
from kebab.wire.ingest import IngestReport
from kebab.wire.search import SearchInput
from kebab.writing import Writing
from workers.shard.shard import Shard

SETTINGS = """[storage]
data_dir = "base"
state_dir = "{logs}"
shards = {shards}
[embedding]
provider = "hashed"
dimensions = 16
[search]
exact_limit = 0
[[sources]]
id = "notes"
root = "notes"
"""
QUESTIONS = (
    "the lantern", "harbour and bridge", '"under the zebra"', "note 7", "lantern -harbour",
    "the river is not from here", "recipe", "changed", "library", "orchard of 12",
)  # fmt: skip
MODES = ("lexical", "vector", "hybrid")
_THINGS = ("lantern", "harbour", "bridge", "library", "orchard", "recipe", "river", "pension")
_COMMITS = 7  # one more, and Tantivy merges the segments
_FILES_A_COMMIT = 6
_PATIENCE_S = 20.0  # for a killed process to let go of its locks
_CHUNKS = 1100  # linked and put: enough changes for a checkpoint
_CHUNKS_A_DOCUMENT = 100
_BODY_BYTES = 400_000  # so that the catalog's log is long enough to be moved into its file


@dataclass(frozen=True, slots=True)
class State:
    """What a base holds and answers, without what depends on when it was made."""

    documents: tuple[tuple[Any, ...], ...]
    answers: tuple[tuple[str, str, tuple[tuple[str, float], ...]], ...]

    def texts(self) -> dict[str, list[str]]:
        """Return what each document's chunks say."""
        return {path: [chunk[1] for chunk in chunks] for _, path, *_, chunks in self.documents}


@dataclass(frozen=True, slots=True)
class Ended:
    """How an ingest ended, and what it had told until then."""

    status: int
    events: list[dict[str, Any]]
    stderr: str

    def stored_paths(self) -> set[str]:
        """Return the files whose commit was reported."""
        return {
            event["path"]
            for event in self.events
            if event.get("kind") == "asset_finished" and event["result"] in {"new", "updated"}
        }


def note(number: int, what: str) -> str:
    # Long enough in common words that its language needs no model.
    return (
        f"# Note {number}\n\nThis is the {what} of the {_THINGS[number % 8]} {number}, and it is "
        f"not from here.\n\n## More\n\nThat {what} with the number {number * 7} is for you.\n"
    )


class Scenario:
    """A base, what has changed since its last ingest, and how to put it back to there.

    The folder of the files stays the same, so that nothing looks moved.
    """

    def __init__(self, folder: Path, *, is_large: bool = False, logs: str = "state") -> None:
        folder.mkdir()
        self.folder = folder / "product"
        self.folder.mkdir()
        self._kept = folder / "kept"
        settings = SETTINGS.format(shards=1 if is_large else 2, logs=logs)
        self.product = Product(self.folder, {}, settings)
        self.settings = load_settings(self.product.config, {}, {}).settings
        self.data = self.settings.storage.data_dir
        self.model = embedding_config(self.settings.embedding).identity
        self.injector = Injector(self.folder, folder / "control")
        self._forks: Forks | None = None
        if is_large:
            self._fill_by_hand()
        else:
            self._fill()
        self.changed = self._change()
        self.restore()
        self.finish()
        self.expected = self.state()

    def _fill(self) -> None:
        """Ingest often enough that the next commit makes Tantivy merge."""
        for commit in range(_COMMITS):
            for number in range(commit * _FILES_A_COMMIT, (commit + 1) * _FILES_A_COMMIT):
                self.product.write(f"notes/{number:02}.md", note(number, "lantern"))
            self.finish()
        shutil.copytree(self.data, self._kept)

    def _fill_by_hand(self) -> None:
        """Save a checkpoint, then commit as much again that no view and no checkpoint has seen."""
        for number in range(8):
            self.product.write(f"notes/{number:02}.md", note(number, "lantern"))
        self.finish()
        path = catalog_path(self.data)
        with closing(CatalogWriter(path, 1)) as writer:
            writer._db.execute("PRAGMA wal_autocheckpoint = 0")
            self._put_chunks(writer, 0)
            self.finish()
            writer._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._put_chunks(writer, _CHUNKS)
            # With its log beside it: the next commit is what moves it into the catalog's file.
            shutil.copytree(self.data, self._kept, ignore=shutil.ignore_patterns("*-shm"))

    def _put_chunks(self, writer: CatalogWriter, start: int) -> None:
        random = np.random.default_rng(start)
        with writer.batch():
            for first in range(start, start + _CHUNKS, _CHUNKS_A_DOCUMENT):
                numbers = range(first, first + _CHUNKS_A_DOCUMENT)
                chunks = [
                    NewChunk(f"The {_THINGS[n % 8]} of {n % 50} in {n}", (), n, n, 9)
                    for n in numbers
                ]
                keys = [b"%d" % n for n in numbers]
                document = new_document(
                    f"{first}.md",
                    source_id=EXTERNAL,
                    title="By hand",
                    body=random.bytes(_BODY_BYTES),
                )
                rows = writer.put_document(document, chunks, keys, 1).rows
                vectors = random.standard_normal((len(rows), 16)).astype("<f2")
                made = [
                    (row, key, vector.tobytes())
                    for row, key, vector in zip(rows, keys, vectors, strict=True)
                ]
                writer.put_vectors(self.model, made, 1)

    def _change(self) -> set[str]:
        """Change, touch, remove and add files; return those that have to be stored."""
        for number in range(3):
            self.product.write(f"notes/{number:02}.md", note(number, "changed zebra"))
        for number in range(3, 5):
            (self.folder / f"notes/{number:02}.md").unlink()
        os.utime(self.folder / "notes/05.md", (1, 1))
        for number in range(60, 65):
            self.product.write(f"notes/{number:02}.md", note(number, "night under the zebra"))
        return {f"{number:02}.md" for number in (*range(3), *range(60, 65))}

    def restore(self) -> None:
        """Put the base back to before the ingest."""
        self.injector.arm(Mode.COUNT)
        shutil.rmtree(self.data, ignore_errors=True)
        shutil.rmtree(self.settings.storage.state_dir, ignore_errors=True)
        shutil.copytree(self._kept, self.data)

    def ingest(self) -> Ended:
        """Run the real command, front and worker in a process group of their own."""
        ran = self.run("ingest")
        return _ended(ran.returncode, ran.stdout, ran.stderr)

    def quick_ingest(self) -> Ended:
        """Do the same without the time that imports take: front and worker are forks."""
        ran = self.quick_run("ingest")
        return _ended(ran.returncode, ran.stdout, ran.stderr)

    def quick_run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command in a fork, on the disk as it is."""
        env = {**self.product.env, **self.injector.env}
        if self._forks is None:
            self._forks = Forks(env)
        return self._forks.run(*words, "--json", env=env, cwd=self.folder, timeout=60)

    def close(self) -> None:
        """End what the forks are of."""
        if self._forks is not None:
            self._forks.close()

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command on the disk as it is."""
        return subprocess.run(
            [*KEBAB, *words, "--json"],
            env={**self.product.env, **self.injector.env},
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            start_new_session=True,
            check=False,
        )

    def finish(self) -> IngestReport:
        """Run an ingest here, with its worker inside."""
        with self._worker() as worker:
            rules = rules_of(self.settings, None, allow_all=True)
            writing = Writing(
                self.settings, self.model, lambda _count: worker, lambda _who: None, rules
            )
            run = writing.ingest(IngestOptions(), lambda _event: None, asyncio.Event())
            return asyncio.run(run)

    @contextmanager
    def _worker(self) -> Iterator[WorkerInside]:
        with closing(WorkerInside(self.settings, self.settings.storage.shards)) as worker:
            yield worker

    # --- what is there

    def texts(self) -> dict[str, list[str]]:
        """Return what each document's chunks say."""
        with closing(CatalogReader(catalog_path(self.data))) as reader:
            return {
                path: [c.text for c in reader.chunks_of(key)] for _, path, key in reader.paths()
            }

    def faults_of_catalog(self) -> list[str] | None:
        """Return what SQLite's own check finds."""
        with closing(CatalogReader(catalog_path(self.data))) as reader:
            found = reader._all("PRAGMA integrity_check")
            return [row[0] for row in found if row[0] != "ok"]

    def faults_of_views(self) -> list[str]:
        """Open every view as a worker does, and tell where it differs from the catalog."""
        faults: list[str] = []
        count = self.settings.storage.shards
        config = worker_config(self.settings, count, tuple(range(count)))
        with closing(ShardReader(catalog_path(self.data))) as reader:
            for number in range(count):
                with closing(Shard(number, config, reader)) as shard:
                    faults += self._compare(shard, reader)
        return faults

    def _compare(self, shard: Shard, reader: ShardReader) -> Iterator[str]:
        lag = shard.catch_up_lexical(lambda: None, _PATIENCE_S) + shard.catch_up_vectors(
            lambda: None
        )
        if lag:
            yield f"shard {shard.number} lags by {lag}"
        if shard.rebuilds:
            yield f"shard {shard.number} was rebuilt {shard.rebuilds} times"
        if shard.lexical.rows() != set(reader.rows(shard.number, 0, -1)):
            yield f"shard {shard.number} has other rows in its lexical view than the catalog"
        if shard.vectors.rows() != dict(reader.shard_vectors(shard.number, self.model)).keys():
            yield f"shard {shard.number} has other rows in its vector view than the catalog"

    def state(self) -> State:
        """Return what the base holds, and what it answers."""
        with closing(CatalogReader(catalog_path(self.data))) as reader, self._worker() as worker:
            documents = tuple(
                (
                    d.source_id,
                    d.path,
                    d.title,
                    d.content_hash,
                    d.size_bytes,
                    d.mtime_ns,
                    d.shard,
                    tuple((c.chunk_id, c.text, c.line_start) for c in reader.chunks_of(d.id)),
                )
                for d in reader.documents()
            )
            service = SearchService(worker, reader, self.settings.search, model=self.model)
            return State(documents, asyncio.run(_ask_all(service)))


def _ended(status: int, out: str, err: str) -> Ended:
    whole = out[: out.rfind("\n") + 1].splitlines()
    return Ended(status, [json.loads(line) for line in whole], err)


async def _ask_all(
    service: SearchService,
) -> tuple[tuple[str, str, tuple[tuple[str, float], ...]], ...]:
    answers = []
    for mode in MODES:
        for question in QUESTIONS:
            found = await service.search(SearchInput(query=question, mode=mode, k=20))
            assert not found.degraded
            hits = tuple((hit.chunk_id, hit.score) for hit in found.hits)
            answers.append((mode, question, hits))
    return tuple(answers)
