"""The certificate with which https is spoken, where the settings name one."""

from __future__ import annotations

import ssl
from pathlib import Path

from kebab.errors import SettingsError


def load_certificate(certificate: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """Read it with its key; None where there is none. Raises SettingsError."""
    if certificate is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        # A locked key is refused: OpenSSL would ask for its password, and nobody would see it.
        context.load_cert_chain(certificate, key, password=lambda: "")
    except OSError as cause:
        raise SettingsError(
            f"the certificate or its key cannot be used: {cause.strerror or cause}",
            hint="http.tls_cert and http.tls_key have to name files in PEM form that fit together,"
            " the key without a password",
            details={"tls_cert": str(certificate), "tls_key": str(key)},
        ) from cause
    return context
