"""A file without an extension is what it holds."""

from __future__ import annotations

import os

import pytest

from kebab.ingest.scan import ScanRules
from kebab.ingest.unnamed import is_unnamed, medium_of_file, medium_of_head
from kebab.ingest.walk import walk


@pytest.mark.parametrize(
    ("head", "medium"),
    [
        (b"Guests of the cabin\n", "text"),
        ("손님 명부".encode("cp949"), "text"),
        (b"#!/bin/sh\necho\n", "code"),
        (b"From a@example.org Tue Mar  3 10:15:00 2026\nSubject: x\n", "mbox"),
        (b"From here on, all is new.\n", "text"),
        (b"\x7fELF\x02\x01\x01\x00", None),
        (b"\x89PNG\r\n\x1a\n\x00", None),
        (b"", None),
    ],
)
def test_content_tells_the_medium(head, medium):
    assert medium_of_head(head) == medium


@pytest.mark.parametrize("name", [".env", ".hidden", "id_rsa", "credentials", "shadow", "a.bin"])
def test_hidden_files_keys_and_other_extensions_are_let_alone(tmp_path, name):
    (tmp_path / name).write_text("words")

    assert not is_unnamed(name)
    assert medium_of_file(name, str(tmp_path / name)) is None


def test_scan_takes_in_what_is_text_by_its_content(tmp_path):
    (tmp_path / "guests").write_text("The otter family.")
    (tmp_path / "program").write_bytes(b"\x7fELF\x00")

    scan = walk(tmp_path, ScanRules())

    assert [(file.path, file.media) for file in scan.files] == [("guests", "text")]
    assert [(entry.path, entry.reason) for entry in scan.skipped] == [
        ("program", "unsupported_media")
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_pipe_in_the_place_of_a_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "guests")

    assert medium_of_file("guests", str(tmp_path / "guests")) is None
