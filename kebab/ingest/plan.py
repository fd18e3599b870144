"""Decide what a run has to do with each file of one source. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from kebab.catalog.reader import StoredState
from kebab.ingest.assemble import unfinished
from kebab.ingest.fingerprint import changed_parts
from kebab.ingest.scan import FoundFile, Scan
from kebab.ingest.wanted import Wanted
from kebab.wire.ingest import ReadReason


@dataclass(frozen=True, slots=True)
class Work:
    """A file that has to be read, and what is stored of it.

    `because` names what has changed of that which reads it, where that is the reason.
    """

    file: FoundFile
    reason: ReadReason
    state: StoredState | None = None
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """A file together with what is stored of it."""

    file: FoundFile
    state: StoredState


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do. Files `to_verify` look untouched but for their time or place: where the hash
    is the stored one they only need a note of the new ones, else they are work. `unfinished`
    documents still lack what a model that was away would have seen in them.
    """

    work: tuple[Work, ...]
    to_verify: tuple[Known, ...]
    unchanged: tuple[Known, ...]
    deleted: tuple[StoredState, ...]
    unfinished: tuple[str, ...] = ()


def plan_source(
    scan: Scan,
    stored: Iterable[StoredState],
    fingerprints: Mapping[str, str],
    *,
    only: tuple[str, ...] = (),
    failing: Collection[str] = (),
    force: bool = False,
    finishes: bool = False,
) -> Plan:
    """Compare a scan with the stored documents of its source, by medium's fingerprint.

    Paths that are `failing` would fail as they did before: they are left as they are.
    Where the run `finishes` what is unfinished, that is work; else it is as good as read.

    A stored document is deleted where its file is absent or left out by now; never where the
    scan could not look, and never outside of `only`.
    """
    wanted = Wanted(only)
    left = {state.path: state for state in stored}
    work: list[Work] = []
    to_verify: list[Known] = []
    unchanged: list[Known] = []
    left_unfinished: list[str] = []
    for file in scan.files:
        state = left.pop(file.path, None)
        if file.path in failing:
            continue
        fingerprint = fingerprints[file.media]
        if state is not None and state.fingerprint == unfinished(fingerprint):
            left_unfinished.append(state.id)
            fingerprint = fingerprint if finishes else state.fingerprint
        reason = _reason_to_read(file, state, fingerprint, force=force)
        if reason is not None:
            because = _because(reason, state, fingerprint)
            work.append(Work(file, reason, state, because))
        elif state is not None:
            same = file.mtime_ns == state.mtime_ns and file.disk_path == state.disk_path
            (unchanged if same else to_verify).append(Known(file, state))
    deleted = [
        state
        for path, state in sorted(left.items())
        if wanted.covers(path) and not scan.could_hold(path)
    ]
    return Plan(
        tuple(work), tuple(to_verify), tuple(unchanged), tuple(deleted), tuple(left_unfinished)
    )


def _because(reason: ReadReason, state: StoredState | None, fingerprint: str) -> tuple[str, ...]:
    if reason != "version" or state is None:
        return ()
    return changed_parts(state.fingerprint, fingerprint) or ("a model that was away",)


def _reason_to_read(
    file: FoundFile, state: StoredState | None, fingerprint: str, *, force: bool
) -> ReadReason | None:
    if state is None:
        return "new"
    if force:
        return "forced"
    if state.fingerprint != fingerprint:
        return "version"
    if state.size_bytes != file.size_bytes:
        return "changed"
    return None
