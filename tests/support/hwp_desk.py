"""A desk with HWP documents: the real server with every tool, and a host with calls in flight."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
from support.product import KEBAB, SETTINGS, Product

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "data" / "samples"
NOTE = {"notes/backup.md": "# Backup\n\nA backup is made every night.\n"}
PATIENCE_S = 100.0
_CLIENT = {"name": "host", "version": "1"}


class Desk:
    """One server. A call's answer waits here until it is asked for."""

    def __init__(self, product: Product, process: subprocess.Popen[str]) -> None:
        self.product = product
        self.papers = product.folder / "notes"
        self.front = psutil.Process(process.pid)
        self._process = process
        self._last_id = 0
        self._arrived: dict[int, dict[str, Any]] = {}
        self._news = threading.Condition()
        self._is_over = False
        threading.Thread(target=self._listen, daemon=True).start()
        self.ask("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=_CLIENT)
        self._send(method="notifications/initialized")

    def put(self, name: str, data: bytes) -> str:
        """Lay a document on the desk; return its path."""
        path = self.papers / name
        path.write_bytes(data)
        return str(path)

    def path(self, name: str) -> str:
        """Name a file on the desk, whether it is there or not."""
        return str(self.papers / name)

    # --- calls

    def begin(self, tool: str, **arguments: Any) -> int:
        """Send a call, and do not wait."""
        return self._request("tools/call", {"name": tool, "arguments": arguments})

    def end(self, number: int) -> dict[str, Any]:
        """Wait for the response to a request, whatever else comes before."""
        with self._news:
            came = self._news.wait_for(lambda: number in self._arrived or self._is_over, PATIENCE_S)
            assert came, "there was no answer in time"
            assert number in self._arrived, "the server closed its output"
            return self._arrived.pop(number)

    def has_answered(self, number: int) -> bool:
        """Tell whether the response to a request is there."""
        with self._news:
            return number in self._arrived

    def cancel(self, number: int) -> None:
        """Give a call up; the server says nothing to it."""
        self._send(method="notifications/cancelled", params={"requestId": number})

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request; return its whole response."""
        return self.end(self._request(method, params))

    def result(self, number: int) -> tuple[dict[str, Any], bool]:
        """Wait for a call; return what its text says, and whether it is an error."""
        found = self.end(number)["result"]
        return json.loads(found["content"][0]["text"]), found.get("isError", False)

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that works."""
        value, is_error = self.result(self.begin(tool, **arguments))
        assert not is_error, value
        return value

    def fail(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that does not work; return its error."""
        value, is_error = self.result(self.begin(tool, **arguments))
        assert is_error, value
        return value

    def code(self, tool: str, **arguments: Any) -> str:
        """Call a tool; return its error's code, or nothing."""
        value, is_error = self.result(self.begin(tool, **arguments))
        return value["code"] if is_error else ""

    @contextlib.contextmanager
    def opened(self, path: str) -> Iterator[str]:
        """Open a document; close it at the end, with whatever was done to it."""
        name = self.call("hwp_open", path=path)["docId"]
        try:
            yield name
        finally:
            self.end(self.begin("hwp_close", docId=name, discard=True))

    # --- processes

    def readers(self) -> list[psutil.Process]:
        """Return the workers that open documents: only they live under a cap of memory."""
        found = []
        for process in self.front.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if process.rlimit(psutil.RLIMIT_AS)[0] != psutil.RLIM_INFINITY:
                    found.append(process)
        return found

    def kill_readers(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Kill them, and wait until they are gone."""
        readers = self.readers()
        for process in readers:
            process.send_signal(how)
        gone, alive = psutil.wait_procs(readers, timeout=20)
        assert gone
        assert not alive

    def _listen(self) -> None:
        for line in self._process.stdout:
            message = json.loads(line)
            with self._news:
                if "method" not in message:
                    assert message["id"] not in self._arrived
                    self._arrived[message["id"]] = message
                self._news.notify_all()
        with self._news:
            self._is_over = True
            self._news.notify_all()

    def _request(self, method: str, params: dict[str, Any]) -> int:
        self._last_id += 1
        self._send(id=self._last_id, method=method, params=params)
        return self._last_id

    def _send(self, **message: Any) -> None:
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._process.stdin.flush()


@contextlib.contextmanager
def sit_down(
    folder: Path, *words: str, settings: str = "", ingest: bool = False, **env: str
) -> Iterator[Desk]:
    """Start a server, with every tool where no words say otherwise; end it as a host does."""
    product = Product(folder, NOTE, SETTINGS + settings)
    if ingest:
        ran = product.run("ingest", "--quiet")
        assert ran.returncode == 0, ran.stderr
    with subprocess.Popen(
        [*KEBAB, "mcp", *(words or ("--profile", "all"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=product.env | env,
        cwd=folder,
        encoding="utf-8",
    ) as process:
        try:
            yield Desk(product, process)
            process.stdin.close()
            assert process.wait(30) == 0
        finally:
            process.kill()


def sample(name: str) -> bytes | None:
    """Read one of the real documents; None where this machine does not have them."""
    for folder in ("hwp", "hwp_crash"):
        path = SAMPLES / folder / name
        if path.exists():
            return path.read_bytes()
    return None
