"""Compares a document with another file: by what they hold, or by where it is on their pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing

from kebab.errors import PageOutOfRangeError
from workers.hwp.cursors import cut
from workers.hwp.document import HwpDocument
from workers.hwp.looking.content_diff import compare_pieces, pieces_of
from workers.hwp.looking.difference import Difference
from workers.hwp.looking.page_runs import Run, compare_runs, runs_of
from workers.hwp.open_document import OpenDocument, state_of
from workers.hwp.outcome import Args, Outcome
from workers.hwp.source import read_source

_SHOWN_CHARS = 80


def diff(document: OpenDocument, args: Args) -> Outcome:
    """Compare. That they differ is data."""
    source = read_source(args["b"], document.limits)
    state = state_of(document.source.sha256 + source.sha256, [*document.applied, document.question])
    with closing(HwpDocument(source.data, source.path, document.limits)) as other:
        farthest = None
        if args["by"] == "layout":
            found, farthest = _by_layout(document.view, other, args)
        else:
            found = list(compare_pieces(pieces_of(document.view.blocks), pieces_of(other.blocks)))
        fields = source.to_fields(other.checked.format.value)
        warnings = tuple(f"{source.path}: {warning}" for warning in other.warnings)
    del fields["mtime_ns"]
    piece = cut(found, args["limit"], args["cursor"], state)
    result = {
        "b": fields,
        "by": args["by"],
        "identical": not found,
        "diff_count": len(found),
        "counts": dict(Counter(one.kind for one in found)),
        "differences": [one.to_fields() for one in piece.items],
        "max_displacement": farthest,
        "truncated": piece.truncated,
        "next_cursor": piece.next_cursor,
    }
    return Outcome(result, warnings=warnings)


def _by_layout(view: HwpDocument, other: HwpDocument, args: Args) -> tuple[list[Difference], float]:
    """Compare page by page; a page that only one of them has is a difference."""
    most = max(view.page_count, other.page_count)
    page = args["page"]
    if page is not None and not 0 <= page < most:
        raise PageOutOfRangeError(
            f"neither document has a page {page}: they have {view.page_count} and "
            f"{other.page_count}, counted from 0",
            hint=f"Ask for a page from 0 to {most - 1}.",
            details={"page": page, "pages": most},
        )
    found: list[Difference] = []
    farthest = 0.0
    for number in range(most) if page is None else (page,):
        before, after = _runs(view, number), _runs(other, number)
        if before is None or after is None:
            found.append(Difference.between("page", None, _shown(before), _shown(after), number))
            continue
        compared = compare_runs(before, after, number, args["max_displacement"])
        found += compared.differences
        farthest = max(farthest, compared.max_displacement)
    return found, round(farthest, 2)


def _runs(document: HwpDocument, page: int) -> list[Run] | None:
    return runs_of(document.svg(page)) if page < document.page_count else None


def _shown(runs: Sequence[Run] | None) -> str | None:
    return None if runs is None else " ".join(run.text for run in runs)[:_SHOWN_CHARS]
