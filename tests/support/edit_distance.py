"""How far one text is from the beginnings of another, counted in characters."""

from __future__ import annotations

import numpy as np


def distances(expected, read):
    """Give the edit distance of `read` to every beginning of `expected`, the empty one first."""
    wanted = np.array([ord(char) for char in expected])
    steps = np.arange(len(wanted) + 1)
    row = steps.copy()
    for number, char in enumerate(read, 1):
        least = np.minimum(row[1:] + 1, row[:-1] + (wanted != ord(char)))
        row = np.minimum.accumulate(np.concatenate(([number], least)) - steps) + steps
    return row


def error_rate(expected, read, *, is_beginning=False):
    """Give the distance by the length expected; of a beginning, to the one that comes nearest."""
    row = distances(expected, read)
    if not is_beginning:
        return float(row[-1] / len(expected))
    shortest = max(1, len(read) * 3 // 4)
    return float((row[shortest:] / np.arange(shortest, len(row))).min())
