"""The README says what kebab lets happen; each claim names a test, and every one is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_TITLE = "## What can it do to me?\n"


def notes():
    text = (ROOT / "README.md").read_text("utf-8")
    return text.partition(_TITLE)[2].partition("\n## ")[0]


def function_names():
    trees = (ast.parse(path.read_text("utf-8")) for path in (ROOT / "tests").rglob("test_*.py"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for tree in trees for node in tree.body if isinstance(node, functions)}


def test_every_test_that_the_notes_name_is_there():
    named = set(re.findall(r"`(test_\w+)`", notes()))

    assert len(named) > 10
    assert named - function_names() == set()


def test_every_claim_names_a_test():
    claims = re.split(r"\n- ", notes().partition("\n\nWhat is installed")[0])[1:]

    assert len(claims) >= 4
    assert [claim[:40] for claim in claims if "`test_" not in claim] == []
