"""Where the server listens: which addresses are this machine alone, and who takes the port."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import socket
from dataclasses import dataclass
from typing import Any, NamedTuple

from kebab.errors import SettingsError

_BACKLOG = 512


@dataclass(frozen=True, slots=True)
class Bound:
    """A socket that listens, and how it is called."""

    socket: socket.socket
    host: str
    port: int


def is_loopback(address: str) -> bool:
    """Tell if an address is reached from this machine alone."""
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False


def bind(host: str, port: int, *, may_be_remote: bool) -> Bound:
    """Take the port. Raises SettingsError where it is taken, or open to others unasked."""
    places = _resolve(host, port)
    if not may_be_remote and not all(is_loopback(place.address) for place in places):
        raise SettingsError(
            f"{host} can be reached from other machines, and nothing would be encrypted",
            hint="set http.tls_cert and http.tls_key, or say --allow-remote",
            details={"host": host},
        )
    problem: OSError | None = None
    for place in places:
        try:
            made = _listen(place)
        except OSError as cause:
            problem = problem or cause
        else:
            return Bound(made, host, int(made.getsockname()[1]))
    raise _refused(host, port, problem)


def url_of(bound: Bound, path: str, *, secure: bool) -> str:
    """Write the address as clients need it; a server that is open to all is called by its name."""
    host = bound.host
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(host)
        if address.is_unspecified:
            host = socket.gethostname()
        elif address.version == 6:  # noqa: PLR2004 - IPv6
            host = f"[{host}]"
    return f"{'https' if secure else 'http'}://{host}:{bound.port}{path}"


class _Place(NamedTuple):
    family: socket.AddressFamily
    address: str
    name: Any  # what the family's `bind` takes


def _resolve(host: str, port: int) -> list[_Place]:
    try:
        found = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError) as cause:
        raise SettingsError(
            f"http.host is {host!r}, which is no address of this machine",
            hint="use 127.0.0.1, ::1, or an address of this machine",
            details={"host": host},
        ) from cause
    # IPv4 first: it is what hosts try for `localhost`.
    places = [_Place(family, str(place[0]), place) for family, _, _, _, place in found]
    return sorted(places, key=lambda place: place.family != socket.AF_INET)


def _listen(place: _Place) -> socket.socket:
    # With the protocol named, asyncio switches Nagle's algorithm off on what is accepted: an answer
    # of several small pieces would wait 40 ms for the client's acknowledgement.
    made = socket.socket(place.family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if place.family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(place.name)
        made.listen(_BACKLOG)
        made.setblocking(False)  # noqa: FBT003 - it has no name
    except OSError:
        made.close()
        raise
    return made


def _refused(host: str, port: int, problem: OSError | None) -> SettingsError:
    details = {"host": host, "port": port}
    if problem is not None and problem.errno == errno.EADDRINUSE:
        return SettingsError(
            f"port {port} of {host} is taken by another program",
            hint="end it, or choose another port with --port or http.port (0: any that is free)",
            details=details,
        )
    reason = problem.strerror if problem is not None else "no address was found"
    return SettingsError(
        f"it is not possible to listen on port {port} of {host}: {reason}",
        hint="choose another one with --host and --port",
        details=details,
    )
