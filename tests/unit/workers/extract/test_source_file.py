"""What is read from the disk, and how a refusal sounds."""

import os
import socket

import pytest

from kebab.errors import StoreError, TooLargeError, UnreadableDocumentError
from workers.extract.source_file import read_file


def test_file_is_read_with_its_status(tmp_path):
    path = tmp_path / "# [x] 한글 & 5.md"
    path.write_bytes(b"abc\r\n")

    data, status = read_file(str(path), 100)

    assert data == b"abc\r\n"
    assert (status.st_size, status.st_mtime_ns) == (5, path.stat().st_mtime_ns)


def test_file_of_exactly_the_limit_is_read(tmp_path):
    (tmp_path / "a.md").write_bytes(b"12345")

    assert read_file(str(tmp_path / "a.md"), 5)[0] == b"12345"


def test_larger_file_is_refused_with_both_sizes(tmp_path):
    (tmp_path / "a.md").write_bytes(b"123456")

    with pytest.raises(TooLargeError) as raised:
        read_file(str(tmp_path / "a.md"), 5)

    assert (raised.value.details["size_bytes"], raised.value.details["max_bytes"]) == (6, 5)


def test_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "a.md")

    with pytest.raises(UnreadableDocumentError, match="not a regular file"):
        read_file(str(tmp_path / "a.md"), 5)


def test_socket_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("a.md")

        with pytest.raises(UnreadableDocumentError, match="not a regular file"):
            read_file("a.md", 5)


@pytest.mark.parametrize("path", ["/dev/null", "/"])
def test_device_and_folder_are_refused(path):
    with pytest.raises(UnreadableDocumentError, match="not a regular file"):
        read_file(path, 5)


@pytest.mark.parametrize("name", ["gone.md", "loop.md", "x" * 300, "nul\0byte"])
def test_what_cannot_be_opened_names_path_reason_and_next_step(tmp_path, name):
    (tmp_path / "loop.md").symlink_to(tmp_path / "loop.md")
    path = str(tmp_path / name)

    with pytest.raises(StoreError) as raised:
        read_file(path, 5)

    assert path in str(raised.value)
    assert raised.value.hint
    assert raised.value.details["path"] == path
    assert raised.value.details["reason"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_file_without_read_permission_says_so(tmp_path):
    path = tmp_path / "a.md"
    path.touch(mode=0o000)

    with pytest.raises(StoreError) as raised:
        read_file(str(path), 5)

    assert raised.value.details["errno"] == "EACCES"
