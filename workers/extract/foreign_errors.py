"""Makes one clear error out of whatever a library raises on a file that is broken or hostile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kebab.errors import KebabError, TooLargeError, UnreadableDocumentError


@contextmanager
def reading(path: str, what: str, hint: str = "") -> Iterator[None]:
    """Translate what is raised inside; `what` says what the file should have been."""
    try:
        yield
    except KebabError:
        raise
    except MemoryError as cause:
        raise TooLargeError(
            f"{path} needs more memory than a worker may use",
            hint="Split the file, or exclude it.",
            details={"path": path},
        ) from cause
    except RecursionError as cause:
        raise unreadable(path, f"is no {what} that can be read: it is nested too deeply") from cause
    except Exception as cause:  # the libraries document none of what a broken file makes them raise
        reason = " ".join(str(cause).split())[:200] or type(cause).__name__
        raise unreadable(path, f"is no {what} that can be read: {reason}", hint) from cause


def unreadable(path: str, problem: str, hint: str = "") -> UnreadableDocumentError:
    """Say what is wrong with a file, and what to do."""
    return UnreadableDocumentError(
        f"{path} {problem}",
        hint=hint or "Open it in the program that made it and save it anew, or exclude it.",
        details={"path": path},
    )
