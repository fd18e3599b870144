"""Times three searches and the facts of one HWP document: in a session, by path, and as commands.

    python tests/benchmarks/hwp_session.py FILE [--rounds 5] [--words 연구 개발 예산]

A session opens the document, asks and closes; by path the server opens it for each call; a command
is a process of its own. Prints medians and how many times faster the session is. Goals: 3 times
faster than by path, 7 times faster than commands, on a document of 65 pages. Also: how long a
worker that was killed takes to be replaced, and a document to be answered from it. Goal: 1 s.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.hwp_desk import Desk, sit_down
from support.hwp_forms import build, write_form
from support.product import KEBAB

BY_PATH_GOAL, COMMANDS_GOAL, REPLACED_GOAL_S = 3.0, 7.0, 1.0


def in_session(desk: Desk, path: str, words: list[str]) -> None:
    """Open, ask, close."""
    with desk.opened(path) as name:
        for word in words:
            desk.call("hwp_doc_search", docId=name, query=word, max_matches=1)
        desk.call("hwp_doc_info", docId=name)


def by_path(desk: Desk, path: str, words: list[str]) -> None:
    """Ask the same of the file."""
    for word in words:
        desk.call("hwp_search", path=path, query=word, max_matches=1)
    desk.call("hwp_info", path=path)


def by_commands(desk: Desk, path: str, words: list[str]) -> None:
    """Ask the same on the command line."""
    searches = [["search", path, word, "--max-matches", "1"] for word in words]
    for arguments in (*searches, ["info", path]):
        command = [*KEBAB, "hwp", *arguments, "--json"]
        subprocess.run(command, env=desk.product.env, check=True, capture_output=True)


def replaced(desk: Desk, path: str, _words: list[str]) -> None:
    """Ask a document whose worker has just died."""
    desk.call("hwp_info", path=path)


def median_s(
    work: Callable[[Desk, str, list[str]], None], rounds: int, *arguments: object
) -> float:
    """Do it several times."""
    took = []
    for _ in range(rounds):
        began = time.perf_counter()
        work(*arguments)  # type: ignore[arg-type]  # a benchmark's own
        took.append(time.perf_counter() - began)
    return statistics.median(took)


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--words", nargs="+", default=["연구", "개발", "예산"])
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sit_down(Path(folder)) as desk:
        path = desk.path(chosen.file.name)
        shutil.copyfile(chosen.file, path)
        small = desk.put("small.hwpx", build(write_form))
        in_session(desk, path, chosen.words)  # the workers are up
        asked = (desk, path, chosen.words)
        session = median_s(in_session, chosen.rounds, *asked)
        path_s = median_s(by_path, chosen.rounds, *asked)
        commands = median_s(by_commands, max(1, chosen.rounds // 2), *asked)
        deaths = []
        for _ in range(chosen.rounds):
            desk.kill_readers()
            deaths.append(median_s(replaced, 1, desk, small, []))
    dead = statistics.median(deaths)
    faster, than_commands = path_s / session, commands / session
    print(f"session  {session * 1000:7.0f} ms")
    print(f"by path  {path_s * 1000:7.0f} ms, {faster:.1f} times (goal {BY_PATH_GOAL:g})")
    print(f"commands {commands * 1000:7.0f} ms, {than_commands:.1f} times (goal {COMMANDS_GOAL:g})")
    print(f"replaced {dead * 1000:7.0f} ms after every worker died (goal {REPLACED_GOAL_S:g} s)")
    met = faster >= BY_PATH_GOAL and than_commands >= COMMANDS_GOAL and dead <= REPLACED_GOAL_S
    return int(not met)


if __name__ == "__main__":
    sys.exit(main())
