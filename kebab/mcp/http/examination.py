"""Ask doctor whether the served base is well; whatever comes of it is a verdict."""

from __future__ import annotations

import asyncio
import logging

from kebab.errors import KebabError, PoolError
from kebab.mcp.http.readiness import Verdict
from kebab.mcp.opening import Opening
from kebab.wire.error import error_object
from kebab.wire.wire_object import to_json

logger = logging.getLogger(__name__)
# One that failed is tried again, and fails at once if it does.
_OPENING_S = 0.5


async def examine(opening: Opening) -> Verdict:
    """Return doctor's verdict on the base, or why there is none. Never raises."""
    try:
        opened = opening.start()
        await asyncio.wait({opened}, timeout=_OPENING_S)
        if not opened.done():
            return _refusal(PoolError("the knowledge base is being opened", hint="ask again soon"))
        report = await (await opening.base()).doctor()
    except KebabError as error:
        return _refusal(error)
    except Exception as cause:
        logger.exception("doctor failed")
        return _refusal(KebabError(f"doctor failed unexpectedly: {type(cause).__name__}"))
    return Verdict(report.ok, to_json(report))


def _refusal(error: KebabError) -> Verdict:
    return Verdict(is_ready=False, text=to_json(error_object(error)))
