"""The id of the call in hand: given by the host, taken along to the workers, named in every log.

Stdlib only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

NO_CALL = "-"
_ODD = "odd"
_PLAIN = re.compile(r"[\w.:-]{1,40}", re.ASCII)
_MAX_BITS = 64
_current: ContextVar[str] = ContextVar("call", default=NO_CALL)


def current_call() -> str:
    """Return the id of the call that is being worked on."""
    return _current.get()


def enter_call(call: str) -> None:
    """Name the call that is worked on from here on."""
    _current.set(call)


@contextmanager
def in_call(request_id: str | int | None) -> Iterator[None]:
    """Name the call of a block by the id that its host gave it."""
    token = _current.set(name_call(request_id))
    try:
        yield
    finally:
        _current.reset(token)


def name_call(request_id: str | int | None) -> str:
    """Return a name that fits into a line: the id, unless a host put something odd there."""
    if request_id is None:
        return NO_CALL
    if isinstance(request_id, int):
        return str(request_id) if request_id.bit_length() <= _MAX_BITS else _ODD
    return request_id if _PLAIN.fullmatch(request_id) else _ODD
