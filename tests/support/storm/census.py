"""What a server holds: processes, file descriptors and memory, of its front and its workers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import psutil
from support.mcp_client import Client
from support.storm.violence import workers_of

WARM_UP = ("lexical", "vector", "hybrid")


@dataclass(frozen=True, slots=True)
class Census:
    """One count. Memory is Pss in bytes: what is shared is divided among those who share it."""

    processes: int
    descriptors: int
    front_bytes: int
    workers_bytes: int


async def count(client: Client, warm_up: str) -> Census:
    """Count a server whose workers have all opened what a question needs."""
    for mode in WARM_UP:
        await client.call("search", {"query": warm_up, "mode": mode})
    front = psutil.Process(client.transport.pid)
    workers = workers_of(front.pid)
    return Census(
        processes=1 + len(front.children(recursive=True)),
        descriptors=sum(process.num_fds() for process in (front, *workers)),
        front_bytes=pss_bytes(front.pid),
        workers_bytes=sum(pss_bytes(worker.pid) for worker in workers),
    )


def add(parts: list[Census]) -> Census:
    """Add up the servers."""
    return Census(
        processes=sum(part.processes for part in parts),
        descriptors=sum(part.descriptors for part in parts),
        front_bytes=sum(part.front_bytes for part in parts),
        workers_bytes=sum(part.workers_bytes for part in parts),
    )


def pss_bytes(pid: int) -> int:
    """Return the proportional memory of a process, 0 where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
