"""Reads a folder of PDFs, each in a process of its own, and prints what became of each.

    python tests/benchmarks/pdf_corpus.py FOLDER... [--passwords P...] [--timeout-s 60]

Where a file has its exact text beside it (the same name, ending in .txt), the character error rate
is printed too: edits of the text read against the length of the text, white space as one space.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

from kebab.errors import KebabError
from workers.extract.limits import Limits
from workers.extract.pdf import parse_pdf


def error_rate(read: str, exact: str) -> float:
    """Return edits by character: insertions, deletions, replacements."""
    ours, theirs = (" ".join(text.split()) for text in (read, exact))
    target = np.array([ord(character) for character in theirs])
    steps = np.arange(len(target) + 1)
    row = steps
    for character in ours:
        replaced = row[:-1] + (target != ord(character))
        best = np.concatenate(([row[0] + 1], np.minimum(row[1:] + 1, replaced)))
        row = np.minimum.accumulate(best - steps) + steps
    return float(row[-1]) / max(1, len(target))


def read_one(path: Path, passwords: list[str]) -> dict[str, object]:
    """Parse one file; what it cannot be read for is told."""
    began = time.perf_counter()
    try:
        made = parse_pdf(path.read_bytes(), path.name, Limits(), passwords=passwords)
    except KebabError as error:
        return {"error": error.code}
    text = "\n".join(made.lines)
    exact = path.with_suffix(".txt")
    return {
        "seconds": time.perf_counter() - began,
        "pages": made.metadata["pages"],
        "characters": len(text),
        "blocks": dict(Counter(block.kind.value for block in made.blocks)),
        "to_read": len(made.pages_to_read),
        "title": made.title,
        "rate": error_rate(text, exact.read_text(encoding="utf-8")) if exact.exists() else None,
    }


def read_apart(path: Path, arguments: argparse.Namespace) -> dict[str, object]:
    """Read one in its own process, so that a crash or a hang is one file's."""
    command = [sys.executable, __file__, "--one", str(path), "--passwords", *arguments.passwords]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=arguments.timeout_s, check=False
        )
    except subprocess.TimeoutExpired:
        return {"error": "hung"}
    return json.loads(done.stdout) if done.returncode == 0 else {"error": f"died {done.returncode}"}


def main() -> None:
    """Print a row a file, and the sums."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--one", type=Path)
    parser.add_argument("--passwords", nargs="*", default=[])
    parser.add_argument("--timeout-s", type=float, default=60)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(read_one(arguments.one, arguments.passwords)))
        return
    paths = sorted(path for folder in arguments.folders for path in folder.rglob("*.pdf"))
    print(f"{'file':44} {'pages':>5} {'chars':>7} {'ocr':>4} {'s':>6} {'cer':>7}  blocks or error")
    rows = []
    for path in paths:
        row = read_apart(path, arguments)
        rows.append(row)
        if "error" in row:
            print(f"{path.name:44} {'':33} {row['error']}")
            continue
        rate = "" if row["rate"] is None else f"{row['rate']:.4f}"
        print(
            f"{path.name[:44]:44} {row['pages']:5} {row['characters']:7} {row['to_read']:4} "
            f"{row['seconds']:6.2f} {rate:>7}  {row['blocks']}"
        )
    opened = [row for row in rows if "error" not in row]
    print(
        f"{len(rows)} files, {len(opened)} opened, {sum(row['pages'] for row in opened)} pages, "
        f"{sum(row['characters'] > 0 for row in opened)} with text, "
        f"{sum(row['characters'] for row in opened)} characters, "
        f"{sum(row['to_read'] for row in opened)} pages for OCR, "
        f"{sum(row['seconds'] for row in opened):.1f} s; "
        f"errors: {dict(Counter(row['error'] for row in rows if 'error' in row))}"
    )


if __name__ == "__main__":
    main()
