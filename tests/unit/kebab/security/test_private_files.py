"""Folders and files that only their user may see, whatever the mask of the process."""

from __future__ import annotations

import logging
import os
import stat

import pytest

from kebab.catalog.writer import CatalogWriter
from kebab.logs import setup_file_log
from kebab.security.private_files import make_private_folder, open_private
from kebab.settings.load import load_settings


@pytest.fixture
def open_mask():
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_made_is_private_and_what_is_there_stays(tmp_path, open_mask):
    make_private_folder(tmp_path / "new")
    (tmp_path / "old").mkdir(mode=0o755)
    make_private_folder(tmp_path / "old")
    os.close(open_private(tmp_path / "new/file", os.O_WRONLY))

    assert mode(tmp_path / "new") == 0o700
    assert mode(tmp_path / "old") == 0o755
    assert mode(tmp_path / "new/file") == 0o600


def test_a_catalog_and_what_sqlite_puts_beside_it_are_private(tmp_path, open_mask):
    writer = CatalogWriter(tmp_path / "catalog.sqlite", 1)
    modes = {path.name: mode(path) for path in tmp_path.iterdir()}
    writer.close()

    assert modes.keys() >= {"catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"}
    assert set(modes.values()) == {0o600}


def test_log_files_are_private_also_after_one_was_put_aside(tmp_path, open_mask):
    config = tmp_path / "kebab.toml"
    config.write_text('[storage]\nstate_dir = "state"\n[logging]\nmax_bytes = 10000\n')
    setup_file_log(load_settings(config, {}, {}).settings)
    root = logging.getLogger()
    for _ in range(20):
        root.error("x" * 1000)
    for handler in root.handlers:
        if handler.__class__.__name__ == "_PrivateLog":
            root.removeHandler(handler)
            handler.close()

    logs = sorted((tmp_path / "state").iterdir())
    assert len(logs) > 1
    assert {mode(path) for path in logs} == {0o600}
    assert mode(tmp_path / "state") == 0o700
