"""The suites and the inspector, installed, and the servers that they look at."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.http_host import serving
from support.node_packages import Node, find_node, install

HERE = Path(__file__).parent
OLDEST_NODE = 22
SERVER = [sys.executable, str(HERE / "suite_server.py")]


@pytest.fixture(scope="session")
def suite_node() -> Node:
    return find_node(OLDEST_NODE)


@pytest.fixture(scope="session")
def suites(pytestconfig: pytest.Config, suite_node: Node) -> dict[str, Path]:
    """Return the folders of the installed packages, by the suite's version."""
    return {
        version: install(suite_node, HERE / f"suite-{version}", pytestconfig) / "node_modules"
        for version in ("0.1", "0.2")
    }


def _over_http(folder: Path, **settings: object) -> Iterator[str]:
    sys.path.insert(0, str(HERE))
    try:
        from token_lender import lend_token  # noqa: PLC0415 - see above
    finally:
        sys.path.remove(str(HERE))
    command = [*SERVER, "http", str(folder), json.dumps(settings)]
    env = {**os.environ, "HOME": str(folder)}
    with (
        serving(command, env, folder, folder / "state" / "http.token") as site,
        lend_token(site.port, site.token) as port,
    ):
        yield f"http://127.0.0.1:{port}/mcp"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a server over HTTP, as it is by default."""
    yield from _over_http(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def site_with_sessions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a server over HTTP that keeps sessions."""
    yield from _over_http(tmp_path_factory.mktemp("sessions"), max_sessions=100)


@pytest.fixture(scope="module")
def bridge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a bridge to servers on stdin and stdout."""
    with subprocess.Popen(
        [sys.executable, str(HERE / "bridge.py"), *SERVER, "stdio"],
        cwd=tmp_path_factory.mktemp("bridge"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as process:
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}/mcp"
        finally:
            process.terminate()
