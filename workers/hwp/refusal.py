"""The ways in which a file is turned down before or while it is opened, each with its next step."""

from __future__ import annotations

from kebab.errors import (
    DamagedDocumentError,
    EncryptedDocumentError,
    RefusedByPreflightError,
    UnreadableDocumentError,
    UnsupportedFormatError,
)


def damaged(path: str, why: str) -> DamagedDocumentError:
    """Say that the bytes are not a whole document."""
    return DamagedDocumentError(
        f"{path} is damaged: {why}",
        hint="Copy it again from where it came, or open it in Hancom Office and save it anew.",
        details={"path": path, "reason": "damaged"},
    )


def unsupported(path: str, what: str) -> UnsupportedFormatError:
    """Say that the file is of a format that is not read."""
    return UnsupportedFormatError(
        f"{path} is {what}, which is not read",
        hint="Open it in Hancom Office and save it as .hwpx.",
        details={"path": path, "reason": "unsupported_format"},
    )


def unreadable(path: str, why: str) -> UnreadableDocumentError:
    """Say that the reader gave up on a file that passed every check."""
    return UnreadableDocumentError(
        f"{path} cannot be read: {why}",
        hint="Open it in Hancom Office and save it as .hwpx.",
        details={"path": path, "reason": "unreadable"},
    )


def unreadable_distribution(path: str, why: str) -> UnreadableDocumentError:
    """Say that a document made for distribution could not be unlocked."""
    return UnreadableDocumentError(
        f"{path} is locked for distribution and cannot be read: {why}",
        hint="Ask its author for the editable document, or for a PDF.",
        details={"path": path, "reason": "distribution"},
    )


def encrypted(path: str, how: str) -> EncryptedDocumentError:
    """Say that the content is encrypted; no library opens it even with the password."""
    return EncryptedDocumentError(
        f"{path} is {how}",
        hint="HWP cannot be opened with a password here: save a copy without one in Hancom Office.",
        details={"path": path, "reason": "encrypted"},
    )


def refused(path: str, why: str) -> RefusedByPreflightError:
    """Say that the file asks for more than its limit, whatever it holds."""
    return RefusedByPreflightError(
        f"{path} is refused: {why}",
        hint="Save it anew in Hancom Office, or exclude it. If you trust it and it is over "
        "max_cells, max_nesting, max_pages or max_unpacked_bytes, raise that under [limits].",
        details={"path": path, "reason": "refused_by_preflight"},
    )
