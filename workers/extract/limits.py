"""How much of a file a parser takes on, whatever the file says of itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What is over a limit is refused as too large, or cut with a warning. 0 MB are no limit."""

    max_pages: int = 5000
    max_pixels: int = 100_000_000
    max_nesting: int = 64
    max_unpacked_bytes: int = 500_000_000
    max_cells: int = 2_000_000
    max_messages: int = 50_000
    parse_memory_mb: int = 0
