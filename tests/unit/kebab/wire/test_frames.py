"""Frames on the pipe."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.wire.frames import FrameError, Unpacker, decode, encode, pack

BODIES = [b"", b"one", b"x" * 300]


@pytest.mark.parametrize("split", range(len(b"".join(map(pack, BODIES)))))
def test_bodies_come_whole_however_the_bytes_were_split(split):
    stream, unpacker = b"".join(map(pack, BODIES)), Unpacker()

    received = [*unpacker.feed(stream[:split]), *unpacker.feed(stream[split:])]

    assert received == BODIES


@pytest.mark.parametrize("size", [-1, 2**31 - 1])
def test_an_impossible_length_is_refused(size):
    with pytest.raises(FrameError):
        list(Unpacker().feed(struct.pack("!i", size)))


@given(st.dictionaries(st.text(), st.none() | st.binary() | st.text() | st.floats(allow_nan=False)))
def test_messages_come_back_as_they_were(message):
    assert decode(encode(message)) == message


def test_a_lone_surrogate_crosses_the_pipe():
    assert decode(encode({"path": "a\udcffb"})) == {"path": "a\udcffb"}


@pytest.mark.parametrize("body", [b"\xc1", b"\x01", b"\x81\xa1"])
def test_what_is_no_map_is_refused(body):
    with pytest.raises(FrameError):
        decode(body)
