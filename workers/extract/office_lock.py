"""Opens Office documents that are protected by a password, by msoffcrypto-tool.

It alone knows all three of Office's ways to encrypt, is kept well and MIT. Neither it nor this file
tells a password to anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from kebab.errors import EncryptedDocumentError, TooLargeError
from workers.extract.foreign_errors import reading
from workers.extract.locked import locked
from workers.extract.ole import is_encrypted_package

_WHAT = "Office document"
# Excel locks a workbook with this where only its structure was protected, and opens it unasked.
_OF_EXCEL = "VelvetSweatshop"
_MAX_ROUNDS = 1_000_000  # ten times what Office asks for; each password takes that many hashes


def unlock(data: bytes, path: str, passwords: Sequence[str]) -> bytes:
    """Decrypt a .docx, .pptx or .xlsx by the first password that fits; others stay as they are."""
    if not is_encrypted_package(data):
        return data
    import msoffcrypto.exceptions as refusals  # noqa: PLC0415 - most documents are open
    from msoffcrypto.format.ooxml import OOXMLFile  # noqa: PLC0415 - see above

    with reading(path, _WHAT):
        try:
            file = OOXMLFile(BytesIO(data))
            _refuse_slow(file, path)
            for password in (*passwords, _OF_EXCEL):
                opened = BytesIO()
                try:
                    file.load_key(password=password, verify_password=True)
                    file.decrypt(opened)
                except refusals.InvalidKeyError:
                    continue
                return opened.getvalue()
        except (refusals.DecryptionError, refusals.FileFormatError) as cause:
            raise EncryptedDocumentError(
                f"{path} is encrypted in a way that a password does not open",
                hint="Open it in the program that protects it, and save a copy without protection.",
                details={"path": path},
            ) from cause
    raise locked(path, len(passwords))


def _refuse_slow(file: Any, path: str) -> None:
    if file.info.get("spinValue", 0) > _MAX_ROUNDS:
        raise TooLargeError(
            f"{path} asks for more than {_MAX_ROUNDS} rounds to try one password",
            hint="Open it in Office and save it anew, or exclude it.",
            details={"path": path},
        )
