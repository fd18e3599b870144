"""A scan finds every file once, says why others are left out, and never hangs."""

from __future__ import annotations

import os
import socket
import sys
import unicodedata
from pathlib import Path

import pytest

from kebab.errors import FileNotFoundInputError, InvalidInputError
from kebab.ingest.scan import ScanRules
from kebab.ingest.walk import walk

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX files")


def write(path, text="hello"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def found(scan):
    return [file.path for file in scan.files]


def skipped(scan):
    return {entry.path: entry.reason for entry in scan.skipped}


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


def test_files_come_by_path_with_medium_size_and_place(root):
    write(root / "b.MD")
    write(root / "a/c.rst", "12345")
    write(root / "a.markdown")
    scan = walk(root, ScanRules())

    assert found(scan) == ["a.markdown", "a/c.rst", "b.MD"]
    assert [file.media for file in scan.files] == ["markdown", "text", "markdown"]
    assert scan.files[1].size_bytes == 5
    assert scan.files[1].disk_path == str(root / "a/c.rst")


def test_hidden_folders_are_read_but_for_those_of_tools(root):
    write(root / ".notes/a.md")
    write(root / ".venv/b.md")
    write(root / "node_modules/c/d.md")
    write(root / ".DS_Store")
    write(root / "._a.md")
    scan = walk(root, ScanRules())

    assert found(scan) == [".notes/a.md"]
    assert skipped(scan) == {
        ".DS_Store": "builtin",
        "._a.md": "builtin",
        ".venv/": "builtin",
        "node_modules/": "builtin",
    }


def test_folder_that_says_a_tool_made_it_is_left_out(root):
    write(root / "env/pyvenv.cfg")
    write(root / "env/a.md")
    write(root / "notes-on/env/b.md")
    scan = walk(root, ScanRules())

    assert found(scan) == ["notes-on/env/b.md"]
    assert skipped(scan)["env/"] == "builtin"


def test_size_limit_is_per_medium(root):
    write(root / "a.md", "12345")
    write(root / "a.txt", "12345")
    scan = walk(root, ScanRules(max_bytes={"markdown": 4, "text": 5}))

    assert found(scan) == ["a.txt"]
    assert skipped(scan) == {"a.md": "too_large"}


def test_odd_names_round_trip(root):
    names = ["Meeting [x] (1) & #5.md", "😀.md", "'q\"uote.md", "README.md", "readme.md", "a b .md"]
    for name in names:
        write(root / name)
    scan = walk(root, ScanRules())

    assert found(scan) == sorted(names)
    assert all(Path(file.disk_path).exists() for file in scan.files)


@posix
def test_decomposed_name_is_composed_but_opened_as_it_is(root):
    name = unicodedata.normalize("NFD", "설계.md")
    write(root / name)
    (file,) = walk(root, ScanRules()).files

    assert file.path == unicodedata.normalize("NFC", name)
    assert file.disk_path == str(root / name)


@pytest.mark.skipif(sys.platform != "linux", reason="file systems that tell the two apart")
def test_two_spellings_of_one_name_are_one_document_and_one_error(root):
    for form in ("NFC", "NFD"):
        write(root / unicodedata.normalize(form, "é.md"))
    scan = walk(root, ScanRules())

    assert found(scan) == ["é.md"]
    assert scan.files[0].disk_path.endswith("\u00e9.md")
    assert [entry.path for entry in scan.failed] == ["é.md"]


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes there")
def test_name_that_is_no_utf8_is_an_error_of_that_file(root):
    write(root / "good.md")
    Path(os.fsdecode(os.fsencode(root) + b"/bad\xff.md")).touch()
    scan = walk(root, ScanRules())

    assert found(scan) == ["good.md"]
    assert [entry.path for entry in scan.failed] == ["bad\ufffd.md"]
    assert "UTF-8" in str(scan.failed[0].error)


@posix
def test_pipes_sockets_and_dangling_links_are_left_out_without_waiting(root, monkeypatch):
    os.mkfifo(root / "pipe.md")
    (root / "gone.md").symlink_to(root / "nowhere")
    (root / "self.md").symlink_to(root / "self.md")
    monkeypatch.chdir(root)  # a socket's path may not be long
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.md")
    (root / "link-to-pipe.md").symlink_to(root / "pipe.md")
    scan = walk(root, ScanRules())

    assert found(scan) == []
    assert skipped(scan) == {
        "gone.md": "dangling_link",
        "link-to-pipe.md": "special_file",
        "pipe.md": "special_file",
        "self.md": "dangling_link",
        "socket.md": "special_file",
    }


@posix
def test_links_to_folders_make_no_loop_and_no_second_copy(root):
    write(root / "a/one.md")
    (root / "a/up").symlink_to(root)
    (root / "0-link").symlink_to(root / "a")
    scan = walk(root, ScanRules(follow_symlinks=True))

    assert found(scan) == ["a/one.md"]
    assert skipped(scan) == {"0-link/": "already_seen", "a/up/": "already_seen"}


@posix
def test_links_out_of_the_root_are_followed_only_if_the_settings_say_so(root, tmp_path):
    write(tmp_path / "outside/secret.md")
    write(tmp_path / "root-not/secret.md")
    (root / "file.md").symlink_to(tmp_path / "outside/secret.md")
    (root / "folder").symlink_to(tmp_path / "outside")
    (root / "near.md").symlink_to(tmp_path / "root-not/secret.md")
    write(root / "real.md")
    (root / "alias.md").symlink_to(root / "real.md")
    closed = walk(root, ScanRules())
    opened = walk(root, ScanRules(follow_symlinks=True))

    assert found(closed) == ["alias.md", "real.md"]
    assert set(skipped(closed).values()) == {"outside_root"}
    assert found(opened) == ["alias.md", "file.md", "folder/secret.md", "near.md", "real.md"]


@posix
def test_root_that_is_a_link_is_its_own_inside(root, tmp_path):
    write(root / "a.md")
    (root / "b.md").symlink_to(root / "a.md")
    (tmp_path / "link").symlink_to(root)

    assert found(walk(tmp_path / "link", ScanRules())) == ["a.md", "b.md"]


@pytest.mark.parametrize("locked", ["sub", "sub/.gitignore"])
def test_folder_that_cannot_be_read_is_reported_and_not_taken_for_empty(root, locked, lock):
    write(root / "sub/a.md")
    write(root / "sub/.gitignore", "secret.md")
    write(root / "b.md")
    lock(root / locked)
    scan = walk(root, ScanRules())

    assert found(scan) == ["b.md"]
    assert [entry.path for entry in scan.failed] == ["sub/"]
    assert scan.failed[0].error.details["errno"] == "EACCES"
    assert scan.could_hold("sub/deep/x.md")
    assert not scan.could_hold("c.md")


def test_scan_of_some_paths_keeps_the_rules_above_them(root):
    write(root / ".gitignore", "secret.md")
    write(root / "a/b/one.md")
    write(root / "a/b/secret.md")
    write(root / "a/ab.md")
    write(root / "c.md")
    scan = walk(root, ScanRules(only=("a/b",)))

    assert found(scan) == ["a/b/one.md"]
    assert skipped(scan) == {"a/b/secret.md": "gitignore"}


def test_scan_that_is_stopped_claims_to_know_nothing(root):
    write(root / "a.md")
    scan = walk(root, ScanRules(), lambda: True)

    assert scan.could_hold("a.md")


def test_missing_root_and_root_that_is_a_file_are_told_apart(root):
    file = write(root / "a.md")

    with pytest.raises(FileNotFoundInputError, match="does not exist"):
        walk(root / "nowhere", ScanRules())
    with pytest.raises(InvalidInputError, match="not a folder"):
        walk(file, ScanRules())
