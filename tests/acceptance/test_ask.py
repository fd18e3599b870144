"""`kebab ask` as people type it: answers, refusals, conversations, streams, and their ends."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess

import pytest
from support.product import KEBAB, Product

FILES = {
    "notes/backup.md": "# Backups\n\n## Schedule\n\nThe nightly backup starts at 02:30 and is kept"
    " for 14 days.\n\n## Restore\n\nTo restore a backup, run `vault restore`. A restore takes about"
    " forty minutes.\n",
    "notes/백업.md": "# 백업 안내\n\n매일 밤 백업은 새벽 2시 30분에 시작하며 14일 동안 보관한다.\n",
    "manual/backup.md": "# The manual\n\nThe nightly backup starts at noon, says the manual.\n",
    **{f"notes/w{n}.md": f"# Page {n}\n\nThe walrus number {n} eats clams.\n" for n in range(6)},
}
QUESTION = "When does the nightly backup start?"
SCRIPT = {
    "rules": [
        {"contains": "kept for how", "reply": "It is kept for 14 days [1].", "hang_after": 2},
        {
            "contains": "How long does a restore",
            "reply": "A restore takes five hours [1]. It costs 400 dollars.",
        },
        {"reply": "The nightly backup starts at 02:30 [1]."},
    ]
}


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    filled = Product(tmp_path_factory.mktemp("asked") / "home", FILES)
    filled.write("script.json", json.dumps(SCRIPT))
    assert filled.run("ingest", "--quiet").returncode == 0
    return filled


@pytest.fixture(scope="module")
def base(original):
    return original


@pytest.fixture
def scripted(base):
    """Let a model of fixed words answer."""
    script = str(base.folder / "script.json")
    return {"KEBAB_LLM_PROVIDER": "scripted", "KEBAB_LLM_SCRIPTED_PATH": script}


def ask(product, *arguments, **options):
    ran = product.run("ask", *arguments, "--json", **options)
    return json.loads(ran.stdout), ran.returncode


def test_answer_is_quoted_with_its_exact_lines(base):
    ran = base.run("ask", *QUESTION.split(), "--source", "notes", "--lang", "en")

    assert ran.returncode == 0
    assert ran.stdout.splitlines() == [
        "The nightly backup starts at 02:30 and is kept for 14 days. [1]",
        "",
        "[1] backup.md#L5  Schedule",
    ]
    assert "extractive" in ran.stderr


def test_every_citation_is_verified_and_fetch_gives_its_lines(base):
    answer, status = ask(base, QUESTION, "--source", "notes", "--lang", "en")
    (cited,) = answer["citations"]
    place = cited["citation"]

    span = base.read("fetch", "span", cited["doc_id"], str(place["start"]), str(place["end"]))

    assert status == 0
    assert cited["verified"] is True
    assert cited["quote"] in span["text"]


def test_filters_hold_for_a_question(base):
    answer, _ = ask(base, QUESTION, "--source", "manual")

    assert {cited["citation"]["path"] for cited in answer["citations"]} == {"backup.md"}
    assert "at noon" in answer["answer"]


def test_refusal_names_the_nearest_and_its_exit_status_is_one(base):
    ran = base.run("ask", "Who won the chess tournament of 1987?")

    assert ran.returncode == 1
    assert "does not seem to hold an answer" in ran.stdout
    assert "#L" in ran.stdout
    assert "refused: score_gate" in ran.stderr


def test_language_of_the_question_is_that_of_answer_and_refusal(base):
    answer, _ = ask(base, "백업은 얼마나 보관하나요?")
    refusal, status = ask(base, "1987년 체스 대회의 우승자는 누구인가요?")

    assert (answer["lang"], answer["grounded"]) == ("ko", True)
    assert "14일" in answer["answer"]
    assert (refusal["lang"], status) == ("ko", 1)
    assert refusal["answer"].startswith("지식 베이스에")


def test_without_a_base_the_question_is_refused_and_nothing_is_made(tmp_path):
    empty = Product(tmp_path, {})

    answer, status = ask(empty, QUESTION, "--session", "new")

    assert (answer["refusal_reason"], status) == ("no_index", 1)
    assert "kebab ingest" in answer["hint"]
    assert not (tmp_path / "base").exists()


def test_citations_can_be_hidden(base):
    ran = base.run("ask", QUESTION, "--source", "notes", "--lang", "en", "--hide-citations", "-q")

    assert ran.stdout == "The nightly backup starts at 02:30 and is kept for 14 days. [1]\n"
    assert ran.stderr == ""


def test_stream_into_a_pipe_prints_the_answer_once(base, scripted):
    ran = base.run("ask", QUESTION, "--stream", env=scripted)

    assert ran.stdout.count("The nightly backup starts at 02:30 [1].") == 1
    assert ran.returncode == 0


def test_answer_that_its_source_does_not_bear_out_is_taken_back(base, scripted):
    ran = base.run("ask", "How long does a restore take?", "--stream", env=scripted)

    typed, _, rest = ran.stdout.partition("\n")
    assert typed == "A restore takes five hours [1]. It costs 400 dollars."
    assert "withheld" in rest
    assert "withdrawn" in ran.stderr
    assert "not supported: A restore takes five hours" in ran.stderr
    assert ran.returncode == 1


def test_interrupt_ends_the_question_and_leaves_no_process(base, scripted):
    command = [*KEBAB, "ask", "A backup is kept for how many days?", "--stream", "-q"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**base.env, **scripted},
        cwd=base.folder,
        start_new_session=True,
    )
    first = process.stdout.read(8)
    process.send_signal(signal.SIGINT)
    rest, told = process.communicate(timeout=60)

    # both pipes are at their end: no worker holds them
    assert first == b"It is ke"
    assert process.returncode == 130
    assert b"Traceback" not in rest + told


def test_model_that_is_not_there_is_an_error_that_names_the_server(base):
    env = {
        "KEBAB_LLM_PROVIDER": "ollama",
        "KEBAB_LLM_MODEL": "gemma3",
        "KEBAB_LLM_BASE_URL": "http://127.0.0.1:9",
        "KEBAB_LLM_RETRIES": "0",
    }
    ran = base.run("ask", QUESTION, "--json", env=env)

    error = json.loads(ran.stderr)
    assert (ran.returncode, ran.stdout, error["code"]) == (2, "", "model_unreachable")
    assert error["details"]["endpoint"] == "http://127.0.0.1:9"


def test_host_model_outside_of_a_host_is_an_error_with_a_way_out(base):
    ran = base.run("ask", QUESTION, "--json", env={"KEBAB_LLM_PROVIDER": "host"})

    error = json.loads(ran.stderr)
    assert (ran.returncode, error["code"]) == (2, "model_unreachable")
    assert "extractive" in error["hint"]


class TestConversation:
    @pytest.fixture
    def own(self, original, tmp_path):
        """Give a copy of the base that a test may change."""
        shutil.copytree(original.folder, tmp_path / "home", dirs_exist_ok=True)
        return Product(tmp_path / "home", {})

    def test_goes_on_from_one_command_to_the_next(self, own):
        first, _ = ask(own, QUESTION, "--session", "new")
        again, _ = ask(own, "and how long does the restore take?", "--session", first["session_id"])

        assert (first["turn"], again["turn"]) == (1, 2)
        assert again["question"] != again["query"]
        assert "backup" in again["question"]
        assert "forty minutes" in again["answer"]

    def test_is_shared_by_the_command_and_the_server(self, own):
        ask(own, QUESTION, "--session", "shared")
        with own.serve() as server:
            text, _ = server.call("ask", query=QUESTION, session_id="shared")

        assert json.loads(text)["turn"] == 2

    def test_is_read_and_not_kept_where_nothing_may_be_written(self, own):
        ask(own, QUESTION, "--session", "s")
        answer, status = ask(
            own, "and how long does the restore take?", "--session", "s", "--readonly"
        )
        later, _ = ask(own, QUESTION, "--session", "s")

        assert status == 0
        assert "backup" in answer["question"]
        assert answer.get("session_id") is None
        assert "read-only" in answer["hint"]
        assert later["turn"] == 2

    def test_is_forgotten_by_id_and_all_at_once(self, own):
        for session in ("a", "b", "c"):
            ask(own, QUESTION, "--session", session)

        assert own.read("forget", "--session", "b", "--session", "x")["sessions"] == ["b"]
        assert own.run("forget", "--sessions").stdout == "forgot 2 conversations\n"
        assert ask(own, QUESTION, "--session", "a")[0]["turn"] == 1

    def test_loses_what_it_quotes_of_a_forgotten_document(self, own):
        ask(own, "백업은 얼마나 보관하나요?", "--session", "s")
        own.read("forget", "백업.md")

        kept = b"".join(path.read_bytes() for path in own.folder.glob("base/conversations*"))
        assert "14일".encode() not in kept

    def test_goes_with_the_data(self, own):
        ask(own, QUESTION, "--session", "s")
        assert list(own.folder.glob("base/conversations*"))

        own.read("reset", "--data-only", "--yes")

        assert not list(own.folder.glob("base/conversations*"))

    @pytest.mark.parametrize(
        "words", [[], ["backup.md", "--sessions"], ["--session", "a", "--sessions"]]
    )
    def test_is_not_forgotten_by_accident(self, base, words):
        ran = base.run("forget", *words)

        assert ran.returncode == 2
        assert "--sessions" in ran.stderr


def test_source_that_changed_since_is_told(tmp_path):
    own = Product(tmp_path, FILES)
    assert own.run("ingest", "--quiet").returncode == 0
    own.write("notes/backup.md", "# Backups\n\nNothing of it is left.\n")

    ran = own.run("ask", QUESTION, "--source", "notes", "--lang", "en")

    assert "[1] backup.md#L5  Schedule  [stale]  [no longer in the source]" in ran.stdout
