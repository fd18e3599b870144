"""Judges the address of a server: whether it may be kept, and whether it is this machine's."""

from __future__ import annotations

from urllib.parse import urlsplit


def check_address(url: str) -> None:
    """Refuse, by ValueError, what is no http address or holds a secret that would be shown."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as cause:
        raise ValueError("it is not an address") from cause
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("it has to start with http:// or https:// and name a server")
    if parts.username is not None or parts.password is not None:
        raise ValueError("it may not hold a user or a password; name a variable in api_key_env")
    if parts.query or parts.fragment:
        raise ValueError("it ends with the path: nothing after ? or #")


def is_loopback(url: str) -> bool:
    """Tell whether an address lies on this machine."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    import ipaddress  # noqa: PLC0415 - a start that asks no server goes without

    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
