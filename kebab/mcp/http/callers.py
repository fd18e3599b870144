"""Who may call: by which names this server is known, and which web pages may ask it. Pure.

A web page can make its own name lead to this machine (DNS rebinding), so that a browser takes this
server for the page's own. It cannot make the browser send another Host or Origin, though: a name
that is not known here is not answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.%]+\]|[^\[\]:/?#@\s]+)(?::(?P<port>\d{1,5}))?")
_WEB = frozenset({"http", "https"})


@dataclass(frozen=True, slots=True)
class Callers:
    """The names and pages that are known beside this machine's own."""

    hosts: frozenset[str]
    origins: frozenset[str]

    @classmethod
    def of(cls, hosts: Iterable[str], origins: Iterable[str]) -> Callers:
        """Take them as they stand in the settings."""
        return cls(
            frozenset(host.strip().lower() for host in hosts),
            frozenset(origin.strip().lower().rstrip("/") for origin in origins),
        )

    def know_host(self, host: str, local_address: str) -> bool:
        """Tell if a request may call this server by that name. An address that the connection came
        in by is no name that could lead elsewhere.
        """
        match = _HOST.fullmatch(host.lower())
        if match is None:
            return False
        name = match["name"]
        return (
            name in LOOPBACK
            or name in self.hosts
            or host.lower() in self.hosts
            or name.strip("[]") == local_address.lower()
        )

    def know_origin(self, origin: str) -> bool:
        """Tell if a web page may ask; one of this machine may, with any port."""
        origin = origin.lower()
        if origin in self.origins:
            return True
        try:
            parts = urlsplit(origin)
            known = parts.scheme in _WEB and _HOST.fullmatch(parts.netloc)
        except ValueError:
            return False
        return (
            bool(known)
            and origin == f"{parts.scheme}://{parts.netloc}"
            and (known["name"] in LOOPBACK if known else False)
        )
