"""Lines of styled text: one description for a pipe, where styles vanish, and for a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

Segment = tuple[str, str]
Line = Sequence[Segment]

# A document must not steer the terminal that shows it.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Replace control characters, among them those that start escape sequences."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def one_line(text: str) -> str:
    """Clean a text of line breaks too: a file's name may hold some, and must not forge a line."""
    return clean(text).replace("\n", "\N{REPLACEMENT CHARACTER}")


def line(*segments: str | Segment) -> Line:
    """Write a line; a bare text has no style."""
    return [(part, "") if isinstance(part, str) else part for part in segments]


def to_plain(lines: Sequence[Line]) -> str:
    """Join the texts, without styles and without blanks at the ends of lines."""
    joined = ("".join(clean(text) for text, _ in parts).rstrip() for parts in lines)
    return "".join(f"{text}\n" for text in joined)


def preview(text: str, most: int) -> str:
    """Write a text in one line of at most so many characters."""
    plain = " ".join(text.split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def count(number: int, noun: str) -> str:
    """Write a number with its noun: `1 chunk`, `1,024 chunks`."""
    plural = noun if number == 1 else f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {plural}"


def percent(share: float) -> str:
    """Write a share; only a full one is 100 %, only none at all is 0 %."""
    if share <= 0:
        return "0 %"
    return "100 %" if share >= 1 else f"{min(max(share * 100, 0.1), 99.9):.1f} %"


def size(size_bytes: int) -> str:
    """Write a number of bytes in the unit that fits."""
    value = float(size_bytes)
    for unit in ("B", "kB", "MB"):
        if value < 1000:  # noqa: PLR2004 - SI units
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} GB"


def duration(duration_ms: float) -> str:
    """Write a time in the unit that fits."""
    seconds = duration_ms / 1000
    if seconds < 1:
        return f"{duration_ms:.0f} ms"
    if seconds < 60:  # noqa: PLR2004 - a minute
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


def pairs(values: Sequence[tuple[str, str]]) -> list[Line]:
    """Write names and values in two columns."""
    width = max((columns(name) for name, _ in values), default=0)
    return [
        line((name + " " * (width - columns(name)), "dim"), "  ", value) for name, value in values
    ]


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: a Hangul syllable takes two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 - hardly ever needed

    return cell_len(text)


def told_of(path: str, error: str | None) -> str:
    """Say what is wrong with a file, and name it once: most errors do already."""
    said = error or "unknown"
    return one_line(said if path and path in said else f"{path}: {said}")
