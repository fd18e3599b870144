"""Reads an e-mail: who wrote to whom about what, and what it says; attachments by name only."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import Message
from typing import Any

from kebab.wire.place import Place
from workers.chunk.blocks import Kind
from workers.extract.canonical import Canonical, CanonicalText
from workers.extract.counted import left_out
from workers.extract.foreign_errors import reading, unreadable
from workers.extract.html_blocks import PageReader
from workers.extract.html_charset import decode_html
from workers.extract.limits import Limits
from workers.extract.mail_fields import date_of, field_of, name_of, text_of_part
from workers.extract.text import Dialect, parse_text
from workers.extract.xml_tree import parse_html

_WHAT = "e-mail"
_SHOWN = ("From", "To", "Cc")
_MAX_PARTS = 2_000
Pieces = list[tuple[Kind, str, int]]


def parse_mail(data: bytes, path: str, limits: Limits) -> Canonical:
    """Read an .eml file."""
    with reading(path, _WHAT):
        message = message_from_bytes(data, policy=policy.compat32)
        if not message.keys():
            raise unreadable(path, f"is no {_WHAT}: it has no header")
        canonical = CanonicalText()
        warnings = tuple(add_message(canonical, message, 1, limits))
    return Canonical(
        blocks=canonical.blocks,
        lines=canonical.lines,
        title=field_of(message, "Subject"),
        metadata=_metadata(message),
        warnings=warnings,
    )


def add_message(
    canonical: CanonicalText, message: Message, number: int, limits: Limits
) -> Iterator[str]:
    """Add one message, and give warnings."""
    place = Place(kind="message", message=number)
    subject = field_of(message, "Subject") or "(no subject)"
    canonical.add(Kind.HEADING, subject, place=place, division=number, level=1)
    head = [f"{name}: {text}" for name in _SHOWN if (text := field_of(message, name))]
    if date := date_of(message):
        head.append(f"Date: {date}")
    parts = _parts(message, limits.max_nesting)
    if names := [name_of(part) for part in parts if _is_attachment(part)]:
        head.append(f"Attachments: {', '.join(names)}")
    canonical.add(Kind.PARAGRAPH, "\n".join(head), place=place, division=number)
    for kind, text, level in _body(parts):
        canonical.add(kind, text, place=place, division=number, level=level)
    if names:
        yield f"message {number}: {left_out(len(names), 'attachment')}"
    if len(parts) > _MAX_PARTS:
        yield f"message {number}: only {_MAX_PARTS} of its parts were read"


def _parts(message: Message, max_nesting: int) -> list[Message]:
    """Return the parts that are no containers, an attached message being one part."""
    found: list[Message] = []
    stack = [(message, 0)]
    while stack and len(found) <= _MAX_PARTS:
        part, depth = stack.pop()
        inner = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(inner, list):
            if depth < max_nesting:
                stack += [(one, depth + 1) for one in reversed(inner) if isinstance(one, Message)]
        else:
            found.append(part)
    return found


def _is_attachment(part: Message) -> bool:
    disposition = (part.get_content_disposition() or "").lower()
    if disposition == "attachment" or part.get_content_maintype() == "message":
        return True
    return part.get_content_maintype() != "text"


def _body(parts: list[Message]) -> Pieces:
    """Return the plain text where there is some, else the text of the HTML."""
    texts = [part for part in parts[:_MAX_PARTS] if not _is_attachment(part)]
    plain = [part for part in texts if part.get_content_subtype() != "html"]
    pieces = [piece for part in plain for piece in _plain(part)]
    if pieces:
        return pieces
    return [piece for part in texts if part not in plain for piece in _html(part)]


def _plain(part: Message) -> Pieces:
    text = text_of_part(part)
    blocks = parse_text(text.split("\n"), Dialect.PLAIN)
    return [
        (Kind.QUOTE if block.text.startswith(">") else block.kind, block.text, 0)
        for block in blocks
    ]


def _html(part: Message) -> Pieces:
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    text = text_of_part(part) if part.get_content_charset() else decode_html(raw, "").text
    root, _ = parse_html(text, "")
    # The levels are below that of the subject.
    return [
        (piece.kind, piece.text, piece.level + 1 if piece.level else 0)
        for piece in PageReader().read(root)
    ]


def _metadata(message: Message) -> dict[str, Any]:
    names = {"from": "From", "to": "To", "cc": "Cc", "message_id": "Message-ID"}
    found = {key: field_of(message, name) for key, name in names.items()}
    found["date"] = date_of(message)
    return {key: text for key, text in found.items() if text}
