"""What the watcher decides to look at, by events and a clock that the test turns."""

from __future__ import annotations

import pytest

from kebab.ingest.watching import (
    MANY_PATHS,
    PATIENCE_S,
    QUIET_S,
    STILL_S,
    STUBBORN_S,
    Backlog,
    Look,
    is_passing,
)


class Scene:
    """A backlog, a disk of stamps, and the looks that were taken when they were due."""

    def __init__(self):
        self.backlog = Backlog()
        self.now = 100.0
        self.stamps = {}
        self.looks = []

    def hear(self, *paths, source="notes"):
        self.backlog.note(source, paths, self.now)

    def pass_s(self, seconds):
        """Let time pass, doing at each moment what a runner does."""
        end = self.now + seconds
        while True:
            wait_s = self.backlog.wait_s(self.now, is_running=False)
            if wait_s is None or self.now + wait_s > end:
                break
            self.now += wait_s
            quiet = self.backlog.quiet(self.now)
            self.backlog.settle({key: self.stamps.get(key[1]) for key in quiet}, self.now)
            if self.backlog.is_due(self.now):
                self.looks.append((round(self.now - 100.0, 3), self.backlog.take(self.now)))
        self.now = end


@pytest.fixture
def scene():
    return Scene()


def test_path_is_looked_at_once_it_is_quiet_and_stands_still(scene):
    scene.stamps["a.md"] = (1, 1)
    scene.hear("a.md")
    scene.pass_s(5)

    assert scene.looks == [(round(QUIET_S + STILL_S, 3), [Look("notes", ("a.md",))])]


def test_events_of_one_file_are_one_look(scene):
    for _ in range(20):
        scene.hear("a.md")
        scene.pass_s(QUIET_S / 2)
    scene.pass_s(5)

    assert [looks for _at, looks in scene.looks] == [[Look("notes", ("a.md",))]]


def test_file_that_grows_without_a_sound_waits_until_it_stands_still(scene):
    scene.hear("a.md")
    for size in range(10):
        scene.stamps["a.md"] = (size, size)
        scene.pass_s(STILL_S / 2)

    assert scene.looks == []
    scene.pass_s(1)
    assert len(scene.looks) == 1


def test_file_that_never_stands_still_is_read_now_and_then(scene):
    for moment in range(round(2.5 * STUBBORN_S / QUIET_S)):
        scene.stamps["log.txt"] = (moment, moment)
        scene.hear("log.txt")
        scene.pass_s(QUIET_S)

    assert len(scene.looks) == 2
    assert scene.looks[0][0] >= STUBBORN_S


def test_burst_is_looked_at_in_parts_and_ends_within_a_second_of_its_last_file(scene):
    for number in range(300):
        scene.hear(f"{number:03}.md")
        scene.pass_s(0.01)
    scene.pass_s(5)

    seen = [path for _at, looks in scene.looks for look in looks for path in look.paths]
    assert sorted(seen) == [f"{number:03}.md" for number in range(300)]
    assert len(scene.looks) <= 1 + 3 / PATIENCE_S
    assert scene.looks[-1][0] <= 3 + 1


def test_too_many_paths_become_one_look_at_the_whole_source(scene):
    scene.hear("kept.md", source="other")
    scene.hear(*(f"{number}.md" for number in range(MANY_PATHS + 1)))
    scene.pass_s(10)

    assert [look for _at, looks in scene.looks for look in looks] == [
        Look("other", ("kept.md",)),
        Look("notes"),
    ]


def test_paths_go_before_a_whole_source_but_do_not_starve_it(scene):
    backlog = scene.backlog
    backlog.put_back([Look("notes"), Look("other", ("a.md",))], scene.now)
    first = backlog.take(scene.now)
    backlog.put_back([Look("other", ("b.md",))], scene.now)

    assert first == [Look("other", ("a.md",))]
    assert backlog.take(scene.now) == [Look("notes")]
    assert backlog.take(scene.now) == [Look("other", ("b.md",))]


def test_look_that_is_due_later_is_not_taken_with_paths_that_are_due_now(scene):
    scene.backlog.note_all("notes", scene.now + 3)
    scene.hear("a.md")
    scene.pass_s(5)

    assert [looks for _at, looks in scene.looks] == [[Look("notes", ("a.md",))], [Look("notes")]]
    assert scene.looks[1][0] == 3.0


def test_nothing_runs_before_the_time_that_a_failure_set(scene):
    scene.backlog.put_back([Look("notes", ("a.md",))], scene.now, scene.now + 7)
    scene.pass_s(10)

    assert scene.looks == [(7.0, [Look("notes", ("a.md",))])]


def test_what_was_put_back_and_heard_again_has_to_settle_again(scene):
    scene.hear("a.md")
    scene.backlog.put_back([Look("notes", ("a.md",))], scene.now)

    assert not scene.backlog.is_due(scene.now)
    scene.pass_s(1)
    assert len(scene.looks) == 1


def test_nothing_heard_is_nothing_to_wait_for(scene):
    assert scene.backlog.wait_s(scene.now, is_running=False) is None


@pytest.mark.parametrize(
    "name", ["~$report.docx", ".#a.md", ".a.md.swp", "a.md~", "#a.md#", "4913", "x.crdownload"]
)
def test_names_of_locks_and_drafts_are_passed_over(name):
    assert is_passing(name)


@pytest.mark.parametrize("name", ["a.md", "4913.md", "#1 plan.md", "c#.md", "swap.txt", "a~b.md"])
def test_names_of_documents_are_not_passed_over(name):
    assert not is_passing(name)
