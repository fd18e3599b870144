"""Names that keys, passwords and the like are kept under, however they are spelt. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Final

FOLDERS: Final = frozenset({
    ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store", ".mozilla",
    ".thunderbird", "gcloud", "google-chrome", "keychains", "keyrings",
})  # fmt: skip
# Of a file or of a folder alike.
NAMES: Final = (
    ".env", ".env.*", ".netrc", "_netrc", ".npmrc", ".pypirc", ".pgpass", ".git-credentials",
    ".htpasswd", ".vault-token", "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key",
    "*.p12", "*.pfx", "*.ppk", "*.jks", "*.keystore", "*.kdb", "*.kdbx", "*.keychain",
    "*.keychain-db",
)  # fmt: skip
FILES: Final = (
    "credentials", "credentials.*", "*_credentials.json", "client_secret*.json",
    "accesstokens.json", "login data", "login data for account", "logins.json", "key3.db",
    "key4.db", "cookies", "cookies.sqlite", "web data", "shadow", "gshadow",
)  # fmt: skip
_NOTES: Final = (".md", ".txt", ".rst")  # what a person writes about credentials


def secret_part(parts: Sequence[str]) -> str | None:
    """Return the first part of a path that names a secret, None where none does."""
    for index, part in enumerate(parts):
        name = plain_name(part)
        if name in FOLDERS or _matches(name, NAMES):
            return part
        if index == len(parts) - 1 and _matches(name, FILES) and not name.endswith(_NOTES):
            return part
    return None


def plain_name(part: str) -> str:
    """Spell a name as the file system that is most generous would take it.

    Some pass over case, marks that nobody sees, and dots and blanks at the end; NTFS puts the
    name of a stream behind a colon.
    """
    text = unicodedata.normalize("NFKC", part.partition(":")[0])
    seen = "".join(c for c in text if unicodedata.category(c) not in {"Cf", "Cc"})
    folded = unicodedata.normalize("NFKC", seen.casefold())
    return folded.rstrip(". ") or folded


def _matches(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
