"""Makes lines of the glyphs of a page. Pure."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from workers.extract.pdf_page import MARKED_HYPHENS, Glyph, Line, joined

_WIDE_GAP = 1.0  # of the size: columns and cells begin behind one
_WORD_GAP = 0.5  # what was drawn apart and stands nearer is one line
_SAME_PLACE = 0.15
_RAISED = 0.85
_CLOSE = 0.2
_RIGHT_TO_LEFT = {"R", "AL"}
_SYMBOLS = {
    "\uf0b7": "•",
    "\uf0a7": "▪",
    "\uf0d8": "▸",
    "\uf0fc": "✓",
    "\uf02d": "-",
    "\uf0be": "-",
}
_KEPT_CONTROLS = {*MARKED_HYPHENS, "\u200c", "\u200d"}


def upright(glyphs: Iterable[Glyph], width: float, height: float) -> dict[int, list[Glyph]]:
    """Group by the way that the text is turned, and turn each group upright."""
    groups: dict[int, list[Glyph]] = {}
    turn = 0
    for glyph in glyphs:
        turn = turn if glyph.is_generated else glyph.turn
        groups.setdefault(turn, []).append(_turned(glyph, width, height))
    return groups


def lines_of(glyphs: Iterable[Glyph]) -> list[Line]:
    """Gather glyphs, in the order in which they were drawn, into pieces of lines."""
    runs: list[list[Glyph]] = []
    space: Glyph | None = None
    last: Glyph | None = None
    for glyph in glyphs:
        if glyph.is_generated or glyph.text.isspace():
            space = glyph
            continue
        if last is None or _is_apart(last, glyph):
            runs.append([])
        elif space is not None:
            if not (space.is_generated and _is_raised(last, glyph)):
                runs[-1].append(space._replace(text=" "))
        elif _is_drawn_twice(runs[-1], glyph):
            continue
        runs[-1].append(glyph)
        space, last = None, glyph
    return _without_doubles(_merged([line for run in runs if (line := _line(run))]))


def readable(text: str) -> str:
    """Take ligatures and presentation forms apart, and leave out what cannot be shown."""
    parts = []
    for character in text:
        character = _SYMBOLS.get(character, character)  # noqa: PLW2901 - the same one, told plainly
        if "\ufb00" <= character <= "\ufdff" or "\ufe70" <= character <= "\ufefc":
            character = unicodedata.normalize("NFKC", character)  # noqa: PLW2901 - as above
        is_hidden = len(character) == 1 and unicodedata.category(character) in {"Cc", "Cf", "Cn"}
        if not is_hidden or character in _KEPT_CONTROLS:
            parts.append(character)
    return unicodedata.normalize("NFC", "".join(parts))


def rows_of(lines: Sequence[Line]) -> list[list[Line]]:
    """Group lines that stand side by side, from top to bottom."""
    rows: list[list[Line]] = []
    longest: Line | None = None
    for line in sorted(lines, key=lambda line: (line.middle, line.left)):
        if longest is not None and _is_beside(longest, line):
            rows[-1].append(line)
            longest = max(longest, line, key=lambda part: part.right - part.left)
        else:
            rows.append([line])
            longest = line
    return [sorted(row, key=lambda line: line.left) for row in rows]


def _is_beside(other: Line, line: Line) -> bool:
    shared = min(other.bottom, line.bottom) - max(other.top, line.top)
    return shared > 0.6 * min(other.bottom - other.top, line.bottom - line.top)


def _turned(glyph: Glyph, width: float, height: float) -> Glyph:
    left, top, right, bottom = glyph[1:5]
    match 0 if glyph.is_generated else glyph.turn:
        case 1:
            box = top, width - right, bottom, width - left
        case 2:
            box = width - right, height - bottom, width - left, height - top
        case 3:
            box = height - bottom, left, height - top, right
        case _:
            return glyph
    return glyph._replace(left=box[0], top=box[1], right=box[2], bottom=box[3])


def _is_apart(last: Glyph, glyph: Glyph) -> bool:
    shared = min(last.bottom, glyph.bottom) - max(last.top, glyph.top)
    height = min(last.bottom - last.top, glyph.bottom - glyph.top)
    if shared < 0.4 * height:
        return True
    size = max(last.size, glyph.size, 1.0)
    gap = max(glyph.left - last.right, last.left - glyph.right)
    jumps_back = glyph.right < last.left and not _runs_left(glyph.text + last.text)
    return gap > _WIDE_GAP * size or jumps_back


def _is_raised(last: Glyph, glyph: Glyph) -> bool:
    """Tell an index or a power, which is set close to what it belongs to."""
    if last.text.isdigit() and glyph.text.isdigit():
        return False  # the mark of a footnote behind a number
    small, large = sorted((last.size, glyph.size))
    return small < _RAISED * large and abs(glyph.left - last.right) < _CLOSE * large


def _runs_left(text: str) -> bool:
    return any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text)


def _is_drawn_twice(run: Sequence[Glyph], glyph: Glyph) -> bool:
    """Tell a glyph that is drawn over itself to look bold; parts of a ligature share one place."""
    near = _SAME_PLACE * max(glyph.size, 1.0)
    return any(
        other.text == glyph.text
        and not other.is_generated
        and (other.left, other.top) != (glyph.left, glyph.top)
        and abs(other.left - glyph.left) < near
        and abs(other.top - glyph.top) < near
        for other in run[-2:]
    )


def _line(run: Sequence[Glyph]) -> Line | None:
    text = readable("".join(glyph.text for glyph in run)).strip()
    drawn = [glyph for glyph in run if glyph.text != " "]
    if not text or not drawn:
        return None
    sizes = Counter(round(glyph.size, 1) for glyph in drawn)
    size = max(sizes, key=lambda size: (sizes[size], size))
    body = [glyph for glyph in drawn if round(glyph.size, 1) == size]
    return Line(
        text=text,
        left=min(glyph.left for glyph in drawn),
        top=min(glyph.top for glyph in body),
        right=max(glyph.right for glyph in drawn),
        bottom=max(glyph.bottom for glyph in body),
        size=size if size > 0 else max(glyph.bottom - glyph.top for glyph in body),
        is_bold=sum(glyph.is_bold for glyph in drawn) > 0.8 * len(drawn),
        is_mono=all(glyph.is_mono for glyph in drawn),
        turn=drawn[0].turn,
    )


def _without_doubles(lines: Iterable[Line]) -> list[Line]:
    """Leave out lines that were drawn over themselves to look bold or to have a shadow."""
    seen: set[tuple[str, int, int]] = set()
    kept = []
    for line in lines:
        key = (line.text, round(line.left / 3), round(line.top / 3))
        if key not in seen:
            seen.add(key)
            kept.append(line)
    return kept


def _merged(lines: Sequence[Line]) -> list[Line]:
    """Join what stands on one baseline with no more than a word's gap between."""
    merged: list[Line] = []
    for row in rows_of(lines):
        group = [row[0]]
        for line in row[1:]:
            gap = line.left - group[-1].right
            if -0.3 * line.size < gap < _WORD_GAP * max(line.size, group[-1].size):
                group.append(line)
            else:
                merged.append(joined(group))
                group = [line]
        merged.append(joined(group))
    return merged


def sizes_by_weight(lines: Iterable[Line]) -> Counter[float]:
    """Count characters by the size they are set in."""
    counts: Counter[float] = Counter()
    for size, group in groupby(lines, key=lambda line: round(line.size * 2) / 2):
        counts[size] += sum(len(line.text) for line in group)
    return counts
