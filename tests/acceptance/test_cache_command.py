"""`kebab cache`: what is kept, and pruning it without losing what can be found."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def notes(machine):
    machine.write("notes/one.md", "# One\n\nThe zebra.\n")
    machine.write("notes/two.md", "# Two\n\nThe walrus.\n")
    assert machine.run("init", "notes").returncode == 0
    assert machine.run("ingest").returncode == 0
    (machine.home / "notes/two.md").unlink()
    assert machine.run("ingest").returncode == 0
    return machine


def value(ran):
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_pruning_drops_what_no_document_needs_and_nothing_else(notes):
    before = value(notes.run("cache", "--json"))
    young = value(notes.run("cache", "prune", "--json"))
    pruned = value(notes.run("cache", "prune", "--older-than", "0", "--json"))
    found = value(notes.run("search", "zebra", "--json"))

    assert [one["unused"] for one in before["kinds"]] == [1]
    assert (before["entries"], young["pruned"], pruned["pruned"]) == (2, 0, 1)
    assert pruned["entries"] == 1
    assert found["vector_coverage"] == 1.0
    assert found["hits"][0]["doc_path"] == "one.md"


def test_read_only_run_shows_the_cache_and_does_not_prune_it(notes):
    refused = notes.run("cache", "prune", "--readonly", "--json")

    assert notes.run("cache", "--readonly").stdout.endswith("in all 2 entries, 1.5 kB\n")
    assert refused.returncode == 1
    assert json.loads(refused.stderr)["code"] == "readonly_mode"


def test_base_that_is_missing_is_said_to_be(machine):
    machine.write("notes/one.md", "# One\n")
    machine.run("init", "notes")
    ran = machine.run("cache", "--json")

    assert ran.returncode == 2
    assert json.loads(ran.stderr)["code"] == "not_indexed"
