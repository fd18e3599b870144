"""Writing a host's file: a copy first, whole or not at all, through links."""

from __future__ import annotations

import datetime as dt
import os
import stat
import sys

import pytest

from kebab.errors import SettingsError, StoreError
from kebab.hosts.write import rewrite

NOW = dt.datetime(2026, 12, 1, 3, 4, 5, tzinfo=dt.UTC)
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="it has no modes")


def test_copy_of_what_was_there_is_kept(tmp_path):
    file = tmp_path / "mcp.json"
    file.write_bytes(b"\xef\xbb\xbfone\r\n")

    first = rewrite(file, lambda text: text.replace("one", "two"), now=NOW)
    second = rewrite(file, lambda text: text.replace("two", "three"), now=NOW)

    assert file.read_bytes() == b"\xef\xbb\xbfthree\r\n"
    assert first.backup == tmp_path / "mcp.json.20261201-030405.bak"
    assert first.backup.read_bytes() == b"\xef\xbb\xbfone\r\n"
    assert second.backup.read_bytes() == b"\xef\xbb\xbftwo\r\n"
    assert len(list(tmp_path.iterdir())) == 3


def test_text_that_does_not_change_is_not_written(tmp_path):
    file = tmp_path / "mcp.json"
    file.write_text("one")
    before = file.stat()

    written = rewrite(file, lambda text: text, now=NOW)

    assert (written.changed, written.backup) == (False, None)
    assert file.stat() == before
    assert list(tmp_path.iterdir()) == [file]


def test_file_and_its_folders_are_made(tmp_path):
    file = tmp_path / "a" / "b" / "mcp.json"

    written = rewrite(file, lambda text: text + "new", now=NOW)

    assert (written.changed, written.backup) == (True, None)
    assert file.read_text() == "new"


def test_link_stays_a_link(tmp_path):
    real = tmp_path / "dotfiles.json"
    real.write_text("one")
    link = tmp_path / "mcp.json"
    link.symlink_to(real)

    rewrite(link, lambda _: "two", now=NOW)

    assert link.is_symlink()
    assert real.read_text() == "two"


@posix_only
@pytest.mark.parametrize(("secret", "mode"), [(False, 0o640), (True, 0o600)])
def test_mode_stays_unless_there_is_a_secret_in_it(tmp_path, secret, mode):
    file = tmp_path / "mcp.json"
    file.write_text("one")
    file.chmod(0o640)

    written = rewrite(file, lambda _: "two", now=NOW, secret=secret)

    assert stat.S_IMODE(file.stat().st_mode) == mode
    assert stat.S_IMODE(written.backup.stat().st_mode) == 0o600


def test_refusal_leaves_no_trace(tmp_path):
    file = tmp_path / "mcp.json"
    file.write_text("one")

    def refuse(text):
        raise SettingsError("broken")

    with pytest.raises(SettingsError):
        rewrite(file, refuse, now=NOW)
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_text() == "one"


def test_what_another_program_writes_meanwhile_is_kept(tmp_path):
    file = tmp_path / "mcp.json"
    file.write_text("one")

    def be_overtaken(text):
        file.write_text("theirs")
        return "two"

    with pytest.raises(StoreError, match="another program"):
        rewrite(file, be_overtaken, now=NOW)
    assert file.read_text() == "theirs"


def test_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "mcp.json"
    file.write_bytes(b"\xff\xfe{\0")

    with pytest.raises(SettingsError, match="UTF-8"):
        rewrite(file, lambda text: text, now=NOW)


@posix_only
def test_folder_in_its_place_is_told(tmp_path):
    (tmp_path / "mcp.json").mkdir()

    with pytest.raises(StoreError, match="cannot be written"):
        rewrite(tmp_path / "mcp.json", lambda text: text, now=NOW)
    assert os.listdir(tmp_path) == ["mcp.json"]  # noqa: PTH208 - the names are the point
