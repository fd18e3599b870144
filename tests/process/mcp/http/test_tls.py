"""https: a certificate lets the server listen for others; half a handshake stops nobody."""

from __future__ import annotations

import json
import os
import ssl
import subprocess
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from support.http_host import read_all, serving
from support.product import KEBAB


def write_certificate(folder, password=None):
    """Write a certificate for localhost and its key; return their paths."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    lock = serialization.NoEncryption()
    if password:
        lock = serialization.BestAvailableEncryption(password)
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(pem))
    paths[1].write_bytes(key.private_bytes(pem, form, lock))
    return paths


def start(config, paths):
    env = {**os.environ, "HOME": str(config.parent)}
    env |= {"KEBAB_HTTP_TLS_CERT": str(paths[0]), "KEBAB_HTTP_TLS_KEY": str(paths[1])}
    command = [*KEBAB, "mcp", "--http", "--port", "0", "--host", "0.0.0.0"]  # noqa: S104 - the point
    return [*command, "--config", str(config), "--json"], env


def test_https_is_spoken_to_all_and_half_a_handshake_keeps_nobody_waiting(config, tmp_path):
    paths = write_certificate(tmp_path)
    command, env = start(config, paths)
    trusted = ssl.create_default_context(cafile=paths[0])
    with serving(command, env, tmp_path, config.parent / "state" / "http.token") as site:
        assert site.url.startswith("https://")
        half_open = [site.connect() for _ in range(20)]
        token = f"authorization: Bearer {site.token}"
        head = f"GET /metrics HTTP/1.1\r\nhost: localhost\r\n{token}\r\nconnection: close\r\n\r\n"
        with trusted.wrap_socket(site.connect(), server_hostname="localhost") as line:
            line.sendall(head.encode())
            assert read_all(line).startswith(b"HTTP/1.1 200")
        for one in half_open:
            one.close()


@pytest.mark.parametrize("kind", ["garbage", "missing", "locked"])
def test_a_certificate_that_cannot_be_used_is_told(config, tmp_path, kind):
    paths = write_certificate(tmp_path, password=b"secret" if kind == "locked" else None)
    if kind == "garbage":
        paths[0].write_text("no certificate", "utf-8")
    elif kind == "missing":
        paths[0].unlink()
    command, env = start(config, paths)
    told = subprocess.run(command, env=env, capture_output=True, timeout=60, check=False)

    assert told.returncode == 2
    assert json.loads(told.stderr)["details"]["tls_key"] == str(paths[1])
