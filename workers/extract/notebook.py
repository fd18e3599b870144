"""Reads a Jupyter notebook cell by cell: prose, code, and what it printed.

The file is plain JSON; nbformat would check it against a schema, and refuse what can be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from kebab.wire.place import Place
from workers.chunk.blocks import Block, Kind
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.counted import counted, left_out
from workers.extract.encoding import decode
from workers.extract.foreign_errors import reading, unreadable
from workers.extract.limits import Limits
from workers.extract.markdown import parse_markdown
from workers.extract.plain_values import to_text

_MAX_OUTPUT_CHARS = 2_000
_WHAT = "Jupyter notebook"


def parse_notebook(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read an .ipynb of version 3 or 4."""
    decoded = decode(data, path)
    with reading(path, _WHAT):
        notebook = json.loads(decoded.text)
    cells = _cells_of(notebook)
    if cells is None:
        raise unreadable(path, f"is no {_WHAT}: it has no cells")
    reader = _Reader()
    for number, cell in enumerate(cells[: limits.max_pages], 1):
        if isinstance(cell, dict):
            reader.cell(cell, number)
    if len(cells) > limits.max_pages:
        reader.warnings.append(f"cells from {limits.max_pages + 1} on were left out")
    return Canonical(
        blocks=reader.canonical.blocks,
        lines=reader.canonical.lines,
        title=_title(notebook),
        encoding=decoded.encoding,
        code_lang=_language(notebook),
        warnings=(*decoded.warnings, *reader.finish()),
    )


class _Reader:
    def __init__(self) -> None:
        self.canonical = CanonicalText()
        self.warnings: list[str] = []
        self._image_count = 0
        self._cut_count = 0

    def cell(self, cell: dict[str, Any], number: int) -> None:
        source = _text(cell.get("source", cell.get("input")))
        match cell.get("cell_type"):
            case "markdown":
                blocks = parse_markdown(source.split("\n"), 0)
                # A heading alone goes with the cell below it.
                is_head = all(block.kind is Kind.HEADING for block in blocks)
                for block in blocks:
                    self._add(block, number, number + is_head)
                self._image_count += len(_dict(cell.get("attachments")))
            case "heading":  # of version 3
                level = cell.get("level")
                depth = level if isinstance(level, int) and 1 <= level <= 6 else 1  # noqa: PLR2004 - as in HTML
                self._add(Block(Kind.HEADING, source, 1, depth), number, number + 1)
            case "code":
                self._add(Block(Kind.CODE, source, 1), number, number)
                self._outputs(cell, number)
            case _:
                self._add(Block(Kind.PARAGRAPH, source, 1), number, number)

    def finish(self) -> list[str]:
        if self._image_count:
            self.warnings.append(left_out(self._image_count, "image"))
        if self._cut_count:
            self.warnings.append(
                f"the outputs of {counted(self._cut_count, 'cell')} were cut after "
                f"{_MAX_OUTPUT_CHARS} characters"
            )
        return self.warnings

    def _outputs(self, cell: dict[str, Any], number: int) -> None:
        outputs = [output for output in _list(cell.get("outputs")) if isinstance(output, dict)]
        self._image_count += sum(
            1 for output in outputs if any("image" in str(key) for key in _dict(output.get("data")))
        )
        text = "\n".join(filter(None, (_output_text(output).strip("\n") for output in outputs)))
        self._cut_count += len(text) > _MAX_OUTPUT_CHARS
        if text.strip():
            block = Block(Kind.CODE, "Output:\n" + text[:_MAX_OUTPUT_CHARS], 1)
            self._add(block, number, number)

    def _add(self, block: Block, number: int, division: int) -> None:
        self.canonical.add(
            block.kind,
            block.text,
            place=Place(kind="cell", cell=number),
            division=division,
            level=block.level,
            title=block.title,
        )


def _output_text(output: dict[str, Any]) -> str:
    match output.get("output_type"):
        case "stream":
            return _text(output.get("text"))
        case "error" | "pyerr":
            return f"{output.get('ename', '')}: {output.get('evalue', '')}"
        case _:
            data = _dict(output.get("data"))
            return _text(data.get("text/markdown", data.get("text/plain", output.get("text"))))


def _cells_of(notebook: object) -> list[Any] | None:
    cells = _dict(notebook).get("cells")
    if isinstance(cells, list):
        return cells
    sheets = _dict(notebook).get("worksheets")  # of version 3
    if not isinstance(sheets, list):
        return None
    return list(_of_sheets(sheets))


def _of_sheets(sheets: list[Any]) -> Iterator[Any]:
    for sheet in sheets:
        yield from _list(_dict(sheet).get("cells"))


def _title(notebook: object) -> str:
    title = _dict(_dict(notebook).get("metadata")).get("title")
    return to_text(title) if isinstance(title, str) else ""


def _language(notebook: object) -> str:
    metadata = _dict(_dict(notebook).get("metadata"))
    stated = _dict(metadata.get("language_info")).get("name")
    language = stated or _dict(metadata.get("kernelspec")).get("language")
    return language.lower() if isinstance(language, str) else ""


def _text(value: object) -> str:
    if isinstance(value, list):
        value = "".join(part for part in value if isinstance(part, str))
    return to_text(value) if isinstance(value, str) else ""


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
