"""Have every view held against the catalog row by row, and rebuilt where it differs."""

from __future__ import annotations

from kebab.pool.protocol import Lane, Pool
from kebab.wire.doctor import Repair


async def repair_views(pool: Pool, *, timeout_s: float) -> list[Repair]:
    """Rebuild the views that are damaged, and say which those were.

    Raises the error of the first worker that could not.
    """
    replies = await pool.scatter("repair", {}, timeout_s=timeout_s, lane=Lane.EXTRACT)
    for reply in replies:
        if reply.error is not None:
            raise reply.error
    repairs = [
        Repair(shard=shard, view=view, reason=reason)
        for reply in replies
        for shard, view, reason in (reply.result or {})["repairs"]
    ]
    return sorted(repairs, key=lambda repair: (repair.shard, repair.view))
