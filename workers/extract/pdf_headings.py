"""Tells headings from text: by the outline, by their size, by numbers in bold. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workers.extract.pdf_file import OutlineEntry
from workers.extract.pdf_lines import sizes_by_weight
from workers.extract.pdf_page import Line

_LARGER = 1.12
_SAME_SIZE = 1.06
_MAX_SIZES = 4
_MAX_LEVEL = 6
_MAX_CHARS = 200
_NOT_A_LETTER = re.compile(r"[\W_]+")
_NUMBERED = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,4}\.?|[A-Z]\.|[IVX]{1,5}\.)\s+\S")


@dataclass(frozen=True, slots=True)
class Headings:
    """How this document sets its headings."""

    body_size: float
    levels: tuple[tuple[float, int], ...]
    outline: Mapping[int, Sequence[tuple[str, int]]]

    @staticmethod
    def of(lines: Mapping[int, Sequence[Line]], outline: Sequence[OutlineEntry]) -> Headings:
        """Learn from all lines of all pages."""
        every = [line for page in lines.values() for line in page if not line.is_mono]
        counts = sizes_by_weight(every)
        body = max(counts, key=lambda size: (counts[size], -size)) if counts else 0.0
        named: dict[int, list[tuple[str, int]]] = {}
        for entry in outline:
            if key := _key(entry.title):
                named.setdefault(entry.page, []).append((key, min(entry.level, _MAX_LEVEL)))
        matched: Counter[tuple[float, int]] = Counter()
        for page, page_lines in lines.items():
            for line in page_lines:
                if level := _outlined(line.text, named.get(page, ())):
                    matched[(line.size, level)] += 1
        levels = _by_outline(matched, body) or _by_size(counts, body)
        return Headings(body, levels, named)

    def level(self, text: str, line: Line, page: int) -> int:
        """Return the level of a heading, or 0 for text."""
        if len(text) > _MAX_CHARS or not any(character.isalpha() for character in text):
            return 0
        if level := _outlined(text, self.outline.get(page, ())):
            return level
        if line.is_mono or line.turn:
            return 0
        if line.size >= _LARGER * self.body_size and not text.endswith((",", ";")):
            return self._of_size(line.size)
        is_numbered = _NUMBERED.match(text) is not None and not text.endswith((".", ",", ";", ":"))
        if line.is_bold and is_numbered and line.size >= self.body_size * 0.98:
            depth = text.split(maxsplit=1)[0].strip(".").count(".")
            return min(_MAX_LEVEL, len(self.levels) + 1 + depth)
        return 0

    def _of_size(self, size: float) -> int:
        below = max((level for _, level in self.levels), default=0) + 1
        fitting = (level for least, level in self.levels if size >= least / _SAME_SIZE)
        return min(_MAX_LEVEL, next(fitting, below))


def _by_size(counts: Counter[float], body: float) -> tuple[tuple[float, int], ...]:
    """Rank the sizes above the body's, near ones as one."""
    steps: list[float] = []
    for size in sorted((size for size in counts if size >= _LARGER * body), reverse=True):
        if not steps or size < steps[-1] / _SAME_SIZE:
            steps.append(size)
    ranked = [(size, min(place, _MAX_SIZES)) for place, size in enumerate(steps, 1)]
    return tuple(ranked)


def _by_outline(matched: Counter[tuple[float, int]], body: float) -> tuple[tuple[float, int], ...]:
    """Give each size the level that the outline gives to most lines of it."""
    sizes: dict[float, Counter[int]] = {}
    for (size, level), count in matched.items():
        if size >= _LARGER * body:
            sizes.setdefault(size, Counter())[level] += count
    found = [(size, levels.most_common(1)[0][0]) for size, levels in sizes.items()]
    return tuple(sorted(found, reverse=True))


def _outlined(text: str, entries: Sequence[tuple[str, int]]) -> int:
    key = _key(text)
    for name, level in entries:
        if key == name or (key.endswith(name) and key[: -len(name)].isdigit()):
            return level
    return 0


def _key(text: str) -> str:
    return _NOT_A_LETTER.sub("", text).casefold()
