"""Puts what others wrote into a prompt so that it stays quoted material. Pure.

The marks around evidence hold a hash of all that is between them, which no document can know
beforehand. Within, what would look like a mark, a citation, or a token that chat models are
trained on is spelled in another way; what is cited is taken from the documents, not from here.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from kebab.answer.evidence import Evidence

_CITATION = re.compile(r"(?<![\w\]])\[(#?\d{1,3}(?:\s*[,;]\s*#?\d{1,3})*)\](?![(\[:])")
_MARK = re.compile(r"<(?=\s*/?\s*evidence)", re.IGNORECASE)
_CHAT_TOKEN = re.compile(
    r"<(?=\|)|<(?=/?(?:s|start_of_turn|end_of_turn|bos|eos|unused\d+|think|tool_call)>)"
    r"|<(?=<\s*/?\s*SYS)|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS)\b)",
    re.IGNORECASE,
)
_SENTINEL = re.compile("NO_ANSWER", re.IGNORECASE)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]")
_LONGEST_FIELD = 200


def neutral(text: str) -> str:
    """Spell a text so that no part of it works as a mark, a citation or a chat token."""
    text = _CONTROL.sub(" ", text.replace("\r\n", "\n"))
    text = _CHAT_TOKEN.sub(_aside, _MARK.sub("\u2039", text))
    return _SENTINEL.sub("no answer", _CITATION.sub(r"(\1)", text))


def _aside(match: re.Match[str]) -> str:
    return "\u2039" if match[0] == "<" else "("


def fence_of(texts: Sequence[str]) -> str:
    """Make the name of the marks around some texts."""
    joined = "\0".join(texts).encode("utf-8", "replace")
    return hashlib.blake2b(joined, digest_size=6).hexdigest()


def fenced(evidence: Sequence[Evidence], fence: str) -> str:
    """Write numbered evidence, each piece between marks that say where it is from."""
    return "\n\n".join(_piece(piece, fence) for piece in evidence)


def _piece(piece: Evidence, fence: str) -> str:
    document = piece.document
    first, last = piece.span
    fields = {
        "number": str(piece.number),
        "source": document.source_id,
        "trust": document.trust_level,
        "path": document.path,
        "heading": " > ".join(piece.headings),
        "lines": f"{first}-{last}",
    }
    head = " ".join(f'{name}="{_field(value)}"' for name, value in fields.items() if value)
    return f"<evidence-{fence} {head}>\n{neutral(piece.text)}\n</evidence-{fence}>"


def _field(value: str) -> str:
    line = " ".join(neutral(value).split())[:_LONGEST_FIELD]
    return line.replace('"', "'").replace("<", "\u2039").replace(">", "\u203a")
