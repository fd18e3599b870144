"""Inspects an HWP document: for characters that deceive, for orders to a model, for hidden text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from kebab.errors import InvalidInputError
from workers.hwp.cursors import cut
from workers.hwp.document import HwpDocument
from workers.hwp.elements import Cell, Element, Field, Note, Table
from workers.hwp.looking.finding import Finding
from workers.hwp.looking.hidden_text import HiddenText
from workers.hwp.looking.injection_check import check_injection
from workers.hwp.looking.unicode_check import check_unicode
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Outcome


def inspect(document: OpenDocument, args: Args) -> Outcome:
    """Run one check. What was found is data: the call went well whatever it is."""
    view = document.view
    found, skipped = _findings(view, args)
    least = args["min_confidence"]
    findings = [finding for finding in found if finding.confidence >= least]
    piece = cut(findings, args["limit"], args["cursor"], document.fingerprint)
    result = {
        "check": args["check"],
        "clean": not findings,
        "findings": [finding.to_fields() for finding in piece.items],
        "total": len(findings),
        "counts": dict(Counter(finding.kind for finding in findings)),
        "skipped": skipped,
        "truncated": piece.truncated,
        "next_cursor": piece.next_cursor,
    }
    return Outcome(result)


def _findings(view: HwpDocument, args: Args) -> tuple[list[Finding], list[str]]:
    hidden = HiddenText(view)
    match args["check"]:
        case "unicode":
            return list(check_unicode(_texts(view, hidden))), hidden.skipped
        case "injection":
            return list(check_injection(_texts(view, hidden))), hidden.skipped
        case "hidden_text":
            return list(hidden.findings(args["threshold_pt"])), hidden.skipped
        case other:
            raise InvalidInputError(f"there is no check {other!r}")


def _texts(view: HwpDocument, hidden: HiddenText) -> Iterator[tuple[str | None, str]]:
    """Give every text: of blocks and hidden comments, what fields are told to show, what the
    document says of itself.
    """
    for block in view.blocks:
        yield block.address, block.text
    yield from hidden.comments()
    for part in view.parts:
        for command in _commands(part.elements):
            yield f"s{part.section - 1}/p{part.paragraph - 1}", command
    properties = view.properties
    for value in (properties.title, *properties.others.values()):
        yield None, value


def _commands(elements: Iterable[Element | Cell]) -> Iterator[str]:
    for element in elements:
        match element:
            case Field():
                yield element.command
            case Table():
                yield from _commands(element.cells)
            case Cell() | Note():
                yield from _commands(element.content)
            case _:
                pass
