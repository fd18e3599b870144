"""Decodes what stands in the header and the parts of an e-mail, however badly it was written.

The old interface of `email` is used on purpose: the new one parses addresses by recursion, and
fails in many ways on headers that are broken.
"""

from __future__ import annotations

import re
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parsedate_to_datetime

from kebab.errors import UnreadableDocumentError
from workers.extract.encoding import decode
from workers.extract.html_charset import codec_of
from workers.extract.plain_values import to_text

_MAX_FIELD_CHARS = 2_000
_NAME = re.compile(r"[\x00-\x1f\x7f/\\]+")


def field_of(message: Message, name: str) -> str:
    """Return a field of the header as text on one line."""
    wanted = name.lower()
    return _decoded(next((raw for key, raw in message.raw_items() if key.lower() == wanted), ""))


def date_of(message: Message) -> str:
    """Return when it was sent, in ISO 8601 where the field can be read."""
    text = field_of(message, "Date")
    try:
        return parsedate_to_datetime(text).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return text


def name_of(part: Message) -> str:
    """Return the name of an attachment, or what it is where it has none."""
    try:
        name = part.get_filename()
    except (ValueError, LookupError, TypeError, IndexError):
        name = None
    if part.get_content_maintype() == "message":
        inner = part.get_payload()
        if isinstance(inner, list) and inner and isinstance(inner[0], Message):
            return f"message “{field_of(inner[0], 'Subject')}”"
    return _NAME.sub("_", _decoded(name)) or part.get_content_type()


def text_of_part(part: Message) -> str:
    """Return the text of a part; a charset that is unknown or wrong is guessed."""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    codec = codec_of(_charset(part))
    if codec:
        text = payload.decode(codec, errors="replace")
        if text.count("\ufffd") * 20 <= len(text):
            return to_text(text.replace("\r\n", "\n").replace("\r", "\n"))
    try:
        return decode(payload, "").text
    except UnreadableDocumentError:
        return ""


def _charset(part: Message) -> str:
    try:
        return part.get_content_charset() or ""
    except (LookupError, ValueError, TypeError):
        return ""


def _decoded(value: str | None) -> str:
    raw = (value or "")[:_MAX_FIELD_CHARS]
    if not raw.isascii():  # bytes without a word on their encoding, kept by `email` as surrogates
        return _one_line(_guess(raw.encode("utf-8", "surrogateescape")))
    try:
        pieces = decode_header(raw)
    except (HeaderParseError, ValueError):
        pieces = [(raw, None)]
    return _one_line("".join(_piece(piece, charset) for piece, charset in pieces))


def _piece(piece: bytes | str, charset: str | None) -> str:
    if isinstance(piece, str):
        return piece
    codec = codec_of(charset or "")
    return piece.decode(codec, errors="replace") if codec else _guess(piece)


def _guess(data: bytes) -> str:
    try:
        return decode(data, "").text
    except UnreadableDocumentError:
        return data.decode("ascii", errors="replace")


def _one_line(text: str) -> str:
    return " ".join(to_text(text).split())
