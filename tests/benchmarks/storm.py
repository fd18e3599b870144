"""A storm: many calls of every tool while workers die and hang, views rot and an ingest runs.

    python tests/benchmarks/storm.py [--calls 10000] [--servers 2] [--seed 7] [--json]

The exit status is 1 where a goal of correctness is missed. Times are told, and only that: they
depend on what else the machine does. A seed decides what is called and done; how the processes
take turns differs from run to run.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.storm.run import Storm, StormOptions
from support.storm.scene import Scene, SceneOptions


def main() -> int:
    """Run a storm and print what it found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--at-once", type=int, default=4, help="calls in flight on a server")
    parser.add_argument("--documents", type=int, default=1200)
    parser.add_argument("--sections", type=int, default=12, help="of a document, at most")
    parser.add_argument("--shards", type=int, default=2)
    parser.add_argument("--search-timeout", type=float, default=1.5, help="seconds")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--keep", type=Path, help="storm in this folder, and leave it there")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(exist_ok=True)
        size = SceneOptions(
            options.documents, options.sections, options.shards, options.search_timeout
        )
        scene = Scene(folder, options.seed, size)
        scene.ingest()
        chosen = StormOptions(
            options.seed, options.calls, options.servers, options.workers, options.at_once
        )
        report = asyncio.run(Storm(scene, chosen).carry_out())
    print(report.to_json() if options.json else "\n".join(report.lines()))
    return int(not all(goal.is_met for goal in report.goals() if goal.is_correctness))


if __name__ == "__main__":
    sys.exit(main())
