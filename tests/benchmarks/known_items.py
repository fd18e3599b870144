"""Makes questions with one right file each from folders of Markdown files.

    python tests/benchmarks/known_items.py FOLDER [FOLDER ...] [--out questions.jsonl] [--seed 7]

Kinds: heading, question, unseen, words (five of one sentence), identifier. What a question is made
of stands in exactly one file, the target. One JSON object a line:
`{"kind": "question", "lang": "ko", "query": "...", "path": "..."}`. The templates of the kind
`unseen` are for the final measurement only: nobody tunes on them.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

QUESTIONS = {
    "en": (
        "How do I {}?",
        "What is {}?",
        "Where can I read about {}?",
        "What does the documentation say about {}?",
        "Can you explain {} to me?",
        "Tell me more about {}",
        "Is there a guide for {}?",
        "Which page describes {}?",
        "I need help with {}",
        "how does {} work",
    ),
    "ko": (
        "{}은 어떻게 하나요?",
        "{}에 대해 알려줘",
        "{} 설정 방법은?",
        "{}란 무엇인가요?",
        "{}를 하려면 어떻게 해야 하나요?",
        "문서에서 {}에 대해 뭐라고 설명하나요?",
        "{}에 관한 내용은 어디에서 볼 수 있나요?",
        "{} 관련해서 설명해 주세요",
        "{}이 무슨 뜻이야?",
        "{}가 궁금합니다",
    ),
}
UNSEEN = {
    "en": (
        "I'm trying to figure out {}, any pointers?",
        "Do we have anything written down regarding {}",
        "Could somebody point me to the part dealing with {}?",
        "what should I keep in mind concerning {}",
        "Quick question: {} - how is that supposed to be done?",
    ),
    "ko": (
        "{} 쪽을 좀 자세히 알고 싶은데 어디를 보면 될까?",
        "혹시 {}에 대한 자료가 있을까요",
        "{}의 핵심만 정리해줄래?",
        "{}는 무엇이고 왜 필요한지 말해줘",
        "{} 때 주의할 점을 가르쳐 주세요",
    ),
}
SIZES = {"heading": 120, "question": 120, "unseen": 80, "words": 120, "identifier": 80}
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*\s*$")
_ANCHOR = re.compile(r"\s*\{\s*#[^}]*\}\s*$")
_NAME = re.compile(
    r"(?<![\w./:-])(?:--[a-z][a-z0-9-]+|[A-Za-z]\w*(?:[._/:-]+\w+)+|[a-z]+(?:[A-Z][a-z]+)+)(?![\w/.-])",
    re.ASCII,
)
_MARKUP = re.compile(r"(?s)```.*?```|\A---.*?\n---|\{\{.*?\}\}|<[^>]*>|&nbsp;|https?://\S+")
_HANGUL = re.compile(r"[가-힣]")


def language_of(text: str) -> str:
    """Tell Korean from English by its letters."""
    return "ko" if len(_HANGUL.findall(text)) * 4 > len(text) else "en"


def read_files(folders: list[Path]) -> dict[str, str]:
    """Read every Markdown file, by its path below the folder's parent."""
    files = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.md")):
            text = unicodedata.normalize("NFC", path.read_text(encoding="utf-8", errors="replace"))
            files[path.relative_to(folder.parent).as_posix()] = text
    return files


def unique(pairs: Iterator[tuple[str, str]]) -> list[tuple[str, str]]:
    """Keep what stands in one file only, as (text, path), by text."""
    places: dict[str, set[str]] = defaultdict(set)
    spelled: dict[str, str] = {}
    for text, path in pairs:
        places[text.casefold()].add(path)
        spelled.setdefault(text.casefold(), text)
    return sorted((spelled[key], *found) for key, found in places.items() if len(found) == 1)


def headings(files: dict[str, str]) -> Iterator[tuple[str, str]]:
    """List the headings outside code, without anchors and markup."""
    for path, text in files.items():
        in_code = False
        for line in text.splitlines():
            in_code ^= line.lstrip().startswith("```")
            if not in_code and (match := _HEADING.match(line)):
                heading = re.sub(r"[`*]|\]\([^)]*\)|\[|\{\{.*?\}\}", "", _ANCHOR.sub("", match[1]))
                if 6 <= len(heading.strip()) <= 80:
                    yield heading.strip(), path


def names(files: dict[str, str]) -> Iterator[tuple[str, str]]:
    """List what looks like the name of something in code."""
    for path, text in files.items():
        for match in _NAME.finditer(text):
            if 5 <= len(match[0]) <= 60:
                yield match[0], path


def sentences(files: dict[str, str]) -> Iterator[tuple[str, str]]:
    """List the sentences of eight words and more, outside code and markup."""
    for path, text in files.items():
        prose = _MARKUP.sub(" ", text)
        for sentence in re.split(r"(?<=[.!?다])\s+|\n\n", prose):
            if len(sentence.split()) >= 8:
                yield " ".join(sentence.split()), path


def word_bags(
    found: list[tuple[str, str]], rng: random.Random, lang: str
) -> Iterator[dict[str, str]]:
    """Draw five words of one sentence, without end; every file is as likely as any other."""
    of_file: dict[str, list[str]] = defaultdict(list)
    for sentence, path in found:
        of_file[path].append(sentence)
    paths = sorted(of_file)
    while True:
        path = rng.choice(paths)
        words = re.findall(r"[\w가-힣][\w가-힣'-]*", rng.choice(of_file[path]))
        long = sorted({word for word in words if len(word) > (1 if lang == "ko" else 3)})
        text = " ".join(long)
        if len(long) >= 5 and language_of(text) == lang:
            bag = " ".join(rng.sample(long, 5))
            yield {"kind": "words", "lang": lang, "query": bag, "path": path}


def items_of(files: dict[str, str], seed: int) -> Iterator[dict[str, str]]:
    """Make all questions; the same seed and files make the same ones."""
    found = unique(headings(files))
    for lang in ("en", "ko"):
        rng = random.Random(f"{seed} {lang}")
        mine = [(text, path) for text, path in found if language_of(text) == lang]
        for kind, templates in (
            ("heading", ("{}",)),
            ("question", QUESTIONS[lang]),
            ("unseen", UNSEEN[lang]),
        ):
            for text, path in rng.sample(mine, min(SIZES[kind], len(mine))):
                query = rng.choice(templates).format(text)
                yield {"kind": kind, "lang": lang, "query": query, "path": path}
        bags = word_bags(unique(sentences(files)), rng, lang)
        yield from (next(bags) for _ in range(SIZES["words"]))
    rng = random.Random(f"{seed} names")
    every = [(name, path) for name, path in unique(names(files)) if not name.endswith(".md")]
    for text, path in rng.sample(every, min(SIZES["identifier"], len(every))):
        yield {"kind": "identifier", "lang": "en", "query": text, "path": path}


def main() -> None:
    """Write the questions as JSON lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    items = items_of(read_files(arguments.folders), arguments.seed)
    lines = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
    if arguments.out:
        arguments.out.write_text(lines, encoding="utf-8")
    else:
        sys.stdout.write(lines)


if __name__ == "__main__":
    main()
