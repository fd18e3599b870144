"""Ticks or clears a box that is drawn as a character, such as □ in a form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kebab.errors import InvalidInputError
from workers.hwp.editing.edited import EditedDocument
from workers.hwp.editing.plan import Plan
from workers.hwp.editing.replace_text import spans_of
from workers.hwp.editing.rewriting import Rewriting, Span

_EMPTY_OF = {"☑": "☐", "☒": "☐", "■": "□", "🗹": "☐"}
_TICKED_OF = {"☐": "☑", "□": "■"}
_BOX = re.compile("[□■☐☑☒🗹]")
_TICKED = frozenset(_EMPTY_OF)


def set_checkbox(document: EditedDocument, args: Mapping[str, Any]) -> Plan:
    """Plan to tick the box `occurrence`, from 0 in the order of the document, or to clear it.

    □ becomes ■ and ☐ becomes ☑; `mark` takes another character for the ticked box.
    """
    wanted, checked = int(args["occurrence"]), bool(args["checked"])
    mark = args.get("mark") or None
    if mark is not None and mark not in _TICKED:
        raise InvalidInputError(
            f"a ticked box is one of {' '.join(sorted(_TICKED))}",
            hint="leave mark out for the shape of the box itself",
            details={"argument": "mark"},
        )
    found = [(place, span) for place in document.find().places for span in spans_of(place, _BOX)]
    if not 0 <= wanted < len(found):
        raise InvalidInputError(
            f"there is no box {wanted}: the document has {len(found)} box characters",
            hint="They count from 0, in the order of hwp_search with regex and [□■☐☑☒].",
            details={"argument": "occurrence", "boxes": len(found)},
        )
    place, span = found[wanted]
    box = span.stretch.text[span.start : span.end]
    if (box in _TICKED) is checked:
        return Plan(unchanged=(f"box {wanted}",))
    after = (mark or _TICKED_OF[box]) if checked else _EMPTY_OF[box]
    rewriting = Rewriting()
    rewriting.add(place, [Span(span.stretch, span.start, span.end, after)])
    return Plan(
        changes=rewriting.changes(),
        make=rewriting.make,
        touched=rewriting.touched,
        unchanged=(),
    )
