"""What every file promises: its size, its first line, and which outside things it opens."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_LINES, MAX_FUNCTION = 400, 60
ONE_DOOR = {
    "tantivy": "workers/shard/lexical.py",
    "hnswlib": "workers/shard/vectors.py",
    "onnxruntime": "workers/embed/onnx.py",
    "sqlite3": "kebab/catalog/connection.py",
    "multiprocess": "kebab/pool/spawn.py",
    "httpx2": "kebab/answer/llm/http_client.py",
    "stamina": "kebab/answer/llm/http_client.py",
    "watchfiles": "kebab/ingest/listening.py",
    "uvicorn": "kebab/mcp/http/connection.py",
    "prometheus_client": "kebab/mcp/http/metrics.py",
    "tomlkit": "kebab/hosts/toml_text.py",
    "pygments": "kebab/hosts/json_text.py",
    "lxml": "workers/extract/xml_tree.py",
    "olefile": "workers/hwp/ole.py",
    "msoffcrypto": "workers/extract/office_lock.py",
    "openpyxl": "workers/extract/xlsx.py",
    "rhwp": "workers/hwp/native.py",
    "hwpx": "workers/hwp/editing/hwpx_library.py",
    "rapidfuzz": "workers/hwp/looking/alignment.py",
    "tree_sitter": "workers/extract/code/grammars.py",
}
BAD_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "base", "manager"}
FILES = sorted(p for top in ("kebab", "workers") for p in (ROOT / top).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))


_SLEEP = re.compile(r"\.sleep\((?!0\))")  # a turn of the loop is no wait


def name(path):
    return path.relative_to(ROOT).as_posix()


def imported(tree):
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("path", FILES, ids=name)
def test_file_keeps_its_promises(path):
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]

    assert ast.get_docstring(tree)
    assert text.count("\n") <= MAX_LINES
    assert not [f.name for f in functions if f.end_lineno - f.lineno >= MAX_FUNCTION]
    wrong_doors = {e for e in imported(tree) & ONE_DOOR.keys() if name(path) != ONE_DOOR[e]}
    assert not wrong_doors
    assert path.stem not in BAD_NAMES


@pytest.mark.parametrize("path", TESTS, ids=name)
def test_tests_stay_short_and_do_not_sleep(path):
    text = path.read_text(encoding="utf-8")

    assert ast.get_docstring(ast.parse(text))
    assert text.count("\n") <= MAX_LINES
    assert _SLEEP.search(text) is None


def test_calls_go_one_way():
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


HEAVY_FOR_FRONT = {"tantivy", "hnswlib", "onnxruntime", "fastembed", "tokenizers", "numpy"}
HEAVY_FOR_WORKER = {
    "pydantic",
    "fastmcp",
    "numpy",
    "onnxruntime",
    "rich",
    "click",
    "kebab.settings",
}


@pytest.mark.parametrize(
    ("start", "unwanted"),
    [
        ("import kebab.entry", {"click", "pydantic", "rich", "fastmcp", "multiprocess"}),
        ("import kebab.knowledge_base", HEAVY_FOR_FRONT),
        ("import kebab.mcp.server", HEAVY_FOR_FRONT),
        ("import kebab.mcp.run, kebab.mcp.serving", {"fastmcp", "uvicorn", "prometheus_client"}),
        ("import workers.boot, workers.loop", HEAVY_FOR_WORKER),
    ],
)
def test_starting_loads_nothing_heavy(start, unwanted):
    code = f"{start}; import sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert set(done.stdout.split()) & unwanted == set()


def test_the_repository_names_no_machine():
    here = ["/wo" + "rk/", "/ro" + "ot/", "../sha" + "red"]
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "*.py", "*.toml", "*.md", "*.sql", "*.json", "*.txt"],  # noqa: S607 - git is found by the path
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    found = [
        f"{path}: {word}"
        for path in tracked
        if path and (ROOT / path).exists() and not path.startswith("tests/")
        for word in here
        if word in (ROOT / path).read_text(encoding="utf-8")
    ]

    assert found == []
