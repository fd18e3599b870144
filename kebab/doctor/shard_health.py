"""Hold the views of every shard against the catalog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kebab.catalog.reader import CatalogReader, ShardCount
from kebab.doctor.checks import failed
from kebab.pool.protocol import Lane, Pool, ShardReply
from kebab.wire.doctor import Check, ShardHealth

STATUS_TIMEOUT_S = 2.7


async def examine_shards(
    pool: Pool, reader: CatalogReader, model: str
) -> tuple[Check, list[ShardHealth]]:
    """Ask every worker how far its views are; one that differs is a check that failed."""
    replies = await pool.scatter("shard_status", {}, timeout_s=STATUS_TIMEOUT_S, lane=Lane.PROBE)
    status = {
        entry["shard"]: entry
        for reply in replies
        if reply.result is not None
        for entry in reply.result["shards"]
    }
    counts = reader.shard_counts(model)
    shards = [_shard_health(count, status.get(count.shard)) for count in counts]
    return _judge_shards(shards, replies), shards


def _shard_health(count: ShardCount, status: dict[str, Any] | None) -> ShardHealth:
    return ShardHealth(
        shard=count.shard,
        chunks=count.chunks,
        vectors=count.vectors,
        lexical_chunks=status["lexical_chunks"] if status else None,
        vector_chunks=status["vector_chunks"] if status else None,
        revision=count.revision,
        lexical_lag=status["lexical_lag"] if status else None,
        vector_lag=status["vector_lag"] if status else None,
        rebuilds=status["rebuilds"] if status else 0,
    )


def _judge_shards(shards: Sequence[ShardHealth], replies: Sequence[ShardReply]) -> Check:
    errors = [reply.error for reply in replies if reply.error is not None]
    if errors:
        return failed("shards", errors[0])
    wrong = [s for s in shards if not s.lexical_lag and s.lexical_chunks != s.chunks] or [
        s for s in shards if not s.vector_lag and s.vector_chunks != s.vectors
    ]
    if wrong:
        worst = wrong[0]
        return Check(
            name="shards",
            ok=False,
            detail=(
                f"shard {worst.shard}: {worst.lexical_chunks} of {worst.chunks} chunks in the "
                f"lexical view, {worst.vector_chunks} of {worst.vectors} vectors in the vector view"
            ),
            hint="run `kebab doctor --repair`: the view is rebuilt from the catalog",
        )
    behind = [s for s in shards if s.lexical_lag or s.vector_lag]
    detail = f"{len(shards)} equal to the catalog"
    if behind:
        detail = f"{len(behind)} of {len(shards)} are catching up"
    return Check(name="shards", ok=True, detail=detail)
