"""Sends damaged HWP documents through a real server, and counts what it says of them.

    python tests/benchmarks/hwp_mutations.py FOLDER [--count 1000] [--seed 1]

FOLDER holds .hwp and .hwpx files. Each mutant is asked about twice while a whole document is asked
about too. Prints the answers by code, the deaths of workers, and the slowest answer; ends with 1
where a code is wrong or the other document was not answered.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.hwp_desk import sit_down
from support.hwp_forms import build, write_form
from support.hwp_mutations import bombard


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    files = sorted(path for path in chosen.folder.rglob("*.hwp*") if path.is_file())
    originals = [(path.name, path.read_bytes()) for path in files]
    with tempfile.TemporaryDirectory() as folder, sit_down(Path(folder)) as desk:
        healthy = desk.put("healthy.hwpx", build(write_form))
        desk.call("hwp_search", path=healthy, query="신청서")
        tally = bombard(desk, originals, chosen.count, chosen.seed, healthy)
        alive = desk.call("hwp_search", path=healthy, query="신청서")["total_matches"] == 1
    print(f"{chosen.count} mutants of {len(files)} files, {tally.calls} calls")
    print("ways: " + ", ".join(f"{way} {count}" for way, count in tally.ways.most_common()))
    for code, count in tally.codes.most_common():
        print(f"{count:6}  {code or 'read'}")
    print(f"deaths of workers: {tally.deaths}")
    print(f"slowest: {tally.slowest_s:.1f} s, {tally.slowest}")
    print(f"the other document failed {tally.others_failed} times; answers after: {alive}")
    print("\n".join(tally.wrong) or "no wrong code")
    return int(bool(tally.wrong or tally.others_failed or not alive))


if __name__ == "__main__":
    sys.exit(main())
