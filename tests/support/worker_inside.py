"""A pool of one worker that runs in the test's own process: real views and models, no start-up."""

from __future__ import annotations

from functools import cache
from typing import Any

from kebab.errors import KebabError
from kebab.pool.protocol import Lane, ShardReply
from kebab.pool.worker_config import worker_config
from kebab.settings.model import Settings
from kebab.wire.frames import decode, encode
from kebab.wire.worker import EmbeddingConfig
from workers.embed.embedder import load_token_counter
from workers.handlers import Handlers


class WorkerInside:
    """A pool whose calls are carried out where they are made."""

    size = 1

    def __init__(self, settings: Settings, shard_count: int) -> None:
        self._shards = tuple(range(shard_count))
        config = worker_config(settings, shard_count, self._shards)
        self._handlers = Handlers(config, _go_on)
        self._handlers._count_tokens = _token_counter(config.embedding)

    async def call(
        self,
        method: str,
        params: dict[str, Any],
        *,
        timeout_s: float,
        lane: Lane = Lane.INTERACTIVE,
        worker: int | None = None,
    ) -> dict[str, Any]:
        """Carry out a call; its values cross as they would through the pipe."""
        result = self._handlers.handle(method, decode(encode(params)))
        return decode(encode(result))

    async def scatter(
        self,
        method: str,
        params: dict[str, Any],
        *,
        timeout_s: float,
        lane: Lane = Lane.INTERACTIVE,
    ) -> list[ShardReply]:
        """Carry out a call for all shards."""
        try:
            asked = {**params, "shards": self._shards}
            result = await self.call(method, asked, timeout_s=timeout_s, lane=lane)
        except KebabError as error:
            return [ShardReply(0, self._shards, None, error)]
        return [ShardReply(0, self._shards, result, None)]

    def close(self) -> None:
        """Let go of the views and of the catalog."""
        for shard in self._handlers._shards.values():
            shard.close()
        if self._handlers._reader is not None:
            self._handlers._reader.close()


@cache
def _token_counter(config: EmbeddingConfig) -> Any:
    return load_token_counter(config)


def _go_on() -> None:
    return
