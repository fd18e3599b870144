"""Decide which failures of files last, and which files would fail as they did before. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kebab import __version__
from kebab.catalog.records import Failure
from kebab.errors import CallTimeoutError, KebabError, WorkerLostError
from kebab.ingest.fingerprint import digest
from kebab.ingest.parsing import parser_identity
from kebab.ingest.rules import size_limits
from kebab.ingest.scan import FoundFile
from kebab.settings.model import Settings

# What is wrong with the file itself, within the limits of now. Left out are: `encrypted`, since a
# password may be given next time; `io_error`, which is the disk's or the permissions'; what lacks a
# package or a model, and what ails the pool, which may be there and well next time; and faults of
# kebab's own, which cost little to try again.
_OF_THE_FILE = frozenset(
    {"unreadable_document", "damaged", "unsupported_format", "too_large", "refused_by_preflight"}
)
# A process that somebody, or the kernel for want of memory, has ended says nothing of the file.
_ENDED_FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "out of memory", "unknown")
# A file that ran for less of its time had to wait for others.
_LEAST_SHARE = 0.5
# Time and crashes are the file's fault only by appearance: a busy machine looks the same.
_DOUBTFUL = frozenset({CallTimeoutError.code, WorkerLostError.code})
DOUBTFUL_FOR_MS = 24 * 3600 * 1000


def is_lasting(error: KebabError) -> bool:
    """Tell whether the same file, read the same way, would fail again."""
    match error:
        case CallTimeoutError():
            timeout_s = float(error.details.get("timeout_s", 0))
            return 0 < timeout_s * _LEAST_SHARE <= float(error.details.get("ran_s", 0))
        case WorkerLostError():
            exits = error.details.get("exits", ())
            return bool(exits) and not any(
                words in status for status in exits for words in _ENDED_FROM_OUTSIDE
            )
        case _:
            return error.code in _OF_THE_FILE


def is_due_again(failure: Failure, now_ms: int) -> bool:
    """Tell whether a doubtful failure is so old that its file is to be tried once more."""
    is_old = not 0 <= now_ms - failure.failed_at_ms < DOUBTFUL_FOR_MS
    return is_old and failure.error["code"] in _DOUBTFUL


def failure_fingerprint(fingerprint: str, media: str, settings: Settings) -> str:
    """Name all that decides whether a file can be read, beside its content.

    That is more than what shapes the chunks of one that can: limits, time-outs, the libraries, and
    kebab itself, of which another version may have learnt to read it.
    """
    facts = {
        "kebab": __version__,
        "fingerprint": fingerprint,
        "parser": parser_identity(media, settings.limits),
        "limits": settings.limits.model_dump(mode="json"),
        "max_bytes": size_limits(settings)[media],
        "extract_timeout_s": settings.pool.extract_timeout_s,
    }
    return digest(facts)


@dataclass(frozen=True, slots=True)
class Failing:
    """A file that failed before, and how."""

    file: FoundFile
    failure: Failure


@dataclass(frozen=True, slots=True)
class FailedBefore:
    """Files that are as they were when they failed, and some that only look touched: where the
    hash is the one of then, they are as well.
    """

    same: tuple[Failing, ...] = ()
    to_verify: tuple[Failing, ...] = ()


def match_failures(
    files: Iterable[FoundFile],
    failures: Sequence[Failure],
    fingerprints: Mapping[str, str],
    settings: Settings,
) -> FailedBefore:
    """Compare files with what failed before; `fingerprints` are of the media."""
    if not failures:
        return FailedBefore()
    by_path = {failure.path: failure for failure in failures}
    now: dict[str, str] = {}
    same: list[Failing] = []
    to_verify: list[Failing] = []
    for file in files:
        failure = by_path.get(file.path)
        if failure is None or failure.size_bytes != file.size_bytes:
            continue
        media = file.media
        if media not in now:
            now[media] = failure_fingerprint(fingerprints[media], media, settings)
        if failure.fingerprint != now[media]:
            continue
        is_same = (failure.mtime_ns, failure.disk_path) == (file.mtime_ns, file.disk_path)
        (same if is_same else to_verify).append(Failing(file, failure))
    return FailedBefore(tuple(same), tuple(to_verify))
