"""Files are written whole or not at all."""

from __future__ import annotations

import hashlib
import os
import stat

import pytest

from kebab.errors import OutputExistsError, StoreError
from kebab.hwp.new_file import write_file


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_new_file_has_the_bytes_and_their_hash_is_told(tmp_path):
    written = write_file(tmp_path / "a.hwpx", b"abc", overwrite=False)

    assert (tmp_path / "a.hwpx").read_bytes() == b"abc"
    assert written == hashlib.sha256(b"abc").hexdigest()
    assert names(tmp_path) == ["a.hwpx"]


def test_file_that_is_there_stays_unless_it_is_to_be_replaced(tmp_path):
    path = tmp_path / "a.hwpx"
    path.write_bytes(b"old")

    with pytest.raises(OutputExistsError):
        write_file(path, b"new", overwrite=False)
    assert path.read_bytes() == b"old"
    write_file(path, b"new", overwrite=True)
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["a.hwpx"]


def test_replaced_file_keeps_who_may_read_it(tmp_path):
    path = tmp_path / "a.hwpx"
    path.write_bytes(b"old")
    path.chmod(0o640)

    write_file(path, b"new", overwrite=True)

    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_link_that_leads_nowhere_counts_as_a_file_that_is_there(tmp_path):
    path = tmp_path / "a.hwpx"
    path.symlink_to(tmp_path / "nowhere")

    with pytest.raises(OutputExistsError):
        write_file(path, b"new", overwrite=False)
    assert names(tmp_path) == ["a.hwpx"]


def test_folder_that_is_not_there_is_told_and_nothing_is_left(tmp_path):
    with pytest.raises(StoreError, match="cannot be written"):
        write_file(tmp_path / "no" / "a.hwpx", b"new", overwrite=False)
    assert names(tmp_path) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_that_may_not_be_written_is_told(tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreError):
            write_file(tmp_path / "a.hwpx", b"new", overwrite=False)
    finally:
        tmp_path.chmod(0o700)


def test_long_name_has_room_for_its_part(tmp_path):
    path = tmp_path / ("a" * 240 + ".hwpx")

    write_file(path, b"abc", overwrite=False)

    assert path.read_bytes() == b"abc"
