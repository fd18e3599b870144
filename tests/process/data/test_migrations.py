"""A base of any earlier schema opens, is brought up to date after a backup, and answers."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from support.dumped import DOCUMENTS, QUESTIONS, SETTINGS
from support.product import Product

from kebab.catalog.connection import open_connection
from kebab.catalog.migrate import migrate, read_steps, version
from kebab.catalog.reader import CatalogReader
from kebab.errors import StoreError

DUMPS = Path(__file__).resolve().parents[2] / "dumps"
ROOT = "/kebab/base-of-a-dump"  # as in tests/dumps/write_dump.py
STEPS = read_steps()
LATEST = len(STEPS)
VERSIONS = sorted(
    int(found[1])
    for path in DUMPS.glob("*.sql")
    if (found := re.fullmatch(r"schema-(\d+)\.sql", path.name))
)


def load(number, folder):
    """Make the base of a dump, with its documents."""
    product = Product(folder, DOCUMENTS, SETTINGS)
    path = folder / "base" / "catalog.sqlite"
    path.parent.mkdir()
    sql = (DUMPS / f"schema-{number}.sql").read_text("utf-8").replace(ROOT, str(folder))
    with closing(sqlite3.connect(path)) as db:
        db.executescript(sql)
    return product, path


def content(path):
    """Give everything a catalog holds, without opening it as kebab does."""
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump()), version(db)


def test_every_schema_before_this_one_is_kept_as_a_dump():
    """Run tests/dumps/write_dump.py before a migration is added, and keep what it writes."""
    assert set(range(1, LATEST)) <= set(VERSIONS)
    assert max(VERSIONS) <= LATEST


@pytest.mark.parametrize("number", VERSIONS)
def test_a_base_of_an_earlier_schema_is_migrated_and_answers(tmp_path, number):
    product, path = load(number, tmp_path)
    with closing(sqlite3.connect(path)) as db:
        vectors = db.execute("SELECT count(*), max(used_at_ms) FROM embeddings").fetchone()
    if number < LATEST:
        ran = product.run("search", "backup", "--json")
        assert "kebab ingest" in ran.stdout + ran.stderr
    product.write("notes/late.md", "# Late\n\nA zeppelin over the harbour.\n")
    report = product.read("ingest")

    assert report["errors"] == 0
    assert (path.with_name(f"catalog.sqlite.v{number}.bak").exists()) == (number < LATEST)
    for query, text in {**QUESTIONS, "zeppelin": "A zeppelin over"}.items():
        for mode in ("lexical", "vector", "hybrid"):
            hits = product.read("search", query, "--mode", mode, "--k", "5")["hits"]
            assert any(text in hit["snippet"] for hit in hits), (query, mode)
    with closing(sqlite3.connect(path)) as db:
        assert version(db) == LATEST
        kept = "SELECT count(*), max(used_at_ms) FROM embeddings WHERE used_at_ms <= ?"
        assert db.execute(kept, vectors[1:]).fetchone() == vectors
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert product.read("doctor")["ok"]


@pytest.fixture
def old(tmp_path):
    """Make the base of the newest dump, whose schema is older than the steps of a test."""
    return load(VERSIONS[-1], tmp_path)[1]


def steps_with(*more):
    return [*STEPS[: VERSIONS[-1]], *more]


GOOD = (
    "CREATE TABLE later (x);\nINSERT INTO later VALUES ('a; b');\nUPDATE documents SET title = 'x'"
)
BAD = f"{GOOD};\nSELECT * FROM nowhere;"


def test_a_step_that_fails_leaves_the_catalog_as_it_was_with_a_backup(old):
    before = content(old)
    with (
        closing(open_connection(old, writable=True)) as db,
        pytest.raises(StoreError),
    ):
        migrate(db, old, steps_with(BAD))

    assert content(old) == before
    assert content(old.with_name(f"{old.name}.v{VERSIONS[-1]}.bak")) == before


def test_of_several_steps_the_ones_that_succeeded_stay(old):
    with (
        closing(open_connection(old, writable=True)) as db,
        pytest.raises(StoreError),
    ):
        migrate(db, old, steps_with(GOOD, "SELECT * FROM nowhere"))

    assert content(old)[1] == VERSIONS[-1] + 1
    assert "INSERT INTO \"later\" VALUES('a; b');" in content(old)[0]


MIGRATING = """
import json, os, sys
from pathlib import Path
from kebab.catalog.connection import open_connection
from kebab.catalog.migrate import migrate
path = Path(sys.argv[1])
db = open_connection(path, writable=True)
def tell():
    print("inside", flush=True)
    sys.stdin.readline()
    return 1
db.create_function("tell", 0, tell)
db.set_trace_callback(lambda sql: sql.startswith("BEGIN") and print("begins", flush=True))
print(migrate(db, path, json.loads(sys.argv[2])), flush=True)
"""


def start_migrating(path, steps):
    """Start a process that migrates, and tells when it begins a step.

    In a step, SQL calls tell() to say that it is there and to wait.
    """
    return subprocess.Popen(
        [sys.executable, "-c", MIGRATING, str(path), json.dumps(steps)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def test_a_process_killed_inside_a_step_leaves_the_catalog_as_it_was(old):
    before = content(old)
    steps = steps_with(f"{GOOD};\nSELECT tell();")
    with start_migrating(old, steps) as process:
        assert [process.stdout.readline() for _ in range(2)] == ["begins\n", "inside\n"]
        os.kill(process.pid, signal.SIGKILL)

    assert content(old) == before
    assert content(old.with_name(f"{old.name}.v{VERSIONS[-1]}.bak")) == before
    with closing(open_connection(old, writable=True)) as db:
        assert migrate(db, old, steps_with(GOOD)) == 1


def test_a_process_killed_while_it_copies_leaves_no_backup_that_is_not_whole(old):
    left = old.with_name(f"{old.name}.v{VERSIONS[-1]}.bak.999999")
    left.write_bytes(b"half of a cat")
    before = content(old)
    with closing(open_connection(old, writable=True)) as db:
        migrate(db, old, steps_with(GOOD))

    assert content(old.with_name(f"{old.name}.v{VERSIONS[-1]}.bak")) == before
    assert sorted(path.name for path in old.parent.glob("*.bak*")) == [
        f"{old.name}.v{VERSIONS[-1]}.bak"
    ]


def test_of_two_that_migrate_at_once_one_does_it(old):
    before = content(old)
    with start_migrating(old, steps_with(f"SELECT tell();\n{GOOD}")) as first:
        assert [first.stdout.readline() for _ in range(2)] == ["begins\n", "inside\n"]
        with start_migrating(old, steps_with(GOOD)) as second:
            assert second.stdout.readline() == "begins\n"  # now it waits for the first
            first.stdin.write("\n")
            first.stdin.flush()
            outputs = [process.communicate(timeout=60) for process in (first, second)]

    assert [(out, err) for out, err in outputs] == [("1\n", ""), ("0\n", "")]
    assert content(old)[1] == VERSIONS[-1] + 1
    assert content(old.with_name(f"{old.name}.v{VERSIONS[-1]}.bak")) == before


def test_many_that_make_a_catalog_at_once_agree(tmp_path):
    path = tmp_path / "new.sqlite"
    processes = [start_migrating(path, STEPS) for _ in range(4)]
    outputs = [process.communicate(timeout=60) for process in processes]

    assert [err for _, err in outputs] == [""] * 4
    assert sum(int(out.split()[-1]) for out, _ in outputs) == LATEST


@pytest.mark.parametrize(("change", "remedy"), [(-1, "kebab ingest"), (1, "newer kebab")])
def test_a_reader_names_what_to_do_about_another_schema(old, change, remedy):
    with closing(sqlite3.connect(old)) as db:
        if LATEST + change == 0:
            pytest.skip("there is no schema before the first")
        db.execute(f"PRAGMA user_version = {LATEST + change}")

    with pytest.raises(StoreError) as raised:
        CatalogReader(old)
    assert remedy in raised.value.hint
    assert raised.value.code == "io_error"


def test_a_server_that_runs_tells_of_a_catalog_that_a_newer_kebab_migrated(tmp_path):
    product, path = load(VERSIONS[-1], tmp_path)
    assert product.run("ingest").returncode == 0
    with product.serve() as server:
        text, is_error = server.call("search", query="backup")
        assert not is_error, text
        with closing(open_connection(path, writable=True)) as db:
            migrate(db, path, [*STEPS, "ALTER TABLE chunks RENAME TO pieces"])

        for tool, arguments in (("search", {"query": "harbour"}), ("list_docs", {})):
            text, is_error = server.call(tool, **arguments)
            assert is_error, text
            assert json.loads(text)["code"] == "io_error"
            assert "newer kebab" in json.loads(text)["hint"]
        text, is_error = server.call("ingest_stdin", title="x", content="late")
        assert is_error
        assert "newer kebab" in json.loads(text)["hint"]
        text, is_error = server.call("doctor")
        assert not is_error
        check = next(c for c in json.loads(text)["checks"] if c["name"] == "catalog")
        assert not check["ok"]
        assert "newer kebab" in check["hint"]
