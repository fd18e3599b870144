"""Reading and writing lines."""

from __future__ import annotations

import asyncio
import os

import pytest

from kebab.mcp.stdio import LineReader, LineTooLongError, LineWriter


async def lines_of(reader: LineReader) -> list[bytes | None]:
    found: list[bytes | None] = []
    while True:
        try:
            line = await reader.line()
        except LineTooLongError:
            found.append(None)
            continue
        if line is None:
            return found
        found.append(line)


@pytest.mark.anyio
async def test_lines_come_whole_and_the_last_needs_no_end():
    reader = LineReader(received=b"one\ntw")
    read, write = os.pipe()
    await reader.connect(read)
    os.write(write, b"o\nthree")
    os.close(write)

    assert await lines_of(reader) == [b"one\n", b"two\n", b"three"]


@pytest.mark.parametrize("size", [11, 25, 1000])
@pytest.mark.anyio
async def test_a_line_over_the_limit_is_skipped_and_the_next_is_read(size):
    reader = LineReader(limit=10)
    read, write = os.pipe()
    await reader.connect(read)
    os.write(write, b"a\n" + b"x" * size + b"\nb\n")
    os.close(write)

    assert await lines_of(reader) == [b"a\n", None, b"b\n"]


@pytest.mark.anyio
async def test_an_endless_last_line_ends_too():
    reader = LineReader(limit=10, received=b"x" * 100)
    await reader.connect(-1, at_end=True)

    assert await lines_of(reader) == [None]


@pytest.mark.anyio
async def test_a_reader_that_is_gone_is_noticed():
    lost = asyncio.Event()
    read, write = os.pipe()
    writer = LineWriter(write, lost.set)
    await writer.connect()
    os.close(read)

    await asyncio.wait_for(lost.wait(), 5)


@pytest.mark.anyio
async def test_a_file_is_read_and_written_in_threads(tmp_path):
    source, target = tmp_path / "in", tmp_path / "out"
    source.write_bytes(b"a\nb\n")
    reader = LineReader()
    await reader.connect(os.open(source, os.O_RDONLY))
    writer = LineWriter(os.open(target, os.O_WRONLY | os.O_CREAT), lambda: None)
    await writer.connect()
    for line in await lines_of(reader):
        await writer.write(line)
    await writer.flush()

    assert target.read_bytes() == b"a\nb\n"
