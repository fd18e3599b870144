"""Lends the token to clients that have none: what comes goes on byte for byte, and it beside it."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import threading
from collections.abc import Iterator

END = b"\r\n\r\n"


@contextlib.contextmanager
def lend_token(port: int, token: str) -> Iterator[int]:
    """Listen for clients of a server; each connection carries one request."""
    added = f"\r\nAuthorization: Bearer {token}\r\nConnection: close".encode()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            head, rest = _read_head(self.request)
            lines = [
                one for one in head.split(b"\r\n") if not one.lower().startswith(b"connection")
            ]
            with socket.create_connection(("127.0.0.1", port)) as there:
                there.sendall(b"\r\n".join(lines) + added + END + rest)
                threading.Thread(target=_pass_on, args=(self.request, there), daemon=True).start()
                _pass_on(there, self.request)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def _read_head(client: socket.socket) -> tuple[bytes, bytes]:
    data = b""
    while END not in data and (more := client.recv(1 << 16)):
        data += more
    head, _, rest = data.partition(END)
    return head, rest


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
