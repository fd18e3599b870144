"""The log file."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from kebab.logs import log_path, setup_file_log
from kebab.settings.model import Settings, StorageSettings


@pytest.fixture(autouse=True)
def _restored():
    root = logging.getLogger()
    handlers, level, raising = root.handlers[:], root.level, logging.raiseExceptions
    yield
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers, logging.raiseExceptions = handlers, raising
    root.setLevel(level)
    logging.captureWarnings(capture=False)


def settings(state_dir: Path) -> Settings:
    return Settings(storage=StorageSettings(data_dir=state_dir, state_dir=state_dir))


def test_what_is_logged_goes_to_the_file_and_nowhere_else(tmp_path, capfd):
    path = setup_file_log(settings(tmp_path / "state"))
    logging.getLogger("somewhere").warning("odd \udcff name")
    logging.getLogger("somewhere").info("too quiet")

    assert path == log_path(settings(tmp_path / "state"))
    text = path.read_text(encoding="utf-8")
    assert "WARNING somewhere: odd \\udcff name" in text
    assert "too quiet" not in text
    assert capfd.readouterr() == ("", "")


def test_a_place_that_cannot_be_written_is_no_reason_to_fail(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")

    setup_file_log(settings(tmp_path / "file" / "state"))
    logging.getLogger("somewhere").error("lost")
