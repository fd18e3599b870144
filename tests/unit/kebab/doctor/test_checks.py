"""The checks that need no worker."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kebab.catalog.writer import CatalogWriter
from kebab.doctor.checks import check_catalog, check_data_dir, check_disk, check_settings
from kebab.settings.model import Settings, SourceSettings, StorageSettings

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def settings(tmp_path, *roots):
    sources = tuple(SourceSettings(id=f"s{n}", root=root) for n, root in enumerate(roots))
    storage = StorageSettings(data_dir=tmp_path, state_dir=tmp_path)
    return Settings(storage=storage, sources=sources)


def test_settings_without_a_source_are_fine_and_say_what_to_do(tmp_path):
    check = check_settings(settings(tmp_path))

    assert check.ok
    assert "kebab init" in check.hint


def test_a_source_whose_folder_is_missing_fails_and_promises_not_to_delete(tmp_path):
    check = check_settings(settings(tmp_path, tmp_path, tmp_path / "gone"))

    assert not check.ok
    assert "s1" in check.detail
    assert "nothing of it is deleted" in check.hint


def test_a_folder_that_can_be_written_passes_and_stays_clean(tmp_path):
    assert check_data_dir(tmp_path).ok
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_must_not_be_written_is_not(tmp_path):
    tmp_path.chmod(0o500)
    before = tmp_path.stat().st_mtime_ns

    assert "read-only" in check_data_dir(tmp_path, readonly=True).detail
    assert tmp_path.stat().st_mtime_ns == before
    assert not check_data_dir(tmp_path / "gone", readonly=True).ok


def test_a_folder_that_is_not_there_fails(tmp_path):
    check = check_data_dir(tmp_path / "gone")

    assert not check.ok
    assert "storage.data_dir" in check.hint


def test_free_disk_space_is_told(tmp_path):
    assert "GB free" in check_disk(tmp_path).detail


def test_a_sound_catalog_tells_what_it_holds(tmp_path):
    path = tmp_path / "catalog.sqlite"
    CatalogWriter(path).close()

    check = check_catalog(path, NOW)

    assert check.ok
    assert "0 documents" in check.detail


@pytest.mark.parametrize("content", [b"", b"no catalog" * 500], ids=["empty", "garbage"])
def test_a_file_that_is_no_catalog_fails_with_a_remedy(tmp_path, content):
    path = tmp_path / "catalog.sqlite"
    path.write_bytes(content)

    check = check_catalog(path, NOW)

    assert not check.ok
    assert check.hint


def test_a_catalog_with_a_damaged_page_fails(tmp_path):
    path = tmp_path / "catalog.sqlite"
    CatalogWriter(path).close()
    stored = bytearray(path.read_bytes())
    for at in range(4096, len(stored), 4096):
        stored[at : at + 64] = b"\xff" * 64
    path.write_bytes(stored)

    check = check_catalog(path, NOW)

    copy = tmp_path / "catalog.sqlite.damaged-20260102T030405Z"
    assert not check.ok
    assert str(copy) in (check.hint or "")
    assert copy.read_bytes() == bytes(stored)


def test_no_catalog_at_all_fails_and_says_how_to_make_one(tmp_path):
    check = check_catalog(tmp_path / "catalog.sqlite", NOW)

    assert not check.ok
    assert "kebab init" in check.hint
