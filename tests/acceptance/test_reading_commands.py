"""The real commands that read: search, list, inspect, fetch, schema, doctor, on one small base."""

from __future__ import annotations

import json
import subprocess

import pytest


def parsed(ran):
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert ran.stdout.count("\n") == 1
    return json.loads(ran.stdout)


def search(library, *arguments):
    return parsed(library.run("search", "--json", *arguments))


def test_search_prints_one_response(library):
    response = search(library, "how", "do", "I", "install", "it")

    assert response["schema_version"] == "search_response.v1"
    assert response["query"] == "how do I install it"
    assert response["hits"][0]["doc_path"] == "guide/start.md"
    assert response["hits"][0]["citation"]["uri"] == "guide/start.md#L5-L7"


def test_search_for_people_is_a_line_for_each_hit(library):
    ran = library.run("search", "zebra", "-k", "1", "--mode", "lexical")

    assert ran.stdout.startswith("1. ")
    assert "log.txt#L1\n" in ran.stdout
    assert "zebra crossed" in ran.stdout


def test_search_without_hits_succeeds(library):
    ran = library.run("search", "--mode", "lexical", "xylophone")

    assert (ran.returncode, ran.stdout) == (0, "")
    assert "no hits" in ran.stderr


def test_quiet_search_says_nothing_beside_the_hits(library):
    assert library.run("search", "xylophone", "--mode", "lexical", "-q").stderr == ""


def test_settings_decide_what_the_flags_leave_open(library):
    ran = library.run("search", "walrus", "--json", env={"KEBAB_SEARCH_DEFAULT_K": "2"})

    assert len(json.loads(ran.stdout)["hits"]) == 2


def test_pages_cover_every_hit_once(library):
    paths, cursor = [], []
    while True:
        page = search(library, "walrus", "--mode", "lexical", "--k", "5", *cursor)
        paths += [hit["doc_path"] for hit in page["hits"]]
        if page["next_cursor"] is None:
            break
        cursor = ["--cursor", page["next_cursor"]]

    assert sorted(paths) == [f"many/{number:02}.md" for number in range(12)]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["search", "  "], "invalid_input"),
        (["search", "x", "--ingested-after", "yesterday"], "invalid_input"),
        (["search", "x", "--cursor", "nonsense"], "stale_cursor"),
        (["fetch", "doc", "nowhere.md"], "doc_not_found"),
        (["fetch", "chunk", "0" * 32], "chunk_not_found"),
        (["inspect", "doc", "nowhere.md"], "doc_not_found"),
        (["inspect", "chunk", "0" * 32], "chunk_not_found"),
        (["forget", "nowhere.md"], "doc_not_found"),
    ],
    ids=lambda value: " ".join(value)[:24] if isinstance(value, list) else value,
)
def test_failure_is_one_line_of_error_v1_and_nothing_on_stdout(library, arguments, code):
    ran = library.run(*arguments, "--json")

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert json.loads(ran.stderr)["code"] == code


def test_bulk_answers_each_query_on_its_own_line(library):
    lines = ['{"query": "zebra"}', "", '{"query": 5}', '{"query": "백업", "k": 1}']

    ran = library.run("search", "--bulk", stdin="\n".join(lines))

    items = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0
    assert [item["error"] is None for item in items] == [True, False, True]
    assert items[0]["response"]["hits"][0]["doc_path"] == "log.txt"
    assert len(items[2]["response"]["hits"]) == 1
    assert ran.stderr == "2 of 3 answered\n"


def test_bulk_of_too_many_is_refused(library):
    ran = library.run("search", "--bulk", "--json", stdin='{"query": "x"}\n' * 101)

    assert ran.returncode == 2
    assert json.loads(ran.stderr)["code"] == "too_large"


def test_list_pages_through_all_documents(library):
    first = parsed(library.run("list", "--json", "--limit", "10"))
    second = parsed(
        library.run("list", "--json", "--limit", "10", "--cursor", first["next_cursor"])
    )

    assert (first["total"], second["next_cursor"]) == (15, None)
    assert len({doc["doc_id"] for doc in first["documents"] + second["documents"]}) == 15


def test_list_in_a_pipe_is_fields_between_tabs(library):
    lines = library.run("list", "--path-glob", "guide/**", "-q").stdout.splitlines()

    assert [line.split("\t")[2] for line in lines] == ["guide/start.md", "guide/한글 문서.md"]


def test_document_and_its_chunks_can_be_inspected(library):
    document = parsed(library.run("inspect", "doc", "guide/start.md", "--json"))
    chunk_id = document["chunks"][-1]["chunk_id"]
    chunk = parsed(library.run("inspect", "chunk", chunk_id, "--json"))

    assert document["schema_version"] == "doc_inspection.v1"
    assert chunk["doc_path"] == "guide/start.md"
    assert "guide/start.md" in library.run("inspect", "doc", "guide/start.md").stdout
    assert "pip install" in library.run("inspect", "chunk", chunk_id).stdout


def test_what_a_hit_cites_can_be_fetched(library):
    uri = search(library, "백업", "--mode", "lexical")["hits"][0]["citation"]["uri"]

    ran = library.run("fetch", "span", uri)

    assert ran.stdout == "# 데이터베이스 백업\n\n매일 밤 백업을 만든다.\n"


def test_document_and_lines_are_fetched_as_they_are_on_the_disk(library):
    text = (library.home / "notes/guide/start.md").read_text("utf-8")

    assert library.run("fetch", "doc", "guide/start.md", "-q").stdout == text
    assert library.run("fetch", "span", "guide/start.md", "5", "5").stdout == "## Install\n"


def test_chunk_is_fetched_with_its_neighbours(library):
    chunk_id = search(library, "install", "--mode", "lexical")["hits"][0]["chunk_id"]

    shown = library.run("fetch", "chunk", chunk_id, "--context", "1").stdout

    assert shown.startswith("=== before")
    assert "=== target" in shown


def test_schema_counts_what_there_is(library):
    info = parsed(library.run("schema", "--json"))

    assert info["stats"]["doc_count"] == 15
    assert "documents    15\n" in library.run("schema").stdout


def test_healthy_base_makes_the_doctor_happy(library):
    ran = library.run("doctor", "--json")

    assert ran.returncode == 0, ran.stdout
    assert json.loads(ran.stdout)["ok"]


def test_reader_may_leave_a_search_early(library):
    with subprocess.Popen(
        library.command("search", "walrus", "-q"),
        env=library.env,
        cwd=library.home,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as ran:
        ran.stdout.close()

        assert ran.stderr.read() == b""
        assert ran.wait(60) == 0


@pytest.mark.parametrize(
    "arguments",
    [["search", "x"], ["list"], ["schema"], ["fetch", "doc", "a"], ["forget", "a"], ["reindex"]],
    ids=" ".join,
)
def test_base_that_is_missing_is_not_indexed(machine, arguments):
    ran = machine.run(*arguments, "--json")

    assert (ran.returncode, ran.stdout) == (2, "")
    assert json.loads(ran.stderr)["code"] == "not_indexed"
    assert not machine.data.exists()


def test_base_that_is_missing_makes_the_doctor_unhappy(machine):
    ran = machine.run("doctor")

    assert ran.returncode == 3
    assert "✗" in ran.stdout
    assert "hint: " in ran.stdout
