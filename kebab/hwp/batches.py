"""The same call on many documents: each has its own answer or error."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path

from kebab.errors import InvalidInputError, KebabError
from kebab.hwp.csv_text import decoded
from kebab.hwp.edits import HwpEdits
from kebab.hwp.obstacles import is_done
from kebab.wire.hwp.batches import HwpBatch, HwpBatchItem, HwpBatchSummary
from kebab.wire.hwp.editing import HwpEdit
from kebab.wire.wire_object import WireObject

MAX_ROWS = 1000
_NAME_CHARS = 80
One = Callable[[str], Awaitable[WireObject]]


async def for_each(paths: Sequence[str], ask: One, at_once: int) -> HwpBatch:
    """Ask about every path, a few at a time; answers come in the order of the paths."""
    turns = asyncio.Semaphore(max(1, at_once))

    async def one(path: str) -> HwpBatchItem:
        async with turns:
            try:
                value = await ask(path)
            except KebabError as error:
                return HwpBatchItem(path=path, ok=False, error=error.to_fields())
            fields = value.model_dump(mode="json", exclude_unset=True)
            ok = is_done(value) if isinstance(value, HwpEdit) else True
            return HwpBatchItem(path=path, ok=ok, result=fields)

    return _batch(await asyncio.gather(*map(one, paths)))


async def fill_each(
    edits: HwpEdits,
    *,
    form: str,
    rows: Sequence[Mapping[str, str]],
    folder: str,
    name_field: str,
    overwrite: bool,
    dry_run: bool,
    at_once: int,
) -> HwpBatch:
    """Fill one form with each row, into a file a row that is named by one of its values."""
    if not dry_run:
        await edits.folder(folder)
    suffix = Path(form).suffix.lower()
    names = list(_names(rows, name_field, suffix))
    outputs = [str(Path(folder) / name) for name in names]
    by_output = dict(zip(outputs, rows, strict=True))

    async def fill(output: str) -> WireObject:
        data = {key: value for key, value in by_output[output].items() if key != name_field}
        return await edits.edit_file(
            form,
            "fill_fields",
            {"data": data},
            dry_run=dry_run,
            output=output,
            overwrite=overwrite,
        )

    return await for_each(outputs, fill, at_once)


def rows_of(data: bytes, name: str) -> list[dict[str, str]]:
    """Read the rows of a .csv with a header, or of a .jsonl of flat objects."""
    try:
        text = decoded(data)
        rows = _json_rows(text) if name.lower().endswith(".jsonl") else _csv_rows(text)
    except (UnicodeDecodeError, csv.Error, ValueError) as cause:
        raise InvalidInputError(
            f"{name} cannot be read as rows: {cause}",
            hint="give a .csv with a header, or a .jsonl with a flat object a line, in UTF-8",
            details={"path": name},
        ) from cause
    if not 0 < len(rows) <= MAX_ROWS:
        raise InvalidInputError(
            f"{name} has {len(rows)} rows; 1 to {MAX_ROWS} can be filled at once",
            hint="split the file",
            details={"path": name, "rows": len(rows)},
        )
    return rows


def _json_rows(text: str) -> list[dict[str, str]]:
    rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    if not all(isinstance(row, dict) for row in rows):
        raise ValueError("a line is no object")
    return [{str(key): str(value) for key, value in row.items()} for row in rows]


def _csv_rows(text: str) -> list[dict[str, str]]:
    reader = csv.DictReader(io.StringIO(text), strict=True)
    return [{key: value or "" for key, value in row.items() if key} for row in reader]


def _names(rows: Iterable[Mapping[str, str]], field: str, suffix: str) -> Iterable[str]:
    """Name the file of each row; a value that is no name, or comes again, gets its number."""
    used: set[str] = set()
    for number, row in enumerate(rows, 1):
        kept = "".join(
            char if char.isalnum() or char in " ._-" else "_" for char in row.get(field, "")
        )
        name = kept.strip(" .")[:_NAME_CHARS] or f"{number:04d}"
        if name.casefold() in used:
            name = f"{name}-{number:04d}"
        used.add(name.casefold())
        yield name + suffix


def _batch(items: Sequence[HwpBatchItem]) -> HwpBatch:
    succeeded = sum(item.ok for item in items)
    return HwpBatch(
        schema_version="hwp_batch.v1",
        items=list(items),
        summary=HwpBatchSummary(
            total=len(items), succeeded=succeeded, failed=len(items) - succeeded
        ),
        truncated=False,
        next_cursor=None,
        untrusted_fields=["items[].result"],
    )
