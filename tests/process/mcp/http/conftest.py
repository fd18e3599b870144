"""Servers over HTTP, one for all tests of a file."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from support.http_host import Site, serving

SERVER = Path(__file__).parent / "memory_site.py"


def serve_memory(
    folder: Path, *words: str, patience: dict[str, Any] | None = None, **http: Any
) -> AbstractContextManager[Site]:
    """Start a server over the base in memory."""
    options = [json.dumps(http), json.dumps(patience or {})]
    command = [sys.executable, str(SERVER), str(folder), *options, *words]
    env = {**os.environ, "HOME": str(folder)}
    return serving(command, env, folder, folder / "state" / "http.token")


@pytest.fixture
def start_site(tmp_path: Path) -> Callable[..., AbstractContextManager[Site]]:
    """Start servers with settings of a test's own."""

    def start_one(*words: str, **options: Any) -> AbstractContextManager[Site]:
        return serve_memory(tmp_path, *words, **options)

    return start_one


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Give a server over the base in memory; the tests of a file share it."""
    with serve_memory(tmp_path_factory.mktemp("site")) as one:
        yield one


@pytest.fixture(scope="module")
def serve_memory_in(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[..., AbstractContextManager[Site]]:
    """Start servers with settings of a file's own."""

    def start_one(**options: Any) -> AbstractContextManager[Site]:
        return serve_memory(tmp_path_factory.mktemp("site"), **options)

    return start_one
