"""Reads the front matter of a Markdown document; a fault in it never costs the body."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import yaml

from workers.extract.front_matter_fields import DATES, FrontMatter, interpret
from workers.extract.plain_values import to_text

_CLOSING = {"---": ("---", "..."), "+++": ("+++",)}
_MAX_LINES = 2_000
_MAX_CHARS = 65_536
_RECOVERABLE = {"title", "lang", "tags", "trust_level", "source_type", *DATES}
_SIMPLE_LINE = re.compile(r"([A-Za-z_]\w*)\s*[:=]\s*(\S.*)")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_front_matter(lines: list[str]) -> FrontMatter:
    """Read the region between the marks on the first lines, if there is one."""
    mark = lines[0].rstrip() if lines else ""
    line_count = _region_length(lines, mark)
    if not line_count:
        return FrontMatter()
    region = lines[1 : line_count - 1]
    warnings: list[str] = []
    values = _parse(region, mark, warnings)
    return interpret(values, line_count, warnings)


def _region_length(lines: list[str], mark: str) -> int:
    chars = 0
    for number, line in enumerate(lines[1:_MAX_LINES], start=2):
        if line.rstrip() in _CLOSING.get(mark, ()):
            return number
        chars += len(line)
        if chars > _MAX_CHARS or mark not in _CLOSING:
            break
    return 0


def _parse(region: list[str], mark: str, warnings: list[str]) -> dict[Any, Any]:
    source = "\n".join(region)
    try:
        values = tomllib.loads(source) if mark == "+++" else yaml.load(source, _LOADER)  # noqa: S506 - _LOADER is a safe one
    except Exception as cause:  # noqa: BLE001 - PyYAML lets Index, Attribute, Value, RecursionErrors out
        kind = "TOML" if mark == "+++" else "YAML"
        warnings.append(f"the front matter is not valid {kind} and was left out: {_reason(cause)}")
        return _recover(region)
    if values is None:
        return {}
    if not isinstance(values, dict):
        warnings.append("the front matter is not a mapping of keys to values and was left out")
        return {}
    return values


def _reason(cause: Exception) -> str:
    if isinstance(cause, yaml.MarkedYAMLError) and cause.problem and cause.problem_mark:
        return f"{cause.problem} (line {cause.problem_mark.line + 2})"
    return to_text(" ".join(str(cause).split()))[:200] or type(cause).__name__


def _recover(region: list[str]) -> dict[Any, Any]:
    """Read single lines such as `title: KB: Something`, which people write and YAML refuses."""
    found = (_SIMPLE_LINE.fullmatch(line.rstrip()) for line in region)
    return {
        match[1]: match[2].strip("\"'[] ") for match in found if match and match[1] in _RECOVERABLE
    }
