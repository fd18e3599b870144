"""An ingest that runs again and again over files that change, beside everything else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from support.product import Product
from support.storm.scene import PATIENT, note

NAMES = 24
CHANGES = 6


@dataclass
class Churn:
    """Changes the folder `churn` and runs `kebab ingest`, each time when `turn` was set."""

    product: Product
    chance: random.Random
    outcomes: Counter[str] = field(default_factory=Counter)
    turn: asyncio.Event = field(default_factory=asyncio.Event)

    @contextlib.asynccontextmanager
    async def going_on(self) -> AsyncIterator[None]:
        """Churn within the block; the run in hand is finished."""
        over = asyncio.Event()
        churning = asyncio.create_task(self._churn(over))
        try:
            yield
        finally:
            over.set()
            self.turn.set()
            await churning

    async def undo(self) -> None:
        """Remove every file, and ingest until it went through."""
        for path in (self.product.folder / "churn").iterdir():
            path.unlink()
        while await self._ingest() == "ingest_locked":
            pass

    async def _churn(self, over: asyncio.Event) -> None:
        while await self.turn.wait() and not over.is_set():
            self.turn.clear()
            for _ in range(CHANGES):
                name = f"churn/{self.chance.randrange(NAMES)}.md"
                if self.chance.random() < 1 / 3:
                    (self.product.folder / name).unlink(missing_ok=True)
                else:
                    self.product.write(name, note(name, "nothing", self.chance))
            await self._ingest()

    async def _ingest(self) -> str:
        ran = await asyncio.to_thread(
            self.product.run, "ingest", "--json", "--summary-only", env=PATIENT
        )
        if ran.returncode == 0:
            report = json.loads(ran.stdout.splitlines()[-1])
            outcome = f"{report['errors']} files failed" if report["errors"] else "ok"
        else:
            outcome = str(json.loads(ran.stderr.splitlines()[-1])["code"])
        self.outcomes[outcome] += 1
        return outcome
