"""Says what can be done about a file whose reading ended the workers or took too long. Pure."""

from __future__ import annotations

from kebab.errors import CallTimeoutError, WorkerLostError


def explain_loss(path: str, lost: WorkerLostError) -> WorkerLostError:
    """Name the file, the likely reason and the next step; the pool knows only of a call."""
    return WorkerLostError(
        f"{path} could not be read: {lost}",
        hint="Most likely it needs more memory than parse_memory_mb under [limits] allows: split "
        "it, or raise that. If that does not help, it crashes a native library: exclude it; the "
        "log files of the workers say more.",
        details={**lost.details, "path": path},
    )


def explain_lateness(path: str, late: CallTimeoutError) -> CallTimeoutError:
    """Name the file and the next step; the pool knows only of a call."""
    return CallTimeoutError(
        f"{path} was not read: {late}",
        hint="Raise extract_timeout_s under [pool], or split or exclude the file. If the machine "
        "was busy, name the file to `kebab ingest --force` when it is not.",
        details={**late.details, "path": path},
    )
