"""Installs the official clients that are written for Node, once, into pytest's cache."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from support.node_packages import Node, find_node, install

HERE = Path(__file__).parent
OLDEST_NODE = 20


@pytest.fixture(scope="session")
def a_node() -> Node:
    return find_node(OLDEST_NODE)


@pytest.fixture(scope="session")
def packages(pytestconfig: pytest.Config, a_node: Node) -> Path:
    """Return a folder with the installed packages and our scripts."""
    installed = install(a_node, HERE, pytestconfig)
    for script in HERE.glob("*.mjs"):
        shutil.copy(script, installed)
    return installed


@pytest.fixture(scope="session")
def node(packages: Path, a_node: Node) -> Callable[..., dict]:
    """Run a script of the packages' folder; return the JSON that it prints."""

    def run_script(*words: str) -> dict:
        done = a_node.run([a_node.program, *words], packages, 60)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run_script
