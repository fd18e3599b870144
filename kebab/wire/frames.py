"""Messages on the pipe: four bytes of length, then that many bytes of msgpack. Does no I/O.

The length is a signed big-endian 32-bit integer, the framing of `Connection.send_bytes` below
2 GiB (Lib/multiprocessing/connection.py), so that the worker's side can use a plain Connection.
Only values cross the pipe, never pickled objects: neither side executes what it is sent.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

import msgpack

MAX_FRAME_BYTES = 256 * 1024 * 1024
_HEADER = struct.Struct("!i")


class FrameError(Exception):
    """The other side sent something that is no frame."""


def encode(message: dict[str, Any]) -> bytes:
    """Serialise one message, without its length."""
    body: bytes = msgpack.packb(message, use_bin_type=True, unicode_errors="surrogatepass")
    if len(body) > MAX_FRAME_BYTES:
        raise FrameError(f"{len(body)} bytes is over the limit of {MAX_FRAME_BYTES}")
    return body


def decode(body: bytes) -> dict[str, Any]:
    """Read one message back."""
    try:
        message = msgpack.unpackb(body, raw=False, unicode_errors="surrogatepass")
    except (ValueError, msgpack.UnpackException) as cause:
        raise FrameError(f"a frame of {len(body)} bytes is not msgpack") from cause
    if not isinstance(message, dict):
        raise FrameError(f"a frame holds a {type(message).__name__}, not a map")
    return message


def pack(body: bytes) -> bytes:
    """Put a length in front of `body`."""
    return _HEADER.pack(len(body)) + body


class Unpacker:
    """Turns bytes, however they were split on the way, back into bodies."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, received: bytes) -> Iterator[bytes]:
        """Take what was read; give each body that is now complete."""
        self._held += received
        while len(self._held) >= _HEADER.size:
            (size,) = _HEADER.unpack_from(self._held)
            if not 0 <= size <= MAX_FRAME_BYTES:
                raise FrameError(f"a frame of {size} bytes was announced")
            end = _HEADER.size + size
            if len(self._held) < end:
                return
            body = bytes(self._held[_HEADER.size : end])
            del self._held[:end]
            yield body
