"""The real commands that write: ingest in all its forms, forget, reindex, reset, try."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest


@pytest.fixture
def notes(machine):
    """Prepare a folder of three documents, configured but not ingested."""
    machine.write("notes/one.md", "# One\n\nThe zebra.\n")
    machine.write("notes/two.md", "# Two\n\nThe walrus.\n")
    machine.write("notes/three.txt", "The heron.\n")
    machine.write("notes/photo.raw", "no text")
    assert machine.run("init", "notes").returncode == 0
    return machine


def report_of(ran):
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])


def paths(machine):
    page = json.loads(machine.run("list", "--json", "--limit", "200").stdout)
    return sorted(document["doc_path"] for document in page["documents"])


def test_ingest_prints_events_and_then_one_report(notes):
    ran = notes.run("ingest", "--json")

    *events, report = [json.loads(line) for line in ran.stdout.splitlines()]
    kinds = [event["kind"] for event in events]
    assert ran.stderr == ""
    assert {event["schema_version"] for event in events} == {"ingest_progress.v1"}
    assert kinds[:2] == ["scan_started", "scan_completed"]
    assert kinds[-1] == "completed"
    assert kinds.count("completed") + kinds.count("aborted") == 1
    assert report["schema_version"] == "ingest_report.v1"
    assert (report["new"], report["skipped"], report["errors"]) == (3, 1, 0)


def test_ingest_for_people_ends_with_counts(notes):
    ran = notes.run("ingest")

    assert "  new       3\n" in ran.stdout
    assert ".raw 1" in ran.stdout
    assert "3 files to look at" in ran.stderr
    assert "next: kebab search" in ran.stderr


def test_quiet_ingest_prints_the_counts_only(notes):
    ran = notes.run("ingest", "--quiet")

    assert ran.stderr == ""
    assert "looked at" in ran.stdout


def test_second_run_finds_what_changed(notes):
    notes.run("ingest")
    notes.write("notes/one.md", "# One\n\nThe zebra, again.\n")
    (notes.home / "notes/two.md").unlink()
    notes.write("notes/four.md", "# Four\n\nThe otter.\n")

    report = report_of(notes.run("ingest", "--json", "--summary-only"))

    assert (report["new"], report["updated"], report["unchanged"]) == (1, 1, 1)
    assert report["purged_deleted_files"] == 1
    assert report["items"] is None
    assert paths(notes) == ["four.md", "one.md", "three.txt"]


def test_force_reads_everything_again(notes):
    notes.run("ingest")

    report = report_of(notes.run("ingest", "--force", "--json"))

    assert (report["updated"], report["unchanged"]) == (3, 0)


def test_one_path_is_ingested_alone(notes):
    report = report_of(notes.run("ingest", "notes/one.md", "--json"))

    assert report["new"] == 1
    assert paths(notes) == ["one.md"]


def test_unknown_source_is_an_error(notes):
    ran = notes.run("ingest", "--source", "defualt", "--json")

    assert ran.returncode == 2
    assert json.loads(ran.stderr)["code"] == "invalid_input"


def test_files_and_texts_from_outside_survive_a_full_ingest(notes):
    notes.write("elsewhere/letter.md", "# Letter\n\nThe otter.\n")

    file = report_of(notes.run("ingest-file", "elsewhere/letter.md", "--json"))
    text = report_of(
        notes.run("ingest-stdin", "--title", "A memo", "--tag", "memo", "--json", stdin="The eel.")
    )
    notes.run("ingest")

    assert (file["new"], text["new"]) == (1, 1)
    assert len(paths(notes)) == 5
    hits = json.loads(notes.run("search", "eel", "--tag", "memo", "--json").stdout)["hits"]
    assert hits[0]["title"] == "A memo"


def test_forgotten_document_is_not_found_any_more(notes):
    notes.run("ingest")

    ran = notes.run("forget", "one.md")

    assert ran.stdout.startswith("forgot 1 document")
    assert paths(notes) == ["three.txt", "two.md"]
    assert (notes.home / "notes/one.md").exists()


def test_reindexed_base_answers_the_same(notes):
    notes.run("ingest")
    before = notes.run("search", "zebra", "--json").stdout

    ran = notes.run("reindex", "--shards", "2", "--json")

    assert json.loads(ran.stdout)["shards"] == 2
    after = notes.run("search", "zebra", "--json").stdout
    assert json.loads(after)["hits"] == json.loads(before)["hits"]


def test_vectors_can_be_dropped_and_made_again(notes):
    notes.run("ingest")

    dropped = json.loads(notes.run("reset", "--vector-only", "--yes", "--json").stdout)
    searched = json.loads(notes.run("search", "zebra", "--json").stdout)
    report = report_of(notes.run("ingest", "--json"))

    assert dropped["embedding_rows_truncated"] == 3
    assert searched["hits"][0]["doc_path"] == "one.md"
    assert report["embeddings_indexed"] == 3


def test_reset_leaves_settings_and_sources(notes):
    notes.run("ingest")

    ran = notes.run("reset", "--yes")

    assert ran.returncode == 0, ran.stderr
    assert not notes.data.exists()
    assert notes.config.exists()
    assert (notes.home / "notes/one.md").exists()


def test_reset_without_anybody_to_ask_needs_yes(notes):
    notes.run("ingest")

    ran = notes.run("reset")

    assert ran.returncode == 2
    assert "--yes" in ran.stderr
    assert notes.data.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent there")
def test_interrupt_stops_in_good_order_and_the_next_run_goes_on(notes):
    for number in range(150):
        notes.write(f"notes/many/{number}.md", f"# Page {number}\n\n" + "Some words. " * 200)
    with subprocess.Popen(
        notes.command("ingest", "--json"),
        env=notes.env,
        cwd=notes.home,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as ran:
        for line in ran.stdout:
            if json.loads(line)["kind"] == "asset_finished":
                break
        os.kill(ran.pid, signal.SIGINT)
        *events, report = [json.loads(line) for line in ran.stdout]

        assert ran.wait(60) == 0
    assert report["aborted"]
    assert events[-1]["kind"] == "aborted"
    assert report_of(notes.run("ingest", "--json", "--summary-only"))["errors"] == 0
    assert len(paths(notes)) == 153


def test_try_shows_a_folder_and_leaves_nothing(notes, tmp_path_factory):
    scratch = tmp_path_factory.mktemp("scratch")

    ran = notes.run("try", "notes", "--query", "walrus", env={"TMPDIR": str(scratch)})

    assert ran.returncode == 0, ran.stderr
    assert "two.md#L1-L3" in ran.stdout
    assert "claude mcp add kebab -- " in ran.stderr
    assert list(scratch.iterdir()) == []
    assert not notes.data.exists()


def test_try_without_documents_shows_its_own(machine):
    (machine.home / "empty").mkdir()

    ran = subprocess.run(
        machine.command("try"),
        env=machine.env,
        cwd=machine.home / "empty",
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr
    assert "agents.md#L" in ran.stdout
