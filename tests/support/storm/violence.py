"""What is done to the servers of a storm: workers killed and stopped, views damaged."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from support.mcp_client import Client, LostCallError

DEATHS = (signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT)
VIEWS = ("lexical", "vectors")
# Files that a view keeps for itself; what is written again at once would hide the damage.
_NOT_DATA = {".lock", ""}


def workers_of(front: int) -> list[psutil.Process]:
    """Find the worker processes of a server, in the order of their start."""
    found = []
    for process in psutil.Process(front).children():
        try:
            if any("spawn_main" in word for word in process.cmdline()):
                found.append(process)
        except psutil.Error:
            continue
    return sorted(found, key=lambda process: process.pid)


def flip_a_bit(folder: Path, chance: random.Random) -> Path | None:
    """Change one bit in the middle of the largest file below a folder."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix not in _NOT_DATA]
    sized = sorted(((_size(path), path) for path in files), reverse=True)
    if not sized or not sized[0][0]:
        return None
    size, path = sized[0]
    with path.open("r+b") as file:
        file.seek(size // 2)
        byte = file.read(1)[0]
        file.seek(size // 2)
        file.write(bytes([byte ^ (1 << chance.randrange(8))]))
    return path


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0  # merged away meanwhile


@dataclass
class Violence:
    """Does the violence, and measures how long each server takes until all of it answers again.

    A recovery that falls into a hang of the same server waits for the deadline, so it is counted
    with the hangs.
    """

    clients: Sequence[Client]
    base: Path
    chance: random.Random
    probe: str
    kills: int = 0
    hangs: int = 0
    damages: int = 0
    recoveries_s: list[float] = field(default_factory=list)
    hang_recoveries_s: list[float] = field(default_factory=list)
    damage_recoveries_s: list[float] = field(default_factory=list)
    unrecovered: int = 0
    _probed: int = 0
    _hung: dict[int, psutil.Process] = field(default_factory=dict)
    _probes: set[asyncio.Task[None]] = field(default_factory=set)

    def kill(self) -> bool:
        """Kill a worker of some server; tell whether there was one."""
        number, worker = self._choose()
        if worker is None or not _send(worker, self.chance.choice(DEATHS)):
            return False
        self.kills += 1
        self._watch(number, self.recoveries_s)
        return True

    def hang(self) -> bool:
        """Stop a worker of some server, for good: only its server's deadline can deal with it."""
        number, worker = self._choose()
        if worker is None or not _send(worker, signal.SIGSTOP):
            return False
        self.hangs += 1
        self._hung[number] = worker
        self._watch(number, self.hang_recoveries_s)
        return True

    def damage(self) -> bool:
        """Flip a bit in a view while it is open everywhere, then have everyone open it anew."""
        shard = self.chance.choice(sorted((self.base / "views").glob("shard-*")))
        # In turn; a small vector view has no files.
        views = VIEWS if self.damages % 2 else VIEWS[::-1]
        if all(flip_a_bit(shard / view, self.chance) is None for view in views):
            return False
        self.damages += 1
        for number, client in enumerate(self.clients):
            for worker in workers_of(client.transport.pid):
                _send(worker, signal.SIGKILL)
            self._watch(number, self.damage_recoveries_s)
        return True

    async def settle(self) -> None:
        """Wait until every server has recovered from all that was done to it."""
        while self._probes:
            await asyncio.gather(*self._probes)

    def _choose(self) -> tuple[int, psutil.Process | None]:
        number = self.chance.randrange(len(self.clients))
        hung = self._hung.get(number)
        workers = [one for one in workers_of(self.clients[number].transport.pid) if one != hung]
        return number, self.chance.choice(workers) if workers else None

    def _watch(self, number: int, times_s: list[float]) -> None:
        task = asyncio.create_task(self._probe(number, times_s))
        self._probes.add(task)
        task.add_done_callback(self._probes.discard)

    async def _probe(self, number: int, times_s: list[float]) -> None:
        """Ask until an answer has the part of every worker."""
        began_s = time.monotonic()
        was_hung = self._is_hung(number)
        while True:
            # Another question each time: one that was in the hands of two workers which were killed
            # is refused for a while.
            self._probed += 1
            query = f"{self.probe} {self._probed}"
            arguments = {"query": query, "mode": "lexical", "k": 3}
            try:
                answer = await self.clients[number].call("search", arguments)
            except LostCallError:
                self.unrecovered += 1
                return
            was_hung = was_hung or self._is_hung(number)
            if not answer.code and not answer.value.get("degraded"):
                break
        if was_hung and times_s is self.recoveries_s:
            times_s = self.hang_recoveries_s
        times_s.append(answer.ended_s - began_s)

    def _is_hung(self, number: int) -> bool:
        worker = self._hung.get(number)
        try:
            return worker is not None and worker.status() == psutil.STATUS_STOPPED
        except psutil.Error:
            return False


def _send(worker: psutil.Process, number: signal.Signals) -> bool:
    try:
        os.kill(worker.pid, number)
    except ProcessLookupError:
        return False
    return True
