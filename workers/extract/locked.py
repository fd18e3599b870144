"""Says of a document that only a password opens it."""

from __future__ import annotations

from kebab.errors import EncryptedDocumentError
from kebab.wire.worker import OPENED_BY, PASSWORDS_VARIABLE


def locked(path: str, tried: int) -> EncryptedDocumentError:
    """Ask for the password; `tried` were given and do not fit. None of them is ever told."""
    none_fits = f" and none of the {tried} passwords given opens it"
    words = {0: "", 1: " and the password given does not open it"}
    return EncryptedDocumentError(
        f"{path} is encrypted{words.get(tried, none_fits)}",
        hint=f"Put its password into {PASSWORDS_VARIABLE} (one a line), or type it in where "
        "`kebab ingest --ask-passwords` asks; or save it without one.",
        details={"path": path, OPENED_BY: "password"},
    )
