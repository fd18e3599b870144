"""Changed files, damaged views and several processes: what others got wrong.

Numbers are those of the collected complaints about other products.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import threading
from pathlib import Path

import psutil
import pytest

from kebab.ingest.lease import hold_lease, this_process
from kebab.ingest.scope import IngestOptions

MANY = {f"many/{n:03}.md": f"# Page {n}\n\nThe walrus number {n} swims.\n" for n in range(120)}


# 56
def test_edited_and_deleted_files_are_marked_in_every_answer(open_shelf):
    names = ("edited.md", "gone.md", "same.md")
    shelf = open_shelf({name: f"freshword in {name}\n" for name in names})
    shelf.ingest()
    shelf.write("edited.md", "another text altogether\n")
    (shelf.notes / "gone.md").unlink()
    os.utime(shelf.notes / "same.md")

    for mode in ("lexical", "vector", "hybrid"):
        hits = {hit.doc_path: hit for hit in shelf.search("freshword", mode).hits}
        assert [hits[name].stale for name in names] == [True, True, False]
        assert [hits[name].citation.stale for name in names] == [True, True, False]
        fetched = [shelf.fetch(kind="chunk", chunk_id=hits[name].chunk_id) for name in names]
        assert [text.stale for text in fetched] == [True, True, False]
        assert [text.gone for text in fetched] == [False, True, False]
    shelf.ingest()
    assert shelf.found("freshword") == ["same.md"]


# 56
def test_deleted_file_is_told_by_the_command_too(open_shelf):
    shelf = open_shelf({"gone.md": "freshword\n"})
    shelf.ingest()
    (shelf.notes / "gone.md").unlink()

    found = json.loads(shelf.command("search", "freshword", "--json").stdout)
    fetched = json.loads(shelf.command("fetch", "doc", "gone.md", "--json").stdout)
    shown = shelf.command("search", "freshword")

    assert found["hits"][0]["stale"]
    assert (fetched["gone"], fetched["text"]) == (True, "freshword")
    assert "[stale]" in shown.stdout


# 56
def test_run_over_a_part_deletes_nothing_else_and_the_last_file_can_leave(open_shelf):
    shelf = open_shelf({"a/one.md": "partword\n", "b/two.md": "partword\n"})
    shelf.ingest()
    (shelf.notes / "a" / "one.md").unlink()

    shelf.ingest(paths=(shelf.notes / "a",))
    assert shelf.found("partword") == ["b/two.md"]
    (shelf.notes / "b" / "two.md").unlink()
    assert shelf.ingest().purged_deleted_files == 1

    for mode in ("lexical", "vector", "hybrid"):
        response = shelf.search("partword", mode)
        assert response.hits == []
        assert "nothing is indexed" in response.hint
    assert shelf.paths() == []


# 57
def test_stopped_run_tells_the_truth_and_the_next_one_finishes(open_shelf):
    shelf = open_shelf(MANY)
    stop = asyncio.Event()

    def stop_at_first(event):
        if event.kind == "asset_finished":
            stop.set()

    report = shelf.run(shelf.base.ingest(IngestOptions(), stop_at_first, stop))

    assert report.aborted
    found = shelf.paths()
    assert 0 < len(found) <= len(MANY)
    assert set(shelf.found("walrus", k=100)) <= set(found)
    assert shelf.run(shelf.base.doctor()).ok
    report = shelf.ingest()
    assert (report.errors, report.vector_coverage) == (0, 1)
    assert len(shelf.paths()) == len(MANY)


# 57
def test_edit_keeps_one_vector_a_chunk_and_removed_documents_are_never_cited(open_shelf):
    shelf = open_shelf({"a.md": "The heron waits.\n", "b.md": "The otter dives.\n"})
    shelf.ingest()
    for turn in range(3):
        shelf.write("a.md", f"The heron waits, turn {turn}.\n")
        report = shelf.ingest()
        assert (report.updated, report.vector_coverage) == (1, 1)
    shelf.run(shelf.base.forget(["b.md"]))

    doctor = shelf.run(shelf.base.doctor())

    assert doctor.ok
    assert sum(shard.chunks for shard in doctor.shards) == 1
    assert sum(shard.vectors for shard in doctor.shards) == 1
    assert shelf.found("otter dives", "vector") == ["a.md"]
    assert shelf.found("otter dives") == []


# 57, spare
def test_change_of_the_model_is_told_and_no_old_vector_is_compared(open_shelf):
    shelf = open_shelf({"a.md": "The heron waits.\n"})
    shelf.ingest()

    shelf.reopen('provider = "hashed"', 'provider = "hashed"\ndimensions = 64')

    before = shelf.search("heron", "hybrid")
    assert (before.mode, before.vector_coverage) == ("lexical", 0)
    assert "no chunk has a vector" in before.fallback
    assert before.hits[0].doc_path == "a.md"
    assert shelf.ingest().embeddings_indexed == 1
    assert shelf.search("heron", "hybrid").mode == "hybrid"


# 58
def test_reading_writes_nothing_into_the_base(open_shelf):
    shelf = open_shelf({"a.md": "The heron waits.\n"})
    shelf.ingest()
    shelf.search("heron", "hybrid")
    data = shelf.settings.storage.data_dir
    kept = {p: p.read_bytes() for p in data.rglob("*") if p.is_file() and "-shm" not in p.name}

    shelf.search("heron otter", "hybrid")
    shelf.fetch(kind="doc", doc_id="a.md")
    shelf.run(shelf.base.doctor())

    assert {p: p.read_bytes() for p in kept} == kept


# 58
def test_readers_answer_while_another_process_holds_the_lease(open_shelf):
    shelf = open_shelf({"a.md": "The heron waits.\n"})
    shelf.ingest()

    async def read_while_locked():
        holder = this_process("2026-01-01T00:00:00+00:00")
        async with hold_lease(shelf.settings.storage.data_dir, holder, wait_s=0):
            ran = await asyncio.to_thread(shelf.command, "search", "heron", "--json")
            blocked = await asyncio.to_thread(shelf.command, "ingest", "--json")
            return ran, blocked

    ran, blocked = shelf.run(read_while_locked())

    assert json.loads(ran.stdout)["hits"][0]["doc_path"] == "a.md"
    assert blocked.returncode == 2
    assert json.loads(blocked.stderr.splitlines()[-1])["code"] == "ingest_locked"


# 58
def test_first_ingests_of_two_processes_leave_one_whole_base(machine):
    for number in range(30):
        machine.write(f"notes/{number}.md", f"# Page {number}\n\nThe walrus {number}.\n")
    machine.run("init", "notes")
    ended = []
    threads = [
        threading.Thread(target=lambda: ended.append(machine.run("ingest", "--json")))
        for _ in range(3)
    ]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    codes = [
        "done" if ran.returncode == 0 else json.loads(ran.stderr.splitlines()[-1])["code"]
        for ran in ended
    ]
    assert "done" in codes
    assert set(codes) <= {"done", "ingest_locked"}
    doctor = machine.run("doctor", "--json")
    assert doctor.returncode == 0, doctor.stdout + doctor.stderr
    assert json.loads(machine.run("list", "--json").stdout)["total"] == 30


# 58
def test_four_servers_share_a_base_are_idle_and_end_with_their_input(open_shelf):
    shelf = open_shelf({"a.md": "The heron waits.\n"})
    shelf.ingest()
    call = {"name": "search", "arguments": {"query": "heron", "mode": "lexical"}}
    hello = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    lines = [
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": call},
    ]
    script = "".join(json.dumps({"jsonrpc": "2.0", **line}) + "\n" for line in lines).encode()
    command = [*shelf.machine.command("--config", str(shelf.config), "mcp")]
    servers = [
        subprocess.Popen(
            command, env=shelf.machine.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for _ in range(4)
    ]
    for server in servers:
        server.stdin.write(script)
        server.stdin.flush()
    answers = [[json.loads(server.stdout.readline()) for _ in range(2)][1] for server in servers]
    texts = [json.loads(answer["result"]["content"][0]["text"]) for answer in answers]
    family = [psutil.Process(server.pid) for server in servers]
    family += [child for parent in family for child in parent.children(recursive=True)]
    # Booting and the model's first load go on behind the answer: wait until they are over.
    busy = used = cpu_s(family)
    for _ in range(30):
        psutil.wait_procs(family, timeout=1)
        busy, used = used, cpu_s(family)
        if used - busy < 0.1:
            break

    for server in servers:
        server.stdin.close()
        server.wait(30)
        server.stdout.close()

    assert all(text["hits"][0]["doc_path"] == "a.md" for text in texts)
    assert used - busy < 0.1
    assert [p for p in psutil.wait_procs(family, timeout=10)[1] if p.status() != "zombie"] == []


def cpu_s(processes: list[psutil.Process]) -> float:
    """Add up what the processes have used of the processor."""
    return sum(sum(process.cpu_times()[:2]) for process in processes)


def vector_files(shelf) -> list[Path]:
    folder = shelf.settings.storage.data_dir / "views"
    return sorted(path for path in folder.glob("*/vectors/*") if path.is_file())


def cut(path):
    os.truncate(path, path.stat().st_size // 2)


def flip(path):
    stored = bytearray(path.read_bytes())
    stored[len(stored) // 2] ^= 0xFF
    path.write_bytes(stored)


@pytest.fixture(scope="module")
def saved(open_shelf):
    """Fill a base whose vectors are many enough to be saved as a graph."""
    parts = "".join(f"## Part {n}\n\nPage {n} about topic{n % 97}.\n\n" for n in range(2200))
    shelf = open_shelf(
        {"parts.md": parts},
        more_settings='[search]\nexact_limit = 0\n[[sources]]\nroot = "notes"\n',
    )
    shelf.reopen('state_dir = "state"', 'state_dir = "state"\nshards = 1')
    assert shelf.ingest().chunks_indexed == 2200
    return shelf


def first_chunks(shelf, query):
    """Return the best hits; further down a graph and a plain scan may differ."""
    return [hit.chunk_id for hit in shelf.search(query, "hybrid", k=5).hits]


# 59
@pytest.mark.parametrize("damage", [cut, flip, Path.unlink, lambda path: path.write_bytes(b"")])
def test_damaged_vectors_are_rebuilt_by_themselves_and_words_answer(saved, damage):
    saved.run(saved.base.reindex())
    queries = ("topic3", "page about topic5", "something else")
    before = [first_chunks(saved, query) for query in queries]
    saved.reopen()
    files = vector_files(saved)
    for path in files:
        damage(path)

    words = saved.search("topic3").hits
    after = [first_chunks(saved, query) for query in queries]

    assert files
    assert "topic3." in words[0].snippet
    assert after == before
    doctor = saved.run(saved.base.doctor())
    assert doctor.ok
    assert [shard.vector_chunks for shard in doctor.shards] == [2200]


# 59
def test_worker_killed_at_work_costs_no_answer_and_no_document(open_shelf):
    shelf = open_shelf({"a.md": "The heron waits.\n"})
    shelf.ingest()
    pid = shelf.run(shelf.base.doctor()).workers[0].pid

    async def ingest_and_kill():
        def kill_at_first(event):
            if event.kind == "asset_finished" and psutil.pid_exists(pid):
                os.kill(pid, signal.SIGKILL)

        return await shelf.base.ingest(IngestOptions(), kill_at_first, asyncio.Event())

    for name, text in MANY.items():
        shelf.write(name, text)
    report = shelf.run(ingest_and_kill())

    assert (report.new, report.errors, report.vector_coverage) == (120, 0, 1)
    for mode in ("lexical", "vector", "hybrid"):
        assert shelf.found("heron waits", mode)[0] == "a.md"
    assert shelf.run(shelf.base.doctor()).ok
