"""Finds the words of a question in a text, so that they can be shown in bold."""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+")
_CJK = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af]+")
_ENDINGS = ("ing", "ies", "ied", "es", "ed", "ly", "s", "e", "y")
_SHORTEST_STEM = 3
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be by can do does for from how i in is it of on or the to what when"
        " where which who why with you",
    )
)


def matched_ranges(text: str, question: str) -> list[tuple[int, int]]:
    """Give the ranges of `text` that the question asked for, in order, without overlap.

    English words match by their stem, roughly; in CJK text every two characters of the question
    match, as they do in the index.
    """
    words = [word.casefold() for word in _WORD.findall(question)]
    stems = {_stem(word) for word in words if word not in _COMMON} or set(map(_stem, words))
    pairs = {part for run in _CJK.findall(question) for part in _parts(run)}
    ranges = [
        match.span()
        for match in _WORD.finditer(text)
        if not _CJK.search(match[0]) and _stem(match[0].casefold()) in stems
    ]
    for run in _CJK.finditer(text):
        for offset in range(len(run[0])):
            for length in (1, 2):
                start = run.start() + offset
                if run[0][offset : offset + length] in pairs:
                    ranges.append((start, start + length))
    return _joined(sorted(ranges))


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM:
            return stem
    return word


def _parts(run: str) -> list[str]:
    return [run[index : index + 2] for index in range(len(run) - 1)] or [run]


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in ranges:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
