"""`kebab mcp --http` itself, over a knowledge base on the disk."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time

import psutil
import pytest
from support.http_host import request, serving
from support.product import KEBAB

SOON_S = 2.0


@contextlib.contextmanager
def serve_kebab(config, *words, home=None):
    """Start the server on a free port."""
    folder = config.parent
    command = [*KEBAB, "mcp", "--http", "--port", "0", "--config", str(config), *words]
    env = {**os.environ, "HOME": str(home or folder)}
    with serving(command, env, folder, folder / "state" / "http.token") as site:
        yield site


@pytest.fixture(scope="module")
def kebab(config):
    with serve_kebab(config) as site:
        yield site


def run(config, *words):
    """Run a command that ends by itself."""
    return subprocess.run(
        [*KEBAB, *words, "--config", str(config)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={**os.environ, "HOME": str(config.parent)},
    )


@pytest.mark.parametrize(
    ("tool", "arguments", "command"),
    [
        ("search", {"query": "apples"}, ["search", "apples"]),
        ("search", {"query": "사과", "mode": "lexical"}, ["search", "사과", "--mode", "lexical"]),
        ("fetch", {"kind": "doc", "doc_id": "a.md"}, ["fetch", "doc", "a.md"]),
        ("list_docs", {}, ["list"]),
    ],
)
def test_a_tool_and_its_command_give_the_same_bytes(kebab, config, tool, arguments, command):
    printed = run(config, *command, "--json")

    assert printed.returncode == 0, printed.stderr
    assert kebab.call(tool, **arguments)["content"][0]["text"] + "\n" == printed.stdout


def test_a_question_is_answered(kebab):
    answer = json.loads(kebab.call("ask", query="What about apples?")["content"][0]["text"])

    assert answer["schema_version"] == "answer.v1"


def test_it_is_ready_and_tells_of_its_workers(kebab):
    while kebab.get("/readyz").status_code != 200:
        pass  # it is being opened
    report = kebab.get("/readyz").json()
    metrics = kebab.get("/metrics").text

    assert report["ok"] is True
    shards = sum(len(worker["shards"]) for worker in report["workers"])
    assert shards == sum(
        float(line.split()[1])
        for line in metrics.splitlines()
        if line.startswith("kebab_worker_shards{")
    )
    assert 'kebab_worker_restarts_total{worker="0"} 0.0' in metrics
    assert 'kebab_queue_calls{worker="0"}' in metrics
    memory = next(
        line for line in metrics.splitlines() if line.startswith("kebab_worker_memory_bytes{")
    )
    assert float(memory.split()[1]) > 1e6


def failed_checks(site, status):
    """Ask until that is the status; return the names of the checks that failed."""
    while (answer := site.get("/readyz")).status_code != status:
        pass
    return {check["name"] for check in answer.json()["checks"] if not check["ok"]}


def test_it_is_not_ready_while_a_shard_cannot_be_read_and_ready_again_after(kebab):
    worker = psutil.Process(kebab.get("/readyz").json()["workers"][-1]["pid"])
    worker.suspend()
    wrong = failed_checks(kebab, 503)
    worker.resume()

    assert {"workers", "shards"} <= wrong
    assert failed_checks(kebab, 200) == set()


def test_it_is_not_ready_while_its_catalog_is_damaged(config, tmp_path):
    folder = shutil.copytree(config.parent, tmp_path / "copy")
    catalog = folder / "data" / "catalog.sqlite"
    with serve_kebab(folder / "kebab.toml") as site:
        assert failed_checks(site, 200) == set()
        with catalog.open("r+b") as file:
            file.write(b"no database" * 10)

        assert "catalog" in failed_checks(site, 503)
        assert site.get("/healthz").status_code == 200


def test_a_view_that_is_damaged_is_mended_and_costs_no_readiness(config, tmp_path):
    folder = shutil.copytree(config.parent, tmp_path / "copy")
    with serve_kebab(folder / "kebab.toml") as site:
        before = site.call("search", query="apples")
        for file in folder.glob("data/views/shard-*/lexical/*.term"):
            os.truncate(file, 10)

        assert site.call("search", query="apples") == before
        assert failed_checks(site, 200) == set()


def test_many_probes_cost_one_examination(kebab):
    durations = {kebab.get("/readyz").json()["duration_ms"] for _ in range(10)}
    assert len(durations) <= 3


def test_a_token_is_made_once_for_its_owner_alone(config, kebab):
    path = config.parent / "state" / "http.token"

    assert path.stat().st_mode & 0o777 == 0o600
    assert kebab.token == path.read_text("utf-8").strip()
    assert len(kebab.token) >= 43
    with serve_kebab(config) as another:
        assert another.token == kebab.token
        said = end(another, signal.SIGTERM)[1]
    assert kebab.token not in said
    for log in path.parent.glob("*.log"):
        assert kebab.token not in log.read_text("utf-8")


def end(site, number):
    """Send a signal; return the exit status and what was still said."""
    site.process.send_signal(number)
    said = site.process.stderr.read()
    return site.process.wait(SOON_S), said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_and_its_workers_soon(config, tmp_path, number):
    with serve_kebab(config, home=tmp_path) as site:
        report = json.loads(site.call("doctor")["content"][0]["text"])
        ours = psutil.Process(site.process.pid).children(recursive=True)
        for worker in report["workers"]:
            psutil.Process(worker["pid"]).suspend()  # none of them answers any more
        with site.connect() as line, site.connect() as idle:
            data = json.dumps(request(1, "tools/call", {"name": "doctor", "arguments": {}}))
            shown = {**site.headers, "host": "localhost", "content-length": str(len(data))}
            head = "".join(f"{name}: {value}\r\n" for name, value in shown.items())
            line.sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n{data}".encode())
            while "kebab_open_calls 1.0" not in site.get("/metrics").text:
                pass
            began = time.monotonic()
            status, _ = end(site, number)
            took = time.monotonic() - began
            assert idle.recv(1) == b""

        assert status == 128 + number
        assert took < SOON_S
        left = psutil.wait_procs(ours, timeout=SOON_S)[1]
        # one whose parent is gone is buried by the system, when that comes to it
        assert [one for one in left if one.status() != psutil.STATUS_ZOMBIE] == []


def test_a_port_that_is_taken_is_told_before_anything_starts(config):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        told = run(config, "mcp", "--http", "--port", port, "--json")

    error = json.loads(told.stderr)
    assert told.returncode == 2
    assert f"port {port} of 127.0.0.1 is taken" in error["message"]
    assert error["details"] == {"host": "127.0.0.1", "port": int(port)}


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.invalid"])  # noqa: S104 - that is the point
def test_other_machines_are_let_in_only_where_that_was_said(config, host):
    told = run(config, "mcp", "--http", "--port", "0", "--host", host)

    assert told.returncode == 2
    assert "--allow-remote" in told.stderr or "no address" in told.stderr


def test_with_the_flag_it_listens_for_all(config):
    with serve_kebab(config, "--host", "0.0.0.0", "--allow-remote") as site:  # noqa: S104 - see above
        assert site.url.startswith("http://")
        with site.connect() as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("text", "mode"), [("short", 0o600), ("a b " * 9, 0o600), ("x" * 40, 0o644)]
)
def test_a_bad_token_file_is_refused(config, tmp_path, text, mode):
    path = tmp_path / "token"
    path.write_text(text, "utf-8")
    path.chmod(mode)
    told = run(config, "mcp", "--http", "--port", "0", "--token-file", str(path))

    assert told.returncode == 2
    assert str(path) in told.stderr
    assert text.strip() not in told.stderr


def test_options_of_the_port_are_refused_without_it(config):
    assert run(config, "mcp", "--port", "1").returncode == 2
