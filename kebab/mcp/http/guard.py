"""The door: what a request has to show before anything else looks at it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kebab.mcp.http.bearer import Token
from kebab.mcp.http.callers import Callers
from kebab.mcp.http.rate import Rates
from kebab.mcp.http.replies import App, Receive, Reply, Scope, Send, values_of

# Tells no more than that the server lives, and a supervisor has no token.
OPEN_PATHS = frozenset({"/healthz"})


@dataclass(frozen=True, slots=True)
class Rules:
    """What is asked of a request. `clock` counts seconds."""

    token: Token
    callers: Callers
    rates: Rates
    clock: Callable[[], float]


class Guard:
    """Turns away who calls by a wrong name, from a strange page, without the token, or too often.

    `on_refusal` hears the status of each refusal.
    """

    def __init__(self, app: App, rules: Rules, on_refusal: Callable[[int], None]) -> None:
        self._app = app
        self._rules = rules
        self._on_refusal = on_refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        refusal = judge(scope, self._rules)
        if refusal is None:
            await self._app(scope, receive, send)
            return
        self._on_refusal(refusal.status)
        await refusal.send(send)


def judge(scope: Scope, rules: Rules) -> Reply | None:
    """Return the refusal; None where the request may pass."""
    hosts = values_of(scope, b"host")
    local = (scope.get("server") or ("",))[0]
    if len(hosts) != 1 or not rules.callers.know_host(hosts[0].decode("latin-1"), local):
        return Reply(421, "this server is not called so; add the name to http.allowed_hosts\n")
    for origin in values_of(scope, b"origin"):
        if not rules.callers.know_origin(origin.decode("latin-1")):
            return Reply(403, "this page may not ask; add it to http.allowed_origins\n")
    if scope["path"] in OPEN_PATHS:
        return None
    if not rules.token.fits(values_of(scope, b"authorization")):
        shown = b"authorization" in {name for name, _ in scope["headers"]}
        problem = ', error="invalid_token"' if shown else ""
        return Reply(
            401,
            "the token is missing or wrong; it stands in the server's token file\n",
            headers=(("www-authenticate", f'Bearer realm="kebab"{problem}'),),
        )
    wait_s = rules.rates.take((scope.get("client") or ("",))[0], rules.clock())
    if wait_s:
        return Reply(429, "too many requests\n", headers=(("retry-after", str(wait_s)),))
    return None
