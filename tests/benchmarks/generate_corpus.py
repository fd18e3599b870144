"""Write a large folder of Markdown made of the words of another folder, the same for every run.

python tests/benchmarks/generate_corpus.py FOLDER_OF_MARKDOWN OUT --files 10000 --sections 10
"""

from __future__ import annotations

import argparse
import random
import re
from pathlib import Path

_WORD = re.compile(r"[\w'-]+")


def sentences_of(folder):
    """Collect the sentences of a folder as lists of words, in a stable order."""
    found = []
    for path in sorted(folder.rglob("*.md")):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            words = _WORD.findall(line)
            if 6 <= len(words) <= 40:
                found.append(words)
    return found


def section(number, sentences, chance):
    """Write one section: a heading and a few paragraphs of shuffled halves of real sentences."""
    title = " ".join(chance.choice(sentences)[:5])
    lines = [f"## {title} {number}", ""]
    for _ in range(chance.randint(5, 9)):
        first, second = chance.choice(sentences), chance.choice(sentences)
        lines.append(" ".join(first[: len(first) // 2 + 1] + second[len(second) // 2 :]) + ".")
    return "\n".join(lines)


def main():
    """Generate the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--sections", type=int, default=10)
    options = parser.parse_args()
    sentences, chance = sentences_of(options.words), random.Random(7)
    for file in range(options.files):
        folder = options.out / f"{file // 200:03d}"
        folder.mkdir(parents=True, exist_ok=True)
        body = "\n\n".join(section(n, sentences, chance) for n in range(options.sections))
        (folder / f"{file:05d}.md").write_text(f"# Note {file}\n\n{body}\n", encoding="utf-8")
    print(f"{options.files} files, {options.files * options.sections} sections in {options.out}")


if __name__ == "__main__":
    main()
