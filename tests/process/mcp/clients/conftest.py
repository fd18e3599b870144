"""Installs the official clients that are written for Node, once, into pytest's cache."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

HERE = Path(__file__).parent
MANIFESTS = ("package.json", "package-lock.json")
OLDEST_NODE = 20
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


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        missing(f"there is no {name}")
    return found


def run(command: list[str], folder: Path, limit_s: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", timeout=limit_s, check=False
    )


def install(npm: str, wanted: Path) -> None:
    """Install beside the wanted folder and rename: what is there is whole."""
    wanted.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=wanted.parent) as name:
        folder = Path(name) / "whole"
        folder.mkdir()
        for manifest in MANIFESTS:
            shutil.copy(HERE / manifest, folder)
        try:
            done = run([npm, *INSTALL], folder, INSTALL_S)
        except subprocess.TimeoutExpired:
            missing(f"npm did not install the clients within {INSTALL_S} s")
        if done.returncode != 0:
            missing(f"npm cannot install the clients: {done.stderr.strip()[:200]}")
        if not wanted.exists():  # another process may have been faster
            folder.rename(wanted)


@pytest.fixture(scope="session")
def packages(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the installed packages and our scripts."""
    node, npm = program("node"), program("npm")
    version = run([node, "--version"], HERE, 30).stdout.strip()
    if int(version.removeprefix("v").split(".")[0]) < OLDEST_NODE:
        missing(f"node {version} is older than {OLDEST_NODE}")
    texts = b"".join((HERE / manifest).read_bytes() for manifest in MANIFESTS)
    cache = getattr(pytestconfig, "cache", None)
    root = cache.mkdir("clients") if cache else tmp_path_factory.mktemp("clients")
    installed = root / f"{version}-{hashlib.sha256(texts).hexdigest()[:16]}"
    if not installed.exists():
        install(npm, installed)
    for script in HERE.glob("*.mjs"):
        shutil.copy(script, installed)
    return installed


@pytest.fixture(scope="session")
def node(packages: Path) -> Callable[..., dict]:
    """Run a script of the packages' folder; return the JSON that it prints."""

    def run_script(*words: str) -> dict:
        done = run([program("node"), *words], packages, 60)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run_script
