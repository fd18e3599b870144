"""Decodes a web page as a browser does: byte order mark, UTF-8, what it states, at last a guess."""

from __future__ import annotations

import codecs
import re
import unicodedata

from workers.extract.counted import counted
from workers.extract.encoding import Decoded, decode

_STATED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{2,40})"""
    rb"""|^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9_:.-]{2,40})""",
    re.IGNORECASE,
)
_HEAD_BYTES = 4096
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# What browsers read under these names.
_LARGER = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "euc_kr": "cp949",
    "johab": "cp949",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859-9": "cp1254",
}
_NAMES = {"ks_c_5601-1987": "cp949", "ks_c_5601": "cp949", "x-sjis": "cp932", "unicode": "utf-8"}
_LINE_END = re.compile(r"\r\n?")


def decode_html(data: bytes, path: str) -> Decoded:
    """Decode; a page that states an encoding and is in it needs no guess and no warning."""
    stated = _stated(data)
    if not stated or data.startswith(_MARKS) or _is_utf8(data):
        return decode(data, path)
    text = data.decode(stated, errors="replace").replace("\0", "\ufffd")
    bad = text.count("\ufffd")
    if bad * 20 > len(text):
        return decode(data, path)
    warnings = (f"{counted(bad, 'character')} could not be decoded",) if bad else ()
    return Decoded(unicodedata.normalize("NFC", _LINE_END.sub("\n", text)), stated, warnings)


def codec_of(name: str) -> str:
    """Return the codec that reads what is labelled so, empty where there is none."""
    label = name.strip().lower()
    try:
        codec = codecs.lookup(_NAMES.get(label, label))
    except (LookupError, ValueError):
        return ""
    if not codec._is_text_encoding:  # noqa: SLF001 - base64 and the like are codecs too
        return ""
    return _LARGER.get(codec.name, codec.name)


def _stated(data: bytes) -> str:
    match = _STATED.search(data[:_HEAD_BYTES])
    name = codec_of((match[1] or match[2]).decode("ascii")) if match else ""
    return "" if name.startswith(("utf-16", "utf-32", "utf-7")) else name


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
