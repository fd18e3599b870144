"""One ingest at a time: a lock on a file that names its holder and dies with it.

The kernel holds the lock, so a killed holder frees it at once and nothing has to guess whether a
process id is still alive. What stands in the file is for people and errors. The file stays, unless
the whole base is removed: then only its holder may remove it, and who waited looks for a new one.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from kebab.errors import IngestLockedError, StoreError
from kebab.security.private_files import make_private_folder, open_private

LEASE_FILE: Final = "ingest.lease"
_POLL_S = 0.1
# A holder needs a moment to write its name, and `find_holder` holds the lock for one.
_SURE_S = 0.05
_MAX_HOLDER_BYTES = 4096
# Windows locks bytes, and locked bytes cannot be read: lock one far behind the text.
_LOCKED_BYTE = 1 << 30


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds the lease. `since` is RFC 3339."""

    pid: int
    host: str
    since: str


def this_process(since: str) -> Holder:
    """Name this process as a holder."""
    return Holder(os.getpid(), socket.gethostname(), since)


@asynccontextmanager
async def hold_lease(
    data_dir: Path,
    holder: Holder,
    *,
    wait_s: float = 0.0,
    on_wait: Callable[[Holder | None], None] = lambda _holder: None,
) -> AsyncIterator[None]:
    """Hold the lease on a data folder, waiting up to `wait_s` for another holder to end.

    `on_wait` is told once who is waited for. Raises IngestLockedError, naming the holder.
    """
    path = data_dir / LEASE_FILE
    descriptor = await _take_in_time(path, wait_s, on_wait)
    try:
        _write_holder(descriptor, path, holder)
        yield
    finally:
        _forget_holder(descriptor)
        os.close(descriptor)


def remove_lease(data_dir: Path) -> None:
    """Remove the lease file. Only for its holder: from then on another process may take a lease."""
    try:
        (data_dir / LEASE_FILE).unlink(missing_ok=True)
    except OSError:
        # Windows removes no file that is open; an empty one does no harm.
        return


def find_holder(data_dir: Path) -> Holder | None:
    """Return who holds the lease now; None where nobody does, or where that cannot be told."""
    path = data_dir / LEASE_FILE
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return None
    try:
        return None if _try_lock(descriptor, path) else read_holder(path)
    except StoreError:
        return None
    finally:
        os.close(descriptor)


def read_holder(path: Path) -> Holder | None:
    """Return who wrote its name into a lease file last; None where that cannot be told."""
    try:
        with path.open("rb") as file:
            return Holder(**json.loads(file.read(_MAX_HOLDER_BYTES)))
    except (OSError, ValueError, TypeError):
        return None


async def _take_in_time(path: Path, wait_s: float, on_wait: Callable[[Holder | None], None]) -> int:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + max(wait_s, _SURE_S)
    is_told = wait_s <= _SURE_S
    while (descriptor := _try_take(path)) is None:
        holder = read_holder(path)
        left_s = deadline - loop.time()
        if left_s <= 0:
            raise _locked(path, holder, wait_s)
        if not is_told:
            on_wait(holder)
            is_told = True
        await asyncio.sleep(min(_POLL_S, left_s))
    return descriptor


def _try_take(path: Path) -> int | None:
    """Open and lock the file; None where another process has it, or removed it meanwhile."""
    descriptor = _open(path)
    is_taken = False
    try:
        is_taken = _try_lock(descriptor, path) and _is_at(descriptor, path)
    finally:
        if not is_taken:
            os.close(descriptor)
    return descriptor if is_taken else None


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False


def _locked(path: Path, holder: Holder | None, wait_s: float) -> IngestLockedError:
    who = (
        f"process {holder.pid} on {holder.host}, since {holder.since}"
        if holder
        else "another process"
    )
    waited = f" after {wait_s:g} s of waiting" if wait_s else ""
    return IngestLockedError(
        f"another ingest is running{waited}: {who}",
        hint="wait until it ends, or set `ingest.wait_for_lease_s` to wait for it; searching is "
        "possible meanwhile",
        details={"path": str(path), **(asdict(holder) if holder else {})},
    )


def _open(path: Path) -> int:
    try:
        make_private_folder(path.parent)
        return open_private(path, os.O_RDWR)
    except OSError as cause:
        raise _unusable(path, cause) from cause


def _write_holder(descriptor: int, path: Path, holder: Holder) -> None:
    try:
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, json.dumps(asdict(holder)).encode())
    except OSError as cause:
        raise _unusable(path, cause) from cause


def _forget_holder(descriptor: int) -> None:
    """Empty the file; the lock itself goes when the descriptor is closed."""
    try:
        os.ftruncate(descriptor, 0)
    except OSError:
        # A name that stays behind does no harm: only the lock counts.
        return


def _unusable(path: Path, cause: OSError) -> StoreError:
    return StoreError(
        f"the lease {path} cannot be used: {cause.strerror or cause}",
        hint="check that the data folder exists, that you may write to it, and that its disk has "
        "room and knows file locks",
        details={"path": str(path), "reason": str(cause)},
    )


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int, _path: Path) -> bool:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int, path: Path) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as cause:
            raise _unusable(path, cause) from cause
        return True
