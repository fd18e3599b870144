"""Makes one clear error out of whatever a library raises on a file that is broken or hostile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kebab.errors import KebabError, UnreadableDocumentError

_NO_MEMORY = 2  # XML_ERR_NO_MEMORY of libxml2
_ENTITY_LOOP = 89  # XML_ERR_ENTITY_LOOP


@contextmanager
def reading(path: str, what: str, hint: str = "") -> Iterator[None]:
    """Translate what is raised inside; `what` says what the file should have been."""
    try:
        yield
    except (KebabError, MemoryError):
        raise
    except RecursionError as cause:
        raise unreadable(path, f"is no {what} that can be read: it is nested too deeply") from cause
    except Exception as cause:  # the libraries document none of what a broken file makes them raise
        if ran_out_of_memory(cause):
            raise MemoryError(str(cause)) from cause
        reason = _reason(cause)
        raise unreadable(path, f"is no {what} that can be read: {reason}", hint) from cause


def _reason(cause: Exception) -> str:
    """Give the library's own words, but for what its users cannot know."""
    said = " ".join(str(cause).split())
    is_xml_error = type(cause).__name__ == "XMLSyntaxError"
    if is_xml_error and ("amplification" in said or getattr(cause, "code", None) == _ENTITY_LOOP):
        return "its entities unfold into far more than it holds, as those of an attack do"
    return said[:200] or type(cause).__name__


def unreadable(path: str, problem: str, hint: str = "") -> UnreadableDocumentError:
    """Say what is wrong with a file, and what to do."""
    return UnreadableDocumentError(
        f"{path} {problem}",
        hint=hint or "Open it in the program that made it and save it anew, or exclude it.",
        details={"path": path},
    )


def ran_out_of_memory(cause: BaseException | None) -> bool:
    """Tell whether a lack of memory is behind it; lxml says so by a number only."""
    while cause is not None:
        is_xml_error = type(cause).__name__ == "XMLSyntaxError"
        number = getattr(cause, "code", None) if is_xml_error else None
        if isinstance(cause, MemoryError) or number == _NO_MEMORY:
            return True
        cause = cause.__cause__ or cause.__context__
    return False
