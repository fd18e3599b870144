"""Finds text in HWPX that a reader of the pages does not see: too small, or as the ground is.

Also what stands in hidden comments, in shapes without a size, and in ones beside the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from xml.parsers import expat

from workers.hwp.looking.finding import Finding, excerpt
from workers.hwp.looking.hidden_places import nearest
from workers.hwp.looking.hidden_scan import POINT, Scan
from workers.hwp.looking.looks import read_looks
from workers.hwp.section_xml import new_parser


def check_hidden(
    header: bytes, sections: Iterable[bytes], known: frozenset[str], threshold_pt: float
) -> Iterator[Finding]:
    """Look through the sections; `known` are the addresses of the document's blocks."""
    for scan in _scans(header, sections, threshold_pt * POINT):
        yield from _findings(scan, known)


def hidden_comments(
    sections: Iterable[bytes], known: frozenset[str]
) -> Iterator[tuple[str | None, str]]:
    """Give the whole text of each hidden comment, with the address that it hangs on."""
    for scan in _scans(b"", sections, 0.0):
        for one in scan.comments:
            yield nearest(one.place.address(), known), "".join(one.words)


def comment_finding(address: str | None, text: str) -> Finding:
    """Report a hidden comment."""
    shown = excerpt(text, 0, len(text))
    detail = f"a hidden comment; {len(text)} characters"
    return Finding("hidden_comment", "medium", 0.8, address, shown, detail)


def _scans(header: bytes, sections: Iterable[bytes], threshold: float) -> Iterator[Scan]:
    looks = read_looks(header)
    for number, section in enumerate(sections):
        scan = Scan(number, looks, threshold)
        parser = new_parser()
        parser.StartElementHandler = scan.start
        parser.EndElementHandler = scan.end
        parser.CharacterDataHandler = scan.text
        parser.buffer_text = True
        with suppress(expat.ExpatError):  # what was found before the fault counts
            parser.Parse(section, True)  # noqa: FBT003 - positional only
        yield scan


def _findings(scan: Scan, known: frozenset[str]) -> Iterator[Finding]:
    """Give what was found, in order. Over a picture or shape, white letters may be seen."""
    for one in scan.found.values():
        text = "".join(one.words)
        may_show = scan.has_behind and one.kind in ("same_colour", "near_colour")
        yield Finding(
            one.kind,
            "low" if may_show else one.severity,
            one.confidence / 2 if may_show else one.confidence,
            nearest(one.place.address(), known),
            excerpt(text, 0, len(text)),
            f"{one.detail}; {len(text)} characters",
        )
    for comment in scan.comments:
        yield comment_finding(nearest(comment.place.address(), known), "".join(comment.words))
