"""The HWP documents of one server or command: sessions, edits, exports, on a pool of their own."""

from __future__ import annotations

from typing import Any

from kebab.errors import InvalidInputError
from kebab.hwp.calls import HwpCalls
from kebab.hwp.documents_pool import DocumentsPool
from kebab.hwp.edits import HwpEdits
from kebab.hwp.exports import HwpExports
from kebab.hwp.plans import HwpPlans
from kebab.hwp.sessions import HwpSessions
from kebab.pool.protocol import Lane
from kebab.security.path_rules import PathRules
from kebab.settings.model import Settings


class HwpService:
    """Starts nothing until it is asked; `close` ends its workers.

    Raises InvalidInputError where the settings leave it no workers.
    """

    def __init__(self, settings: Settings, rules: PathRules, *, readonly: bool) -> None:
        if not settings.hwp.workers:
            raise InvalidInputError(
                "the tools for HWP documents are switched off",
                hint="set workers under [hwp] in kebab.toml to 1 or more",
                details={"setting": "hwp.workers"},
            )
        self.pool = DocumentsPool(settings, self._is_idle)
        self._health: dict[str, Any] | None = None
        calls = HwpCalls(self.pool, rules)
        self.sessions = HwpSessions(calls, limit=settings.hwp.max_open, idle_s=settings.hwp.idle_s)
        self.edits = HwpEdits(calls, self.sessions, readonly=readonly)
        self.exports = HwpExports(calls, self.edits)
        self.plans = HwpPlans(self.sessions, self.edits)

    def _is_idle(self) -> bool:
        return self.sessions.is_empty()

    async def health(self, timeout_s: float) -> dict[str, Any]:
        """Return what a worker says of its HWP library and its fonts. It is asked once: neither
        changes while the process lives. Workers that only this needed end. Raises PoolError.
        """
        if self._health is None:
            was_running = self.pool.running is not None
            params: dict[str, Any] = {"op": "health", "path": "", "document": None, "args": {}}
            try:
                reply = await self.pool.call(
                    params, timeout_s=timeout_s, worker=None, lane=Lane.PROBE
                )
            finally:
                if not was_running:
                    self.pool.close_if_unused()
            self._health = dict(reply["result"])
        return self._health

    def close(self) -> None:
        """End the workers; what was not saved is lost."""
        self.pool.close()
