"""Runs folders of HWP files through the parser, in a process that is replaced when it dies.

    python tests/benchmarks/hwp_corpus.py FOLDER [FOLDER ...] [--mutate 1000 --seed 1]
        [--deadline 60] [--memory-mb 2048]

Prints a line for each file and the sums: opened, characters, tables, errors by reason, deaths,
seconds. With `--mutate` it damages the files at random instead, and prints the sums only.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kebab.errors import KebabError
from workers.extract.hwp import parse_hwp
from workers.extract.limits import Limits

ENDINGS = {".hwp", ".hwpx"}


@dataclass
class Outcome:
    """What became of one file."""

    name: str
    reason: str
    seconds: float
    facts: dict[str, Any]


class Child:
    """The process that parses; `ask` replaces it where it dies or takes too long."""

    def __init__(self, memory_mb: int, deadline_s: float) -> None:
        self._command = [sys.executable, __file__, "--child", "--memory-mb", str(memory_mb)]
        self._deadline_s = deadline_s
        self._process: subprocess.Popen[str] | None = None
        self.deaths: Counter[str] = Counter()

    def ask(self, path: Path) -> dict[str, Any]:
        """Parse one file there."""
        if self._process is None:
            self._process = self._start()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        ready, _, _ = select.select([self._process.stdout], [], [], self._deadline_s)
        line = self._process.stdout.readline() if ready else ""
        if line:
            return dict(json.loads(line))
        self.close()
        why = "hang" if not ready else "death"
        self.deaths[why] += 1
        return {"reason": why}

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _start(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        process.stdout.readline()
        return process


def serve(memory_mb: int) -> None:
    """Answer paths on standard input until it ends."""
    resource.setrlimit(resource.RLIMIT_AS, (memory_mb << 20, memory_mb << 20))
    print("ready", flush=True)
    for line in sys.stdin:
        path = Path(line.rstrip("\n"))
        try:
            found = parse_hwp(path.read_bytes(), path.name, Limits())
        except KebabError as error:
            answer = {
                "reason": error.details.get("reason", error.code),
                "code": error.code,
                "message": str(error),
            }
        except Exception as error:  # noqa: BLE001 - to be seen in the report
            answer = {"reason": f"untranslated {type(error).__name__}", "message": str(error)}
        else:
            kinds = Counter(block.kind.value for block in found.blocks)
            answer = {
                "reason": "opened",
                "characters": sum(map(len, found.lines or [])),
                "tables": kinds["table"],
                "headings": kinds["heading"],
                "blocks": len(found.blocks),
                "paged": sum(block.place.page is not None for block in found.blocks),
                "warnings": found.warnings,
            }
        print(json.dumps(answer), flush=True)


def files_of(folders: list[Path]) -> list[Path]:
    """Find the documents."""
    return sorted(p for folder in folders for p in folder.rglob("*") if p.suffix in ENDINGS)


def mutations(paths: list[Path], count: int, seed: int, folder: Path) -> Iterator[Path]:
    """Write damaged copies: bytes changed, cut, doubled or zeroed, in turn over the files."""
    chance = random.Random(seed)
    for number in range(count):
        source = paths[number % len(paths)]
        data = bytearray(source.read_bytes())
        for _ in range(chance.choice((1, 4, 32))):
            at = chance.randrange(len(data))
            match chance.randrange(4):
                case 0:
                    data[at] = chance.randrange(256)
                case 1:
                    data[at : at + 64] = bytes(len(data[at : at + 64]))
                case 2:
                    data[at : at + 16] = data[at // 2 : at // 2 + 16]
                case _ if chance.random() < 0.1:
                    del data[max(1, at) :]
                case _:
                    data[at] ^= 1 << chance.randrange(8)
        target = folder / f"{number}-{source.name}"
        target.write_bytes(data)
        yield target
        target.unlink()


def run(paths: Iterator[Path], child: Child) -> Iterator[Outcome]:
    """Ask for each file."""
    for path in paths:
        started = time.monotonic()
        facts = child.ask(path)
        yield Outcome(path.name, facts["reason"], time.monotonic() - started, facts)


def report(outcomes: list[Outcome], deaths: Counter[str], *, each: bool) -> None:
    """Print the table."""
    for one in outcomes if each else []:
        facts = one.facts
        what = facts.get("message") or " ".join(
            f"{facts[name]} {name}"
            for name in ("characters", "tables", "headings", "blocks", "paged")
        )
        print(f"{one.reason:22} {one.seconds:6.2f} s  {one.name[:38]:38} {what[:90]}")
    print(f"files {len(outcomes)}, seconds {sum(one.seconds for one in outcomes):.1f}")
    for reason, count in Counter(one.reason for one in outcomes).most_common():
        print(f"  {reason}: {count}")
    opened = [one.facts for one in outcomes if one.reason == "opened"]
    for name in ("characters", "tables"):
        print(f"{name} {sum(facts[name] for facts in opened)}")
    print(f"deaths {dict(deaths) or 'none'}")


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--mutate", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deadline", type=float, default=60.0)
    parser.add_argument("--memory-mb", type=int, default=2048)
    arguments = parser.parse_args()
    if arguments.child:
        serve(arguments.memory_mb)
        return
    child = Child(arguments.memory_mb, arguments.deadline)
    paths = files_of(arguments.folders)
    with tempfile.TemporaryDirectory() as folder:
        chosen = iter(paths)
        if arguments.mutate:
            chosen = mutations(paths, arguments.mutate, arguments.seed, Path(folder))
        outcomes = list(run(chosen, child))
    child.close()
    report(outcomes, child.deaths, each=not arguments.mutate)


if __name__ == "__main__":
    main()
