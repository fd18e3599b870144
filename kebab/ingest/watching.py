"""Decide, from what was heard of files and from the clock, what is to be looked at and when. Pure.

A path that was heard of waits until nothing more is heard of it and its size and time stand still:
half of a file is not worth reading. What has settled is looked at together, at once where nothing
else is still settling, else after a second: a burst costs a few runs, not one for each file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

# Nothing was heard of a path for QUIET_S; then its stamp has to be the same for STILL_S.
QUIET_S: Final = 0.2
STILL_S: Final = 0.15
# What has settled waits no longer than this for the rest of a burst.
PATIENCE_S: Final = 1.0
# A file that is written to all the time is read as it is after so long.
STUBBORN_S: Final = 20.0
# Of so many paths at once nobody keeps track: the source is looked through.
MANY_PATHS: Final = 2000

Key: TypeAlias = tuple[str, str]
Stamp: TypeAlias = tuple[int, int] | None
_UNKNOWN: Final = (-1, -1)
# Locks and drafts that editors and office programs put beside a file.
_PASSING = re.compile(r"~\$|\.#|\.~lock\.|#.*#$|4913$|.*(~|\.sw[a-z]|\.tmp|\.part|\.crdownload)$")


def is_passing(name: str) -> bool:
    """Tell whether a file of this name is there only while another one is written."""
    return _PASSING.match(name) is not None


@dataclass(frozen=True, slots=True)
class Look:
    """What to look at: some paths of a source, or all of it where there are none."""

    source_id: str
    paths: tuple[str, ...] = ()


@dataclass(slots=True)
class _Heard:
    """A path that has not settled. `stamp` is what it was when last looked at, at `next_s`."""

    first_s: float
    next_s: float
    stamp: Stamp = _UNKNOWN


@dataclass(slots=True)
class Backlog:
    """What was heard of and not looked at yet."""

    _heard: dict[Key, _Heard] = field(default_factory=dict)
    _settled: dict[Key, float] = field(default_factory=dict)
    _whole: dict[str, float] = field(default_factory=dict)
    _not_before_s: float = 0.0
    _took_paths: bool = False

    def note(self, source_id: str, paths: Iterable[str], now_s: float) -> None:
        """Note that paths of a source changed, came or went."""
        for path in paths:
            key = source_id, path
            self._settled.pop(key, None)
            heard = self._heard.setdefault(key, _Heard(now_s, now_s))
            heard.next_s, heard.stamp = now_s + QUIET_S, _UNKNOWN
        if sum(key[0] == source_id for key in self._heard) > MANY_PATHS:
            self._heard = {key: one for key, one in self._heard.items() if key[0] != source_id}
            self.note_all(source_id, now_s + PATIENCE_S)

    def note_all(self, source_id: str, due_s: float) -> None:
        """Note that anything in a source may have changed."""
        self._whole[source_id] = min(due_s, self._whole.get(source_id, due_s))

    def put_back(self, looks: Iterable[Look], now_s: float, not_before_s: float = 0.0) -> None:
        """Note what a run did not get to, and that no run should start before a time."""
        for look in looks:
            for path in look.paths:
                if (look.source_id, path) not in self._heard:
                    self._settled.setdefault((look.source_id, path), now_s)
            if not look.paths:
                self.note_all(look.source_id, now_s)
        self._not_before_s = max(self._not_before_s, not_before_s)

    def quiet(self, now_s: float) -> list[Key]:
        """Return the paths whose stamp is to be taken now."""
        return [key for key, heard in self._heard.items() if heard.next_s <= now_s]

    def settle(self, stamps: Mapping[Key, Stamp], now_s: float) -> None:
        """Take in the stamps of quiet paths: those that stand still have settled."""
        for key, stamp in stamps.items():
            heard = self._heard.get(key)
            if heard is None or heard.next_s > now_s:
                continue  # heard of again while its stamp was taken
            if stamp == heard.stamp or now_s - heard.first_s >= STUBBORN_S:
                del self._heard[key]
                self._settled.setdefault(key, now_s)
            else:
                heard.stamp, heard.next_s = stamp, now_s + STILL_S

    def wait_s(self, now_s: float, *, is_running: bool) -> float | None:
        """Say how long nothing is to be done, None where there is nothing to wait for.

        While a run is at work, what is due is waited for by who runs it.
        """
        times = [heard.next_s for heard in self._heard.values()]
        due_s = self._due_s()
        if due_s is not None and not is_running:
            times.append(max(due_s, self._not_before_s))
        return max(0.0, min(times) - now_s) if times else None

    def is_due(self, now_s: float) -> bool:
        """Tell whether it is time for a run."""
        due_s = self._due_s()
        return due_s is not None and max(due_s, self._not_before_s) <= now_s

    def has_due_paths(self, now_s: float) -> bool:
        """Tell whether it is time for a run, and one that would be short."""
        due_s = self._paths_due_s()
        return due_s is not None and max(due_s, self._not_before_s) <= now_s

    def take(self, now_s: float) -> list[Look]:
        """Hand over what is due; what is still settling stays.

        Paths come before whole sources, which take long, but not twice in a row.
        """
        whole = sorted(one for one, due_s in self._whole.items() if due_s <= now_s)
        self._took_paths = bool(self._settled) and not (whole and self._took_paths)
        if not self._took_paths:
            for source_id in whole:
                del self._whole[source_id]
            self._settled = {key: at for key, at in self._settled.items() if key[0] not in whole}
            return [Look(source_id) for source_id in whole]
        by_source: dict[str, list[str]] = {}
        for source_id, path in sorted(self._settled):
            by_source.setdefault(source_id, []).append(path)
        self._settled = {}
        return [Look(source_id, tuple(paths)) for source_id, paths in by_source.items()]

    def _due_s(self) -> float | None:
        times = [*self._whole.values()]
        if (paths_due_s := self._paths_due_s()) is not None:
            times.append(paths_due_s)
        return min(times, default=None)

    def _paths_due_s(self) -> float | None:
        """Return when settled paths are due: at once, or when patience with a burst ends."""
        if not self._settled:
            return None
        oldest = min(self._settled.values())
        return oldest + PATIENCE_S if self._heard else oldest
