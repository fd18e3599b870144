"""Sessions keep their turns within limits, for several processes, and forget them for good."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys

import pytest

from kebab.catalog.conversations import ConversationLimits, Conversations
from kebab.catalog.records import Turn
from kebab.errors import CatalogDamagedError, StoreError

DAY_MS = 24 * 3600 * 1000
NOW = 1000 * DAY_MS
LIMITS = ConversationLimits(max_turns=3, max_sessions=2, max_age_days=10)
WRITER = """
import sys
from pathlib import Path
from kebab.catalog.conversations import ConversationLimits, Conversations
from kebab.catalog.records import Turn
kept = Conversations(Path(sys.argv[1]), ConversationLimits(1000, 1000, 1000))
for number in range(20):
    kept.append("shared", Turn(f"{sys.argv[2]} {number}", "a", True, 1), [])
"""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "conversations.sqlite"


@pytest.fixture
def kept(file):
    return Conversations(file, LIMITS)


def turn(question, asked_at_ms=NOW, answer="an answer"):
    return Turn(question, answer, grounded=True, asked_at_ms=asked_at_ms)


def questions(kept, session, now_ms=NOW):
    return [one.question for one in kept.turns(session, now_ms)]


def test_session_that_nobody_began_has_no_turns_and_makes_no_file(kept, file):
    assert (kept.turns("a", NOW), kept.sessions(), kept.forget(["a"])) == ([], [], [])
    assert not file.exists()


def test_turns_come_back_as_they_were_the_oldest_first(kept):
    first, second = turn("하나?"), Turn("two?", "no", grounded=False, asked_at_ms=NOW + 1)

    assert (kept.append("a", first, []), kept.append("a", second, ["d"])) == (1, 2)
    assert kept.turns("a", NOW + 1) == [first, second]
    assert kept.turns("b", NOW) == []


def test_only_the_newest_turns_are_kept_and_numbers_go_on(kept):
    numbers = [kept.append("a", turn(str(n)), []) for n in range(5)]

    assert numbers == [1, 2, 3, 4, 5]
    assert questions(kept, "a") == ["2", "3", "4"]


def test_session_that_was_asked_longest_ago_makes_room(kept):
    for session in ("a", "b", "a", "c"):
        kept.append(session, turn(session), [])

    assert kept.sessions() == ["c", "a"]


def test_old_turns_are_neither_read_nor_kept_and_their_session_begins_anew(kept):
    kept.append("a", turn("old", NOW - 11 * DAY_MS), [])
    assert questions(kept, "a") == []

    assert kept.append("a", turn("new"), []) == 1
    assert questions(kept, "a") == ["new"]


def test_forgotten_session_leaves_no_byte_behind(kept, file):
    kept.append("a", turn("q", answer="a very secret answer"), [])
    kept.append("b", turn("other"), [])
    assert b"very secret" in b"".join(path.read_bytes() for path in file.parent.iterdir())

    assert kept.forget(["a", "unknown", "a"]) == ["a"]

    assert kept.sessions() == ["b"]
    assert b"very secret" not in b"".join(path.read_bytes() for path in file.parent.iterdir())


def test_all_sessions_can_be_forgotten(kept):
    kept.append("a", turn("1"), [])
    kept.append("b", turn("2"), [])

    assert kept.forget_all() == ["b", "a"]
    assert kept.sessions() == []


def test_turn_goes_with_a_document_that_it_quotes(kept):
    kept.append("a", turn("1"), ["x", "y"])
    kept.append("a", turn("2"), ["z"])

    kept.forget_documents(["y", "unknown"])

    assert questions(kept, "a") == ["2"]


def test_several_processes_write_at_once_and_lose_nothing(file):
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(file), name], stderr=subprocess.PIPE)
        for name in "abcd"
    ]
    told = [writer.communicate(timeout=100)[1].decode() for writer in writers]

    assert told == [""] * 4
    rows = sqlite3.connect(file)
    numbers = [row[0] for row in rows.execute("SELECT number FROM turns ORDER BY number")]
    rows.close()
    assert numbers == list(range(1, 81))


def test_damaged_file_says_so_and_can_be_forgotten(kept, file):
    file.write_bytes(b"this is no database at all, it is a text" * 100)

    with pytest.raises(CatalogDamagedError):
        kept.turns("a", NOW)
    assert kept.forget_all() == []
    assert kept.append("a", turn("new"), []) == 1


def test_document_is_forgotten_even_where_the_file_is_damaged(kept, file):
    file.write_bytes(b"a secret in what is no database" * 100)

    kept.forget_documents(["x"])

    assert not file.exists()


def test_file_of_a_newer_kebab_is_left_alone(kept, file):
    kept.append("a", turn("1"), [])
    db = sqlite3.connect(file)
    db.execute("PRAGMA user_version = 99")
    db.close()

    for use in (lambda: kept.turns("a", NOW), lambda: kept.append("a", turn("2"), [])):
        with pytest.raises(StoreError, match="schema version 99"):
            use()


def test_documents_are_stored_once_and_in_order(kept, file):
    kept.append("a", turn("1"), iter(["b", "a", "b"]))

    db = sqlite3.connect(file)
    (stored,) = db.execute("SELECT documents FROM turns").fetchone()
    db.close()
    assert json.loads(stored) == ["a", "b"]
