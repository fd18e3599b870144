"""What a line of a log file looks like, in front and in a worker: with its call, without secrets.

Stdlib only. A log file is sent around when something goes wrong, so it must not hold what the
documents say. The message of a foreign exception may quote them; its type and its place do not.
"""

from __future__ import annotations

import logging
import traceback
from types import TracebackType
from typing import TypeAlias

from kebab.errors import KebabError
from kebab.wire.call_id import current_call

# Our own, and those that speak of files and modules.
_DISCREET = (KebabError, OSError, ImportError)
_OURS = ("kebab", "workers")

_Raised: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class LogLine(logging.Formatter):
    """Formats a record as one line, an exception as the places that it came through.

    `who` stands before each: the process that writes.
    """

    def __init__(self, who: str) -> None:
        super().__init__(f"%(asctime)s {who} call=%(call)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is given
        """Add the call; keep it one line, so that no text can pass for another record."""
        if not hasattr(record, "call"):
            record.call = current_call()
        return super().formatMessage(record).replace("\n", "\\n").replace("\r", "\\r")

    def formatException(self, ei: _Raised) -> str:  # noqa: N802 - the name is given
        """Give the places and the types; the message only where it cannot quote a document."""
        lines: list[str] = []
        seen: list[BaseException] = []
        error = ei[1]
        while error is not None and error not in seen:
            seen.append(error)
            lines += ["because of\n"] if len(seen) > 1 else []
            lines += traceback.format_tb(error.__traceback__)
            lines.append(_describe(error))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "".join(lines).rstrip("\n")


def _describe(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}"
    if isinstance(error, _DISCREET) or type(error).__module__ == "sqlite3":
        return f"{name}: {error}\n"
    return f"{name}\n"


def log_to(handler: logging.Handler, who: str, level: str) -> None:
    """Send all records to one handler; those of libraries only from warnings on.

    At lower levels some of them log whole messages.
    """
    # A full disk or a closed stream must not show up in the middle of a call.
    logging.raiseExceptions = False
    handler.setFormatter(LogLine(who))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.ERROR if level == "error" else logging.WARNING)
    for name in _OURS:
        logging.getLogger(name).setLevel(level.upper())
    # Python's warnings would go to stderr, which hosts show as errors or never read.
    logging.captureWarnings(capture=True)
