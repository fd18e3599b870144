"""Takes in whole folders with the real workers, and tells what became of every file.

    python tests/benchmarks/whole_corpora.py FOLDER... [--ocr] [--embed]

A line a folder: files, read, with text, left out and errors by reason, how many workers died,
seconds, chunks. A run that stops or a front that dies is a fault, and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from kebab.ingest.scope import IngestOptions
from kebab.knowledge_base import KnowledgeBase
from kebab.settings.load import load_settings

SETTINGS = """[storage]
data_dir = "base"
state_dir = "state"
[[sources]]
id = "corpus"
root = {root}
[embedding]
provider = {embedding}
[ocr]
engine = {ocr}
"""


async def take_in(folder: Path, home: Path, *, ocr: bool, embed: bool) -> dict[str, object]:
    """Ingest one folder into a base of its own."""
    config = home / "kebab.toml"
    config.write_text(
        SETTINGS.format(
            root=json.dumps(str(folder)),
            embedding=json.dumps("fastembed" if embed else "none"),
            ocr=json.dumps("auto" if ocr else "none"),
        ),
        "utf-8",
    )
    settings = load_settings(config, {}, {}).settings
    began = time.perf_counter()
    async with KnowledgeBase(settings) as base:
        report = await base.ingest(IngestOptions(), lambda _event: None, asyncio.Event())
        deaths = sum(worker.restarts for worker in base.worker_states())
    items = report.items or []
    read = [item for item in items if item.kind in ("new", "updated")]
    return {
        "folder": folder.name,
        "files": report.scanned,
        "read": len(read),
        "with_text": sum(bool(item.chunk_count) for item in read),
        "left_out": report.skipped_by_reason,
        "errors": dict(Counter(item.error_code for item in items if item.kind == "error")),
        "adds_up": report.scanned
        == report.new + report.updated + report.unchanged + report.skipped + report.errors,
        "deaths": deaths,
        "seconds": round(time.perf_counter() - began, 1),
        "chunks": report.chunks_indexed,
        "aborted": report.aborted,
    }


def main() -> int:
    """Take in each folder, and print a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--ocr", action="store_true")
    parser.add_argument("--embed", action="store_true")
    options = parser.parse_args()
    sound = True
    for folder in options.folders:
        with tempfile.TemporaryDirectory() as home:
            line = asyncio.run(
                take_in(folder.resolve(), Path(home), ocr=options.ocr, embed=options.embed)
            )
        print(json.dumps(line, ensure_ascii=False))
        sound &= bool(line["adds_up"]) and not line["aborted"]
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
