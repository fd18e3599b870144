"""Reads what models are told: config/prompts, one file a task, whose first line has its version."""

from __future__ import annotations

import re
from functools import cache
from string import Template
from typing import Literal

from kebab.settings.packaged import packaged_config

Task = Literal["answer", "decompose", "decide", "rewrite", "entail", "caption", "read_page"]
_VERSION = re.compile(r"\(([a-z_]+-\d+)\)")


@cache
def _template(task: Task) -> str:
    return (packaged_config("prompts") / f"{task}.md").read_text("utf-8").strip()


def version_of(task: Task) -> str:
    """Name the wording of a task, as its first line does."""
    found = _VERSION.search(_template(task).partition("\n")[0])
    return found[1] if found else task


def rules_of(task: Task, **values: object) -> str:
    """Fill in the rules of a task."""
    return Template(_template(task)).substitute({key: str(value) for key, value in values.items()})
