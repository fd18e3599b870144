"""Damage done under a server that has the views open: the next question is answered rightly."""

from __future__ import annotations

import json

import pytest
from support.damaged import (
    LARGE,
    ask_server,
    delete,
    empty,
    file_for_folder,
    flip,
    folder_for_file,
    lose,
    make_base,
    only,
    rebuilds,
    shard_of_file,
    truncate,
    vectors_made,
    views,
)

LEXICAL = ("*.term", "*.idx", "*.pos", "*.fieldnorm", "*.fast", "*.store")


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    return make_base(tmp_path_factory.mktemp("served"))


@pytest.fixture(scope="module")
def server(product):
    with product.serve() as server:
        yield server


@pytest.fixture(scope="module")
def answers(server):
    found = ask_server(server)
    assert all(found)
    return found


def doctor(server):
    text, is_error = server.call("doctor")
    assert not is_error, text
    return json.loads(text)


@pytest.mark.parametrize("damage", [truncate, empty, flip, folder_for_file, delete])
@pytest.mark.parametrize("pattern", LEXICAL)
def test_a_damaged_file_of_words_changes_no_answer(product, server, answers, pattern, damage):
    made = vectors_made(product)
    damage(only(views(product) / "lexical", pattern))

    assert ask_server(server) == answers
    assert vectors_made(product) == made
    assert all(check["ok"] for check in doctor(server)["checks"])


def test_what_was_thrown_away_is_told(server):
    assert rebuilds(doctor(server))[LARGE] > 0


PLACES = [(kind, name) for kind in (lose, file_for_folder) for name in ("lexical", "vectors", ".")]
PLACES += [(lose, ".."), (file_for_folder, "..")]
PLACES += [(kind, "lexical/meta.json") for kind in (truncate, empty, delete, folder_for_file)]
PLACES += [(kind, "lexical/.managed.json") for kind in (truncate, delete)]
PLACES += [(delete, f"lexical/{kind}") for kind in LEXICAL]


@pytest.mark.parametrize(("damage", "place"), PLACES)
def test_what_is_ingested_after_the_damage_is_found(product, server, answers, damage, place):
    word = f"ibis{PLACES.index((damage, place))}"
    names = (f"notes/{word}-{number}.md" for number in range(1000))
    name = next(name for name in names if shard_of_file(name) == LARGE)
    path = only(views(product), place) if "*" in place else (views(product) / place).resolve()
    damage(path)
    assert ask_server(server) == answers

    document = product.write(name, f"# {word}\n\nThe {word} walks.\n")
    text, is_error = server.call("ingest_file", path=str(document))
    assert not is_error, text
    assert word in str(ask_server(server, [word])[0])
    text, is_error = server.call("forget", targets=[name.partition("/")[2]])
    assert not is_error, text
    assert ask_server(server) == answers
    assert all(check["ok"] for check in doctor(server)["checks"])
