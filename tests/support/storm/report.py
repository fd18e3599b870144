"""What a storm found: counts, times, and which goals were met."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from support.storm.census import Census

P99_S, RECOVERY_S, GROWTH = 2.0, 1.0, 0.05
# What a storm may answer with: the caller's own mistakes, and what violence does. The rest, such
# as a fault of ours or a damaged file, is nobody's to hear of.
EXPECTED = {
    "invalid_input", "unknown_argument", "not_found", "doc_not_found", "chunk_not_found",
    "file_not_found", "stale_cursor", "span_not_supported", "unsupported_media", "too_large",
    "ingest_locked", "timeout", "worker_lost", "overloaded", "json-rpc -32600", "json-rpc -32602",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal. Those of correctness decide the exit status; times depend on the machine."""

    name: str
    wanted: str
    found: str
    is_met: bool
    is_correctness: bool = False


@dataclass
class Report:
    """The figures of a storm. Times are in seconds, memory in bytes."""

    seed: int
    calls: int = 0
    answered_once: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    unexpected: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    degraded: int = 0
    durations_s: list[float] = field(default_factory=list)
    tools_s: dict[str, list[float]] = field(default_factory=dict)
    kills: int = 0
    hangs: int = 0
    damages: int = 0
    recoveries_s: list[float] = field(default_factory=list)
    hang_recoveries_s: list[float] = field(default_factory=list)
    damage_recoveries_s: list[float] = field(default_factory=list)
    unrecovered: int = 0
    ingests: Counter[str] = field(default_factory=Counter)
    before: Census | None = None
    quarter: Census | None = None
    after: Census | None = None
    differences: list[str] = field(default_factory=list)
    took_s: float = 0.0

    def add_duration(self, tool: str, seconds: float) -> None:
        """Count how long a call took."""
        self.durations_s.append(seconds)
        self.tools_s.setdefault(tool, []).append(seconds)

    def percentile_s(self, share: float) -> float:
        """Return the duration that a share of the calls did not exceed."""
        ordered = sorted(self.durations_s)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0

    def goals(self) -> list[Goal]:
        """Judge."""
        bad_ingests = {k: n for k, n in self.ingests.items() if k not in {"ok", "ingest_locked"}}
        slowest_s, p99_s = max(self.recoveries_s, default=0.0), self.percentile_s(0.99)
        counted = [
            ("lost", self.lost),
            ("doubled", self.doubled),
            ("wrong answers", self.wrong),
            ("unexpected errors", len(self.unexpected)),
            ("servers that did not recover", self.unrecovered),
            ("ingests that failed", sum(bad_ingests.values())),
            ("answers unlike the untouched copy's", len(self.differences)),
        ]
        goals = [
            Goal(name, "0", str(found), not found, is_correctness=True) for name, found in counted
        ]
        if self.before and self.quarter and self.after:
            goals += _holdings(self.before, self.quarter, self.after)
        goals.append(Goal("p99", f"< {P99_S:g} s", f"{p99_s:.2f} s", p99_s < P99_S))
        goals.append(Goal("late, after 60 s", "0", str(len(self.late)), not self.late))
        name, is_soon = "slowest recovery from a kill", slowest_s < RECOVERY_S
        goals.append(Goal(name, f"< {RECOVERY_S:g} s", f"{slowest_s:.2f} s", is_soon))
        return goals

    def to_json(self) -> str:
        """Write everything, goals included."""
        fields: dict[str, Any] = asdict(self)
        fields["p50_s"], fields["p99_s"] = self.percentile_s(0.5), self.percentile_s(0.99)
        fields["tools_s"] = {tool: _spread(times_s) for tool, times_s in self.tools_s.items()}
        del fields["durations_s"]
        return json.dumps(fields | {"goals": [asdict(goal) for goal in self.goals()]})

    def lines(self) -> list[str]:
        """Write it for people."""
        counted = (
            f"calls {self.calls}: answered once {self.answered_once}, lost {self.lost},"
            f" doubled {self.doubled}, wrong {self.wrong}, without some shards {self.degraded}"
        )
        durations = (
            f"p50 {self.percentile_s(0.5) * 1000:.0f} ms, p99 {self.percentile_s(0.99):.2f} s,"
            f" slowest {max(self.durations_s, default=0.0):.2f} s"
        )
        return [
            f"seed {self.seed}, {self.took_s:.0f} s",
            counted,
            *(f"  {kind:<28}{n:>7}" for kind, n in sorted(self.kinds.items())),
            durations,
            *(f"  {tool:<28}{_spread(self.tools_s[tool])}" for tool in sorted(self.tools_s)),
            f"killed {self.kills}, recovered in {_spread(self.recoveries_s)}",
            f"hung {self.hangs}, recovered in {_spread(self.hang_recoveries_s)}",
            f"damaged {self.damages}, recovered in {_spread(self.damage_recoveries_s)}",
            f"ingests {dict(self.ingests)}",
            *_census_lines(before=self.before, quarter=self.quarter, end=self.after),
            *(
                f"  {'met   ' if goal.is_met else 'MISSED'}  {goal.name}: {goal.found}"
                f" (goal {goal.wanted})"
                for goal in self.goals()
            ),
            *(f"  unexpected: {text}" for text in self.unexpected[:10]),
            *(f"  late: {text}" for text in self.late[:10]),
            *(f"  differs: {text}" for text in self.differences[:10]),
        ]


def _census_lines(**counts: Census | None) -> list[str]:
    return [
        f"{name:<8} {one.processes} processes, {one.descriptors} descriptors,"
        f" front {one.front_bytes / 1e6:.1f} MB, workers {one.workers_bytes / 1e6:.1f} MB"
        for name, one in counts.items()
        if one is not None
    ]


def _holdings(before: Census, quarter: Census, after: Census) -> list[Goal]:
    front = after.front_bytes / max(quarter.front_bytes, 1) - 1
    workers = after.workers_bytes / max(quarter.workers_bytes, 1) - 1
    more = after.processes - before.processes
    opened = after.descriptors - before.descriptors
    return [
        Goal("processes left over", "0", str(more), more == 0, is_correctness=True),
        Goal("descriptors left over", "0", str(opened), opened <= 0),
        Goal("growth of the fronts", f"< {GROWTH:.0%}", f"{front:.1%}", front < GROWTH),
        Goal("growth of the workers", f"< {GROWTH:.0%}", f"{workers:.1%}", workers < GROWTH),
    ]


def _spread(times_s: list[float]) -> str:
    if not times_s:
        return "no time"
    ordered = sorted(times_s)
    return f"{ordered[len(ordered) // 2]:.2f} s at the median, {ordered[-1]:.2f} s at most"
