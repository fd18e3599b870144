"""Whether a watcher has to start a run."""

from __future__ import annotations

import os

import pytest

from kebab.errors import DamagedDocumentError
from kebab.ingest.behind import is_behind
from kebab.ingest.scope import SourceScope


@pytest.fixture
def failing(base):
    """Ingest a good file and one that is damaged."""
    base.pool.fails = lambda method, params: (
        DamagedDocumentError("bad.md is damaged")
        if method == "extract" and params["path"] == "bad.md"
        else None
    )
    base.write("bad.md", "bad")
    base.write("good.md", "good")
    base.ingest()
    return base


def behind(base, *only):
    return is_behind([SourceScope(base.sources[0], only)], base.settings)


def test_base_whose_files_are_read_or_fail_as_before_is_not_behind(failing):
    assert not behind(failing)
    assert not behind(failing, "bad.md")


@pytest.mark.parametrize("name", ["bad.md", "good.md", "new.md"])
def test_changed_or_new_file_puts_the_base_behind(failing, name):
    failing.write(name, "other words")

    assert behind(failing)
    assert behind(failing, name)


def test_deleted_file_puts_the_base_behind(failing):
    (failing.root / "good.md").unlink()

    assert behind(failing)


def test_touched_file_that_failed_is_looked_at_once(failing):
    os.utime(failing.root / "bad.md", ns=(1, 1))
    before = behind(failing)
    failing.ingest()

    assert (before, behind(failing)) == (True, False)


def test_base_that_was_not_made_yet_is_behind(base):
    settings = base.settings
    elsewhere = settings.storage.model_copy(update={"data_dir": base.home / "none"})

    assert is_behind(
        [SourceScope(base.sources[0])], settings.model_copy(update={"storage": elsewhere})
    )
