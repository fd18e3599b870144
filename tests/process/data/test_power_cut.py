"""The power is cut at 200 points of an ingest, and nothing that was finished is lost.

A point is the n-th operation of one sort on one kind of file, spread evenly over what a run without
a fault does. Each of them gets every check below, a whole next run with all answers included.
Front and worker are forks that have imported kebab already, to save time; one more cut is of the
command, which starts both afresh.
Processes are killed and the system goes on: what was written but not flushed is not lost here.
"""

from __future__ import annotations

import shutil
import signal
from contextlib import ExitStack

import pytest
from support.faults.injector import Kind, Mode, Operation, Point, require_faults
from support.faults.scenario import Scenario

# What is cut, how often. TEAR: half of what was being written reaches the disk.
SMALL = [
    (Kind.SOURCE, Operation.READ, Mode.CUT, 8),  # scan and extraction
    (Kind.LEASE, Operation.WRITE, Mode.TEAR, 1),
    (Kind.LEASE, Operation.TRUNCATE, Mode.CUT, 2),
    (Kind.LOG, Operation.CREATE, Mode.CUT, 1),
    (Kind.SHM, Operation.WRITE, Mode.CUT, 4),
    # commits: of the scan, of documents, of embeddings
    (Kind.WAL, Operation.CREATE, Mode.CUT, 1),
    (Kind.WAL, Operation.WRITE, Mode.CUT, 40),
    (Kind.WAL, Operation.WRITE, Mode.TEAR, 20),
    (Kind.WAL, Operation.SYNC, Mode.CUT, 5),
    # replay, and the merge of segments that follows on it
    (Kind.LEXICAL, Operation.CREATE, Mode.CUT, 15),
    (Kind.LEXICAL, Operation.WRITE, Mode.CUT, 20),
    (Kind.LEXICAL, Operation.WRITE, Mode.TEAR, 15),
    (Kind.LEXICAL, Operation.SYNC, Mode.CUT, 15),
    (Kind.LEXICAL, Operation.UNLINK, Mode.CUT, 15),
]
LARGE = [
    # the catalog's log is moved into its file
    (Kind.DB, Operation.WRITE, Mode.CUT, 6),
    (Kind.DB, Operation.WRITE, Mode.TEAR, 5),
    (Kind.DB, Operation.SYNC, Mode.CUT, 1),
    # the checkpoint of a graph takes the place of one before
    (Kind.VECTORS, Operation.CREATE, Mode.CUT, 4),
    (Kind.VECTORS, Operation.WRITE, Mode.CUT, 5),
    (Kind.VECTORS, Operation.WRITE, Mode.TEAR, 5),
    (Kind.VECTORS, Operation.SYNC, Mode.CUT, 8),
    (Kind.VECTORS, Operation.RENAME, Mode.CUT, 4),
]

AT_ONCE = 8  # points in one test
CASES = [
    (name, *one, first)
    for name, plan in (("small", SMALL), ("large", LARGE))
    for one in plan
    for first in range(0, one[-1], AT_ONCE)
]


@pytest.fixture(scope="module")
def scenarios(tmp_path_factory):
    """Give the two bases, and how many operations of each sort their ingest is."""
    require_faults()
    found = {}
    with ExitStack() as stack:
        for name in ("small", "large"):
            scenario = Scenario(tmp_path_factory.mktemp("cut") / name, is_large=name == "large")
            stack.callback(scenario.close)
            scenario.restore()
            ended = scenario.quick_ingest()
            assert (ended.status, ended.stderr, ended.stored_paths()) == (0, "", scenario.changed)
            found[name] = (scenario, scenario.injector.counts())
        yield found


def spread(count, over):
    """Take `count` numbers from 1 to `over`, evenly."""
    assert count <= over
    return [1 + number * (over - 1) // max(1, count - 1) for number in range(count)]


def cut_at(scenario, ingest, mode, point):
    """Ingest until the power is cut. A run that is over before that has its point moved nearer."""
    while True:
        scenario.restore()
        scenario.injector.arm(mode, point)
        ended = ingest()
        if scenario.injector.fired:
            return ended
        point = Point(max(1, point.at * 3 // 4), point.operation, point.kind)


def test_the_command_itself_is_cut_like_its_fork(scenarios):
    scenario, counts = scenarios["small"]
    middle = Point(counts[Operation.WRITE, Kind.WAL] // 2, Operation.WRITE, Kind.WAL)
    ended = cut_at(scenario, scenario.ingest, Mode.CUT, middle)

    assert ended.status == -signal.SIGKILL
    assert scenario.finish().errors == 0
    assert scenario.state() == scenario.expected


def test_there_are_two_hundred_points():
    assert sum(count for _, _, _, count in (*SMALL, *LARGE)) == 200


@pytest.mark.parametrize("name", ["small", "large"])
def test_a_base_answers_as_one_with_fresh_views(scenarios, name):
    scenario, _ = scenarios[name]
    scenario.restore()
    scenario.finish()
    shutil.rmtree(scenario.data / "views")

    assert scenario.state() == scenario.expected


@pytest.mark.parametrize(
    ("name", "kind", "operation", "mode", "count", "first"),
    CASES,
    ids=lambda value: getattr(value, "name", str(value)).lower(),
)
def test_a_power_cut_loses_nothing_that_was_finished(
    scenarios, name, kind, operation, mode, count, first
):
    scenario, counts = scenarios[name]
    points = spread(count, counts[operation, kind])[first : first + AT_ONCE]
    for point in (Point(at, operation, kind) for at in points):
        ended = cut_at(scenario, scenario.quick_ingest, mode, point)
        texts = scenario.texts()

        assert ended.status == -signal.SIGKILL, point
        assert scenario.faults_of_catalog() == [], point
        assert scenario.faults_of_views() == [], point
        for path in ended.stored_paths():
            assert texts[path] == scenario.expected.texts()[path], (point, path)
        assert scenario.finish().errors == 0, point
        assert scenario.state() == scenario.expected, point
