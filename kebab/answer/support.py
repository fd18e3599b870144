"""Judges whether a sentence of an answer is borne out by the text that it cites. Pure.

It is where the words of up to three sentences in a row there cover it, or one of them is as near in
meaning as a paraphrase or translation; and where those sentences also state its numbers and names,
and deny what it denies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kebab.answer.facts import denies, missing_names, missing_numbers
from kebab.answer.language import language_of
from kebab.answer.measure import Words

_AROUND = 1  # sentences on either side
_SAME_MATTER = 0.6  # of the words: then a denial in one and not in the other is a contradiction
_SAME_MEANING = 0.9


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What counts as support."""

    coverage: float
    cosine: float
    cosine_across: float  # of sentences in two languages


@dataclass(frozen=True, slots=True)
class Ground:
    """A sentence of a cited piece: which shares of the claim it holds, and how near it is."""

    evidence: int
    start: int
    end: int
    text: str
    shares: frozenset[int]
    near: float | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What supports a claim: in `grounds` the sentence of each cited piece that does it best, the
    best of all first, without pieces that add nothing.
    """

    supported: bool
    coverage: float
    cosine: float | None
    grounds: tuple[Ground, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Above:
    """What stands over the sentences of a piece: its title, path and headings. What is named there
    need not be repeated in each sentence.
    """

    text: str
    shares: frozenset[int]


_NOTHING = Above("", frozenset())


def judge(
    claim: str,
    words: Words,
    grounds: Sequence[Ground],
    above: Mapping[int, Above],
    thresholds: Thresholds,
) -> Verdict:
    """Judge one claim by the sentences of the pieces that it cites."""
    windows = _best_windows(words, grounds)
    if not windows:
        return Verdict(supported=False, coverage=0.0, cosine=None, reason="uncited")
    best = windows[0]
    held = frozenset[int]().union(*(window.shares for window in windows))
    over = [above.get(window.ground.evidence, _NOTHING) for window in windows]
    # Headings alone bear out nothing.
    coverage = words.mass(held.union(*(one.shares for one in over))) if held else 0.0
    cosine = max((g.near for g in grounds if g.near is not None), default=None)
    text = "\n".join([*(one.text for one in over), *(window.text for window in windows)])
    reason = _contradiction(claim, text) or _denial(claim, best.ground, words)
    is_across = language_of(claim) != language_of(best.ground.text)
    least = thresholds.cosine_across if is_across else thresholds.cosine
    is_stated = coverage >= thresholds.coverage or (cosine is not None and cosine >= least)
    if not reason and not is_stated:
        reason = "not stated"
    bearing = tuple(window.ground for window in windows if window is best or window.shares)
    return Verdict(not reason, coverage, cosine, bearing, reason)


@dataclass(frozen=True, slots=True)
class _Window:
    """A sentence with those around it in its piece."""

    ground: Ground
    merit: float
    shares: frozenset[int]
    text: str


def _best_windows(words: Words, grounds: Sequence[Ground]) -> list[_Window]:
    """Find the sentence of each piece that bears out most, best piece first."""
    floor = min((g.near for g in grounds if g.near is not None), default=0.0)
    best: dict[int, _Window] = {}
    for place, ground in enumerate(grounds):
        near = 0.0
        if ground.near is not None and floor < 1:
            near = (ground.near - floor) / (1 - floor)
        merit = round(words.mass(ground.shares) + near, 6)
        if ground.evidence not in best or merit > best[ground.evidence].merit:
            best[ground.evidence] = _window(grounds, place, merit)
    return sorted(best.values(), key=lambda window: (-window.merit, window.ground.evidence))


def _window(grounds: Sequence[Ground], place: int, merit: float) -> _Window:
    ground = grounds[place]
    around = [
        one
        for one in grounds[max(0, place - _AROUND) : place + _AROUND + 1]
        if one.evidence == ground.evidence
    ]
    shares = frozenset[int]().union(*(one.shares for one in around))
    return _Window(ground, merit, shares, "\n".join(one.text for one in around))


def _contradiction(claim: str, text: str) -> str:
    numbers = missing_numbers(claim, text)
    if numbers:
        return f"number {numbers[0]}"
    names = missing_names(claim, text)
    return f"name {names[0]}" if names else ""


def _denial(claim: str, ground: Ground, words: Words) -> str:
    is_same_matter = words.mass(ground.shares) >= _SAME_MATTER or (
        ground.near is not None and ground.near >= _SAME_MEANING
    )
    return "denial" if is_same_matter and denies(claim) != denies(ground.text) else ""
