"""When a worker has outgrown its memory, and whether there is room for another beside it."""

from __future__ import annotations

# A process that holds hardly more than when it was fresh has a large index, not a leak: another
# one in its place would hold as much.
_GROWTH = 1.25
_MARGIN = 1.2


def has_outgrown(held_bytes: int, fresh_bytes: int, ceiling_bytes: int) -> bool:
    """Tell whether a worker is to be replaced. `fresh_bytes`: what it held at its first answer."""
    return held_bytes > ceiling_bytes and held_bytes > _GROWTH * fresh_bytes


def has_room_for(fresh_bytes: int, available_bytes: int) -> bool:
    """Tell whether another worker of that size fits beside the ones that run."""
    return available_bytes > _MARGIN * fresh_bytes


def available_bytes() -> int:
    """Return the memory that can be had without swapping."""
    import psutil  # noqa: PLC0415 - only a worker that has outgrown its memory needs it

    return int(psutil.virtual_memory().available)
