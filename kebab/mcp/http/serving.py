"""Open the base, put the protocol on a listening socket, and end in time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.middleware.cors import CORSMiddleware

from kebab.mcp.ending import Ending
from kebab.mcp.http.address import Bound
from kebab.mcp.http.callers import Callers
from kebab.mcp.http.connection import Listener, make_listener
from kebab.mcp.http.door import Door
from kebab.mcp.http.endpoints import Endpoints, Parts
from kebab.mcp.http.examination import examine
from kebab.mcp.http.greeting import Greeting
from kebab.mcp.http.guard import Guard, Rules
from kebab.mcp.http.metrics import Metrics
from kebab.mcp.http.observed import observe
from kebab.mcp.http.rate import Rates
from kebab.mcp.http.readiness import Readiness
from kebab.mcp.http.replies import App
from kebab.mcp.opening import Opening
from kebab.mcp.server import build_server, low_level
from kebab.mcp.serving import Plan
from kebab.mcp.tool import Service
from kebab.mcp.tools.catalogue import all_tools
from kebab.pool.health import WorkerState
from kebab.settings.model import HttpSettings

# What is being answered when the end comes may take so long.
GRACE_S = 0.4
_PAGES_SEND = (
    *("authorization", "content-type", "last-event-id"),
    *("mcp-protocol-version", "mcp-session-id", "mcp-method", "mcp-name"),
)


@runtime_checkable
class Watched(Protocol):
    """A base that tells of its workers."""

    def worker_states(self) -> Sequence[WorkerState]:
        """Tell of the workers without asking them."""
        ...


async def serve(
    door: Door, plan: Plan, opening: Opening, introduce: Callable[[], str], ending: Ending
) -> None:
    """Serve until there is a reason to end."""
    server = build_server(Service(opening, plan.settings), introduce())
    low = low_level(server)
    metrics = Metrics(lambda: _states(opening))
    observe(low, metrics, frozenset(tool.name for tool in all_tools()), time.monotonic)
    sessions = StreamableHTTPSessionManager(
        low,
        stateless=door.settings.max_sessions == 0,
        max_sessions=door.settings.max_sessions or None,
        max_request_body_size=door.settings.max_body_mb << 20,
    )
    parts = Parts(
        protocol=sessions.handle_request,
        greeting=Greeting(low, introduce, time.monotonic),
        readiness=Readiness(lambda: examine(opening), time.monotonic),
        metrics=metrics,
        max_body_bytes=door.settings.max_body_mb << 20,
        has_sessions=door.settings.max_sessions > 0,
        patience=door.patience,
    )
    rules = Rules(
        token=door.token,
        callers=Callers.of(door.settings.allowed_hosts, door.settings.allowed_origins),
        rates=Rates(door.settings.rate_per_minute),
        clock=time.monotonic,
    )
    app = _shared_with(door.settings, Guard(Endpoints(parts), rules, metrics.refuse))
    listener = make_listener(app, door.tls, door.patience)
    async with sessions.run():
        await _listen(listener, door.bound, ending)


def _shared_with(settings: HttpSettings, app: App) -> App:
    """Let browsers give the answers to the pages that are allowed; without it they keep them."""
    if not settings.allowed_origins:
        return app
    return CORSMiddleware(
        app,
        allow_origins=[origin.rstrip("/") for origin in settings.allowed_origins],
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=list(_PAGES_SEND),
        expose_headers=["mcp-session-id"],
    )


def _states(opening: Opening) -> Sequence[WorkerState]:
    base = opening.opened()
    if isinstance(base, Watched):
        return base.worker_states()
    return ()


async def _listen(listener: Listener, bound: Bound, ending: Ending) -> None:
    """Accept until the end; let what is being answered have its time. The rest ends with us."""
    serving = asyncio.create_task(listener.serve(sockets=[bound.socket]))
    ended = asyncio.create_task(ending.reached.wait())
    await asyncio.wait({serving, ended}, return_when=asyncio.FIRST_COMPLETED)
    ended.cancel()
    if serving.done():
        serving.result()
        return
    listener.should_exit = True
    await asyncio.wait({serving}, timeout=GRACE_S)
