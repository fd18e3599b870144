"""What a worker is asked about a file that needs a password, or too much memory."""

from __future__ import annotations

import sys

import pytest
from support import pdfs

from kebab.errors import EncryptedDocumentError, TooLargeError
from kebab.wire.worker import ChunkingConfig, ReadingConfig
from workers.extract.reading import FileReading, passwords

SESAME = "sesame"
CHUNKING = ChunkingConfig(target_tokens=320, overlap_tokens=40, max_tokens=460)


def read(content, media, *, disk_path=None, limits=None):
    reading = FileReading(ReadingConfig(limits=limits or {}), CHUNKING)
    params = {"content": content, "disk_path": disk_path, "max_bytes": 10**9}
    params |= {"path": "a", "media": media}
    return reading.extract(params, lambda texts: [len(text.split()) for text in texts])


@pytest.mark.parametrize(
    ("written", "given"),
    [
        ("", ()),
        ("one", ("one",)),
        ("one\n\n two \n", ("one", " two ")),
        ("one\ntw\udcffo\n셋", ("one", "셋")),
    ],
)
def test_passwords_are_lines_of_the_environment_and_what_is_no_text_is_none(
    monkeypatch, written, given
):
    monkeypatch.setenv("KEBAB_PASSWORDS", written)

    assert passwords() == given


def test_a_protected_file_is_read_by_a_password_of_the_environment(monkeypatch):
    locked = pdfs.Pdf([pdfs.lines(72, 100, "a rowanword")], password=SESAME).write()
    monkeypatch.setenv("KEBAB_PASSWORDS", "caf\udce9\nwrong")
    with pytest.raises(EncryptedDocumentError):
        read(locked, "pdf")

    monkeypatch.setenv("KEBAB_PASSWORDS", f"wrong\n{SESAME}")
    assert "rowanword" in read(locked, "pdf")["chunks"][0]["text"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps the limit")
def test_a_file_may_take_no_more_memory_than_the_limit(tmp_path):
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(250 * 2**20)

    with pytest.raises(TooLargeError, match="more than 200 MB"):
        read(None, "text", disk_path=str(path), limits={"parse_memory_mb": 200})
