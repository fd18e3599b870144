"""How long a call on an HWP document may take. Pure."""

from __future__ import annotations

# Seconds for a document of few pages; whatever is asked may have to open it first. Saving 65 pages
# with python-hwpx took 15 s where they were checked part by part, and 3 s in memory.
_READ_S, _LAYOUT_S, _EDIT_S = 30.0, 45.0, 120.0
_PER_PAGE_S = 0.5
_MOST_S = 600.0
_BASE = {
    "render": _LAYOUT_S,
    "render_svgs": _LAYOUT_S,
    "diff": _LAYOUT_S,
    "fields": _EDIT_S,
    "edit": _EDIT_S,
    "save": _EDIT_S,
    "inspect": _EDIT_S,
}


def deadline_s(op: str, pages: int, edits: int) -> float:
    """Allow for the work, the size and the edits that may have to be done again."""
    replay = _EDIT_S if edits else 0.0
    return min(_MOST_S, _BASE.get(op, _READ_S) + replay + _PER_PAGE_S * pages)
