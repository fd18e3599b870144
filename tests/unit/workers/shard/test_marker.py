"""A view that processes die of is noticed, whatever else they die of."""

from __future__ import annotations

import subprocess
import sys

import pytest

from workers.shard.marker import DEATHS_THAT_CONDEMN, Doing, Marker

DIE = """
import os, sys
from pathlib import Path
from workers.shard.marker import Doing, Marker

marker = Marker(Path(sys.argv[1]))
with marker.around(Doing[sys.argv[2]]):
    if sys.argv[3] == "within":
        os._exit(9)
os._exit(9)
"""


@pytest.fixture
def view(tmp_path):
    return tmp_path / "shard-000" / "lexical"


def die(view, doing, when="within"):
    command = [sys.executable, "-c", DIE, str(view), doing.name, when]
    assert subprocess.run(command, check=False).returncode == 9


@pytest.mark.parametrize("doing", DEATHS_THAT_CONDEMN, ids=lambda doing: doing.name)
def test_so_many_deaths_in_a_row_condemn_a_view(view, doing):
    for _ in range(DEATHS_THAT_CONDEMN[doing] - 1):
        die(view, doing)
    assert not Marker(view).is_condemned()

    die(view, doing)
    assert Marker(view).is_condemned()


def test_a_success_takes_earlier_deaths_back(view):
    die(view, Doing.BUILDING)
    with Marker(view).around(Doing.BUILDING):
        pass
    die(view, Doing.BUILDING)

    assert not Marker(view).is_condemned()


def test_a_success_of_another_kind_takes_nothing_back(view):
    for _ in range(DEATHS_THAT_CONDEMN[Doing.SEARCHING]):
        with Marker(view).around(Doing.BUILDING):
            pass
        die(view, Doing.SEARCHING)

    assert Marker(view).is_condemned()


def test_a_process_that_dies_of_something_else_is_no_evidence(view):
    for _ in range(4):
        die(view, Doing.SEARCHING, "afterwards")

    assert not Marker(view).is_condemned()


def test_an_error_is_no_death(view):
    for _ in range(4):
        with pytest.raises(OSError, match="full"), Marker(view).around(Doing.BUILDING):
            raise OSError("full")

    assert not Marker(view).is_condemned()


def test_deaths_are_forgotten_when_the_view_is_replaced(view):
    for _ in range(2):
        die(view, Doing.BUILDING)
    Marker(view).forget_deaths()

    assert not Marker(view).is_condemned()
    assert list(view.parent.iterdir()) == []


def test_files_of_no_process_are_taken_away(view):
    view.parent.mkdir(parents=True)
    for name, content in ((".lexical-x.marker", b"\xff"), (".lexical-.marker", b"")):
        (view.parent / name).write_bytes(content)

    assert not Marker(view).is_condemned()
    assert list(view.parent.iterdir()) == []


def test_closing_leaves_no_file(view):
    marker = Marker(view)
    with marker.around(Doing.SEARCHING):
        assert len(list(view.parent.iterdir())) == 1
    marker.close()

    assert list(view.parent.iterdir()) == []
