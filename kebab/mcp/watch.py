"""Follow the sources beside the calls: `kebab mcp --watch`."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol, runtime_checkable

from kebab.errors import InvalidInputError, KebabError, ReadOnlyError
from kebab.ingest.told import Told
from kebab.mcp.opening import Opening
from kebab.wire.call_id import enter_call

logger = logging.getLogger(__name__)
# How soon it is tried again where the base cannot be opened or watching broke off.
AGAIN_S = 10.0


@runtime_checkable
class Watching(Protocol):
    """A base that can follow its sources."""

    async def watch(self, told: Told, stop: asyncio.Event, /) -> None:
        """Follow the sources until `stop` is set."""
        ...


async def keep_watching(opening: Opening, again_s: float = AGAIN_S) -> None:
    """Follow the sources until cancelled; what goes wrong is logged, and tried again."""
    enter_call("watch")
    told = Told(on_note=logger.warning)
    while True:
        try:
            base = await opening.base()
            if isinstance(base, Watching):
                await base.watch(told, asyncio.Event())
        except (InvalidInputError, ReadOnlyError) as error:
            logger.warning("the sources are not watched: %s; %s", error, error.hint)
            return
        except KebabError as error:
            logger.warning("the sources cannot be watched: %s", error)
        except Exception:
            logger.exception("watching broke off")
        else:
            return
        await asyncio.sleep(again_s)
