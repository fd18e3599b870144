"""What the server tells an agent about itself, made from what the knowledge base holds. Pure.

Stdlib only: the fast start says it before anything else is imported.
"""

from __future__ import annotations

from typing import NamedTuple

_LANGUAGES_SHOWN = 5
_COMPLETE = 0.999

_USE = (
    "kebab searches the user's own documents on this machine. Before you answer from memory what"
    " their notes, docs or files may say, call `search`; read more of a hit with `fetch`; cite the"
    " `citation.uri` of what you use. If no hit answers the question, say so."
)
_EMPTY = "Nothing is indexed yet: the user has to run `kebab ingest`."
_TAKE_IN = "`ingest_file` and `ingest_stdin` add documents."


class Holdings(NamedTuple):
    """What a catalog holds. `languages` are counted in documents, the most frequent first."""

    documents: int
    chunks: int
    vectors: int
    languages: tuple[tuple[str, int], ...]


NOTHING = Holdings(0, 0, 0, ())


def compose(holdings: Holdings | None, *, readonly: bool) -> str:
    """Write the instructions. `holdings` is None where nothing could be learned in time."""
    parts = [_USE]
    if holdings is not None:
        parts.append(_describe(holdings) if holdings.documents else _EMPTY)
    parts.append("The server is read-only." if readonly else _TAKE_IN)
    return " ".join(parts)


def _describe(holdings: Holdings) -> str:
    shown = holdings.languages[:_LANGUAGES_SHOWN]
    languages = ", ".join(f"{name} {count:,}" for name, count in shown)
    more = " and others" if len(holdings.languages) > len(shown) else ""
    text = f"Indexed: {holdings.documents:,} documents ({languages}{more})."
    coverage = holdings.vectors / holdings.chunks if holdings.chunks else 1.0
    if not holdings.vectors:
        text += " There are no vectors yet: search finds words, not meaning."
    elif coverage < _COMPLETE:
        percent = int(coverage * 100)
        text += f" {percent} % of the passages have vectors so far; words are found in all."
    return text
