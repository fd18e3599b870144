"""Which history a revision belongs to: revision 500 of a restored copy is not the one of before.

Every process that changes the log begins a new stretch of it, under a random name. Two catalogs
that part, by a copy or by a restored backup, agree on the names up to where they parted and on none
beyond. A view remembers the name of the stretch it has reached.
"""

from __future__ import annotations

import os

PREFIX = "lineage:"
# The newest revision there ever was, and the name of the stretch that a revision lies in.
LOOK_UP = f"""
SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'log') AS newest,
       (SELECT value FROM state WHERE key BETWEEN '{PREFIX}' AND ? ORDER BY key DESC LIMIT 1)
           AS name
"""
_DIGITS = 19  # of the largest integer that SQLite has
_MOST_SHARDS = 64  # settings.storage.shards


def random_name() -> int:
    """Make a name that no other stretch has."""
    return int.from_bytes(os.urandom(7), "big")


def key_of(first_revision: int) -> str:
    """Name the state under which a stretch is kept; the keys sort as the revisions do."""
    return f"{PREFIX}{first_revision:0{_DIGITS}}"


def of_shard(name: int, shard: int) -> int:
    """Tell the shards of one catalog apart, so that one's view is not taken for another's."""
    return name * _MOST_SHARDS + shard
