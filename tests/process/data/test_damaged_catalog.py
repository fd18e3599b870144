"""A damaged catalog is never taken for an empty base: it is named, kept, and there is a way out."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing

import pytest
from support.damaged import INDEXED, ask, catalog, copy_base, ingest, make_base
from support.product import KEBAB, Product

PAGE = 4096
QUESTIONS = ("how is the backup kept", "규칙은 어디서나 같다")
READING = {
    "search": ("search", "backup"),
    "list": ("list",),
    "inspect": ("inspect", "doc", "notes/en/backup.md"),
    "schema": ("schema",),
}
WRITING = {"ingest": ("ingest",), "forget": ("forget", "en/backup.md"), "reindex": ("reindex",)}


def overwrite_header(path):
    with path.open("r+b") as file:
        file.write(b"\x00garbage" * 12)


def overwrite_pages(path):
    """Every page but the first, as a disk does that lost a stripe."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(PAGE)
        file.write(b"\xa5" * (size - PAGE))


def truncate(path):
    os.truncate(path, path.stat().st_size // 2 // PAGE * PAGE)


def zero(path):
    """Of the right size, and all zeros: what some file systems leave after a power cut."""
    path.write_bytes(bytes(path.stat().st_size))


def empty(path):
    os.truncate(path, 0)


def replace_by_text(path):
    path.unlink()
    path.write_text("# Not a catalog\n\n" * 900, "utf-8")


def replace_by_other_database(path):
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE songs (title)")
        db.commit()


DAMAGES = [overwrite_header, overwrite_pages, truncate, zero, empty, replace_by_text]
DAMAGES += [replace_by_other_database]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    product = make_base(tmp_path_factory.mktemp("whole"), large=False)
    answers, _ = ask(product, QUESTIONS)
    return product, answers


@pytest.fixture
def product(whole, tmp_path):
    return copy_base(whole[0], tmp_path / "copy")


def error_of(ran):
    """Read the error that a command printed as JSON."""
    assert "Traceback" not in ran.stderr
    assert ran.returncode == 2, ran.stdout
    said = (ran.stdout + ran.stderr).splitlines()  # a run that had begun tells its progress too
    return next(json.loads(line) for line in said if '"error.v1"' in line)


def assert_told(error, product):
    assert error["code"] == "catalog_damaged", error
    assert str(catalog(product)) in error["message"]
    assert "sqlite3" in error["hint"]
    assert "kebab ingest" in error["hint"]


def copies(product):
    return sorted(
        path for path in catalog(product).parent.glob("*.damaged-*") if path.name.endswith("Z")
    )


def in_turn(commands, turn):
    """Give two of the commands; over all damages each has its turn."""
    names = list(commands.values())
    return [names[(turn + step) % len(names)] for step in range(2)]


@pytest.mark.parametrize("damage", DAMAGES)
def test_every_command_names_the_damage_and_the_way_out(product, damage):
    damage(catalog(product))
    content = catalog(product).read_bytes()

    turn = DAMAGES.index(damage)
    for words in in_turn(READING, turn):
        assert_told(error_of(product.run(*words, "--json")), product)
    assert copies(product) == []
    for words in in_turn(WRITING, turn):
        assert_told(error_of(product.run(*words, "--json")), product)
    report = json.loads(product.run("doctor", "--json").stdout.splitlines()[-1])
    check = next(check for check in report["checks"] if check["name"] == "catalog")

    assert not report["ok"]
    assert not check["ok"]
    assert "sqlite3" in check["hint"]
    assert [path.read_bytes() for path in copies(product)] == [content] * bool(content)
    assert all(str(copy) in check["hint"] for copy in copies(product))
    if damage is not overwrite_pages:
        assert catalog(product).read_bytes() == content


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_server_that_runs_says_so_and_goes_on_when_the_catalog_is_back(product, damage, whole):
    with product.serve() as server:
        before, is_error = server.call("search", query="backup")
        assert not is_error, before
        aside = catalog(product).with_name("aside")
        shutil.copy(catalog(product), aside)
        damage(catalog(product))
        for tool, arguments in (
            ("search", {"query": "harbour night"}),
            ("list_docs", {}),
            ("ingest_stdin", {"title": "Late", "content": "late"}),
        ):
            text, is_error = server.call(tool, **arguments)
            # what is still in the page cache may be told: it is right
            if is_error:
                assert_told(json.loads(text), product)
            else:
                assert json.loads(text).get("hits") or json.loads(text).get("documents"), text
        server.call("doctor")
        for tail in ("-wal", "-shm"):
            catalog(product).with_name(f"catalog.sqlite{tail}").unlink(missing_ok=True)
        aside.replace(catalog(product))

        after, is_error = server.call("search", query="backup")
        assert not is_error, after
        assert [hit["chunk_id"] for hit in json.loads(after)["hits"]] == [
            hit["chunk_id"] for hit in json.loads(before)["hits"]
        ]


def test_a_folder_in_place_of_the_catalog_is_told(product):
    catalog(product).unlink()
    catalog(product).mkdir()

    for words in (*READING.values(), *WRITING.values()):
        error = error_of(product.run(*words, "--json"))
        assert error["code"] == "io_error"
        assert "it is a folder" in error["message"]


def test_an_empty_file_without_views_is_a_base_in_the_making(tmp_path):
    product = Product(tmp_path, {"notes/a.md": "# A\n\nlantern\n"}, INDEXED)
    catalog(product).parent.mkdir()
    catalog(product).touch()

    assert error_of(product.run("list", "--json"))["code"] == "not_indexed"
    ingest(product)
    assert product.read("search", "lantern")["hits"]


@pytest.mark.parametrize("damage", [overwrite_pages, empty])
def test_a_base_is_whole_again_after_the_damaged_file_was_moved_away(product, whole, damage):
    damage(catalog(product))
    catalog(product).rename(catalog(product).with_name("away"))
    ingest(product)

    answers, report = ask(product, QUESTIONS)
    assert answers == whole_again(product, whole)
    assert not [check for check in report.checks if not check.ok]


def whole_again(product, whole):
    """Answer as a new base does; rows, and so ties, follow the order of ingest."""
    shutil.rmtree(product.folder / "base")
    ingest(product)
    answers, _ = ask(product, QUESTIONS)
    assert [len(one) for one in answers] == [len(one) for one in whole[1]]
    return answers


def run_the_hint(product, tmp_path):
    """Do by the letter what doctor says of a damage in the middle of the catalog."""
    path = catalog(product)
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2 // PAGE * PAGE)
        file.write(b"\xa5" * 3 * PAGE)
    report = json.loads(product.run("doctor", "--json").stdout.splitlines()[-1])
    hint = next(check["hint"] for check in report["checks"] if check["name"] == "catalog")
    commands = hint.partition("run `")[2].partition("`")[0]
    tool = tmp_path / "bin" / "kebab"
    tool.parent.mkdir()
    tool.write_text(f"#!{KEBAB[0]}\n{KEBAB[2]}\n", "utf-8")
    tool.chmod(0o700)
    env = {**product.env, "PATH": f"{tool.parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        ["/bin/sh", "-c", commands], env=env, cwd=product.folder, capture_output=True, check=False
    )


def sqlite_recovers(tmp_path):
    """Tell whether there is a sqlite3 that can `.recover`: Debian's cannot."""
    tool, path = shutil.which("sqlite3"), tmp_path / "sound.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE songs (title)")
    found = subprocess.run([tool, path, ".recover"], capture_output=True, text=True, check=False)
    return "songs" in found.stdout


@pytest.mark.skipif(shutil.which("sqlite3") is None, reason="SQLite's command line is missing")
def test_the_commands_of_the_hint_recover_the_catalog_or_leave_it_alone(product, whole, tmp_path):
    can_recover = sqlite_recovers(tmp_path)
    done = run_the_hint(product, tmp_path)

    assert (done.returncode == 0) == can_recover, done.stderr
    assert catalog(product).with_name("catalog.sqlite.away").exists() == can_recover
    if can_recover:
        answers, report = ask(product, QUESTIONS)
        assert not [check for check in report.checks if not check.ok]
        assert [len(one) for one in answers] == [len(one) for one in whole[1]]
    else:
        assert_told(error_of(product.run("ingest", "--json")), product)


def with_commits_in_the_wal(product):
    """End an ingest so that its last commits stand in the -wal alone."""
    path = catalog(product)
    reading = sqlite3.connect(path)
    reading.execute("BEGIN")
    reading.execute("SELECT count(*) FROM documents").fetchone()  # holds the checkpoint back
    product.write("notes/late.md", "# Late\n\nA zeppelin over the harbour.\n")
    ingest(product)
    wal = path.with_name("catalog.sqlite-wal")
    assert wal.stat().st_size > 0
    kept = {one: one.read_bytes() for one in (path, wal)}
    reading.execute("ROLLBACK")
    reading.close()
    for one, content in kept.items():
        one.write_bytes(content)
    path.with_name("catalog.sqlite-shm").unlink(missing_ok=True)
    return wal


def flip_wal(wal):
    content = bytearray(wal.read_bytes())
    content[len(content) // 3] ^= 0x10
    wal.write_bytes(content)


@pytest.mark.parametrize("damage", [flip_wal, truncate, empty, os.unlink])
def test_commits_that_were_lost_with_the_wal_are_made_again(product, damage):
    """SQLite ends at the last whole commit; the views may be ahead of it, the next run is not."""
    damage(with_commits_in_the_wal(product))
    ran = product.run("search", "backup", "--json")
    assert ran.returncode == 0, ran.stderr

    ingest(product)
    answers, report = ask(product, (*QUESTIONS, "zeppelin"))
    assert not [check for check in report.checks if not check.ok]
    assert "zeppelin" in str(answers[-3])


def test_an_emptied_catalog_does_not_cost_the_commits_in_its_wal(product):
    wal = with_commits_in_the_wal(product)
    shutil.rmtree(catalog(product).parent / "views")
    content = wal.read_bytes()
    empty(catalog(product))

    assert_told(error_of(product.run("ingest", "--json")), product)
    assert_told(error_of(product.run("search", "x", "--json")), product)
    assert wal.read_bytes() == content
