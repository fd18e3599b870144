"""Reads a mailbox file message by message.

`mailbox.mbox` only opens files on the disk, and locks them; the format is a line between messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy

from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.foreign_errors import reading, unreadable
from workers.extract.limits import Limits
from workers.extract.mail import add_message

_WHAT = "mailbox"
# A year, or a time, must follow: "From here on" may begin a line of any text.
_START = re.compile(
    rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\r\n]*\d\d:\d\d[^\r\n]*\d{4}[^\r\n]*\r?\n"
)
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_MAX_WARNINGS = 20


def parse_mbox(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read an .mbox file; each message is a division of its own."""
    canonical = CanonicalText()
    warnings: list[str] = []
    with reading(path, _WHAT):
        for number, raw in enumerate(_messages(data, path), 1):
            if number > limits.max_messages:
                warnings.insert(0, f"messages from {number} on were left out")
                break
            message = message_from_bytes(raw, policy=policy.compat32)
            warnings += add_message(canonical, message, number, limits)
    more = len(warnings) - _MAX_WARNINGS
    kept = warnings[:_MAX_WARNINGS] + ([f"and {more} more warnings"] if more > 0 else [])
    return Canonical(
        blocks=canonical.blocks,
        lines=canonical.lines,
        warnings=tuple(kept),
        is_named_by_file=True,
    )


def _messages(data: bytes, path: str) -> Iterator[bytes]:
    starts = list(_START.finditer(data))
    if not starts or starts[0].start() != 0:
        raise unreadable(path, f"is no {_WHAT}: it does not begin with a line “From …”")
    ends = [*(start.start() for start in starts[1:]), len(data)]
    for start, end in zip(starts, ends, strict=True):
        yield _ESCAPED.sub(rb"\1", data[start.end() : end])
