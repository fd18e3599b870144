"""The log file of a worker, with real descriptors in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

OPEN = """
import os, sys
from pathlib import Path
from workers.log_file import LogFile
path = Path(sys.argv[1])
log = LogFile(path, 100)
log.open()
"""


def run(path: Path, code: str) -> None:
    subprocess.run([sys.executable, "-c", OPEN + code, path], check=True, timeout=60)


def names(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_is_printed_on_both_descriptors_is_added_to_the_file(tmp_path):
    for _ in range(2):
        run(tmp_path / "new" / "log", "os.write(1, b'a'); os.write(2, b'b'); log.keep_short()")

    assert names(tmp_path / "new") == {"log": b"abab"}


def test_a_long_file_is_put_aside_and_the_one_before_it_goes(tmp_path):
    code = "for letter in b'abc': os.write(2, bytes([letter]) * 101); log.keep_short()"
    run(tmp_path / "log", code)

    assert names(tmp_path) == {"log": b"", "log.1": b"c" * 101}


def test_a_file_that_another_process_put_aside_is_left_where_it_is(tmp_path):
    code = """
os.write(2, b"a" * 101)
os.replace(path, path.with_name("log.1"))
path.write_bytes(b"of the other")
log.keep_short()
os.write(2, b" and ours")
"""
    run(tmp_path / "log", code)

    assert names(tmp_path) == {"log": b"of the other and ours", "log.1": b"a" * 101}


def test_a_place_that_cannot_be_written_is_no_reason_to_fail(tmp_path):
    (tmp_path / "file").write_bytes(b"")

    run(tmp_path / "file" / "log", "os.write(1, b'a' * 101); log.keep_short(); os.write(2, b'b')")
    assert names(tmp_path) == {"file": b""}
