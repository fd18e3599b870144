"""Takes the tags and comments out of a block of HTML and leaves its lines where they were."""

from __future__ import annotations

import re

_HIDDEN = (
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<script\b", re.IGNORECASE), re.compile(r"</script\s*>", re.IGNORECASE)),
    (re.compile(r"<style\b", re.IGNORECASE), re.compile(r"</style\s*>", re.IGNORECASE)),
)
_GAP = "\0"  # no text that was decoded has one
_GAPS = re.compile(r"(?<=[^\s\0])\0+(?=[^\s\0])")
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)(?:\s[^<>]*)?/?>")
# Only these: `<your-token>` is something to read.
_NAMES = frozenset(
    re.findall(
        r"\S+",
        """a abbr address area article aside audio b base blockquote body br button canvas caption
    center cite code col colgroup dd del details dfn dialog div dl dt em embed fieldset figcaption
    figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe
    img input ins kbd label legend li link main map mark menu meta nav noscript object ol optgroup
    option p param picture pre progress q s samp script section select small source span strike
    strong style sub summary sup svg path table tbody td textarea tfoot th thead time title tr
    track u ul var video wbr""",
    )
)
# Within a word these change nothing; any other tag stands between two words.
_INLINE = frozenset(
    re.findall(
        r"\S+",
        """a abbr b cite code del dfn em font i ins kbd mark q s samp small span strike strong sub
    sup time u var wbr""",
    )
)


def strip_html(text: str) -> str:
    """Return what a reader would see, on the same lines."""
    for opening, closing in _HIDDEN:
        text = _without(text, opening, closing)
    shown = _TAG.sub(_tag_as_lines, text)
    return _GAPS.sub(" ", shown).replace(_GAP, "")


def _without(text: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> str:
    kept: list[str] = []
    place = 0
    while first := opening.search(text, place):
        last = closing.search(text, first.end())
        if last is None:  # never closed: showing it loses nothing
            break
        kept += (text[place : first.start()], "\n" * text.count("\n", first.start(), last.end()))
        place = last.end()
    return "".join([*kept, text[place:]])


def _tag_as_lines(match: re.Match[str]) -> str:
    name = match[1].lower()
    if name not in _NAMES:
        return match[0]
    if lines := match[0].count("\n"):
        return "\n" * lines
    return "" if name in _INLINE else _GAP
