"""Turns the bytes of a text file into text whose lines are numbered as an editor numbers them."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

from kebab.errors import UnreadableDocumentError
from workers.extract.counted import counted

_MARKS = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LIKELY = ["cp949", "cp932", "cp1252", "gb18030"]
_UNLIKELY = ["euc_jp", "big5", "cp1251"]
_CLEAR_CHAOS = 0.05
_SAMPLE_BYTES = 16_384
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_LINE_END = re.compile(r"\r\n?")
_REPLACEMENT = "\ufffd"


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text: NFC, lines end in LF and nothing else ends one."""

    text: str
    encoding: str
    warnings: tuple[str, ...] = ()


def decode(data: bytes, path: str) -> Decoded:
    """Decode by byte order mark, else as UTF-8, else by the likeliest encoding."""
    raw, encoding, warnings = _decode(data, path)
    if "\0" in raw:
        warnings.append("the file has NUL bytes; each was read as U+FFFD")
        raw = raw.replace("\0", _REPLACEMENT)
    text = unicodedata.normalize("NFC", _LINE_END.sub("\n", raw))
    return Decoded(text, encoding, tuple(warnings))


def _decode(data: bytes, path: str) -> tuple[str, str, list[str]]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_as(data[len(mark) :], encoding, "its byte order mark says so")
    nul_count = data.count(0)
    if nul_count and (unmarked := _unmarked_utf16(data)):
        return _decode_as(data, unmarked, "guessed")
    if nul_count > max(8, len(data) // 100):
        raise _binary(path, f"{nul_count} NUL bytes")
    try:
        return data.decode(), "utf-8", []
    except UnicodeDecodeError:
        return _decode_foreign(data, path)


def _decode_foreign(data: bytes, path: str) -> tuple[str, str, list[str]]:
    lenient = data.decode(errors="replace")
    bad = lenient.count(_REPLACEMENT)
    if sum(map(len, re.findall(r"[^\x00-\x7f\ufffd]+", lenient))) >= 4 * bad:
        return lenient, "utf-8", [f"{bad} byte sequences are not UTF-8; each was read as U+FFFD"]
    controls = len(_CONTROLS.findall(data))
    if controls > max(8, len(data) // 20):
        raise _binary(path, f"{controls} control characters")
    return _decode_as(data, _likeliest(data), "guessed")


def _decode_as(data: bytes, encoding: str, why: str) -> tuple[str, str, list[str]]:
    text = data.decode(encoding, errors="replace")
    warnings = [] if encoding == "utf-8" else [f"the file is not UTF-8; read as {encoding} ({why})"]
    if bad := text.count(_REPLACEMENT):
        warnings.append(f"{counted(bad, 'character')} could not be decoded")
    return text, encoding, warnings


def _unmarked_utf16(data: bytes) -> str | None:
    """Name the byte order under which the head reads as text, if there is one.

    Latin text under the wrong order reads as Chinese; but its spaces and line ends do not.
    """
    best, most_plain = None, 0
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            text = codecs.getincrementaldecoder(encoding)().decode(data[:_SAMPLE_BYTES])
        except UnicodeDecodeError:
            continue
        plain = sum(char in " \t\r\n" or "!" <= char <= "~" for char in text)
        if plain > most_plain and _reads_as_text(text):
            best, most_plain = encoding, plain
    return best


def _reads_as_text(text: str) -> bool:
    odd = sum(
        char not in "\t\n\r\f" and unicodedata.category(char) in {"Cc", "Cn", "Co"} for char in text
    )
    return any(char in " \n\r" for char in text) and odd * 50 <= len(text)


def _likeliest(data: bytes) -> str:
    from charset_normalizer import from_bytes  # noqa: PLC0415 - few files need it

    sample = b"\n".join(line for line in data.split(b"\n") if not line.isascii())[:_SAMPLE_BYTES]
    likely = list(from_bytes(sample, cp_isolation=_LIKELY))
    clear = [match for match in likely if match.chaos <= _CLEAR_CHAOS or match.coherence > 0]
    if not clear:
        likely += from_bytes(sample, cp_isolation=_UNLIKELY)
    order = {name: place for place, name in enumerate((*_LIKELY, *_UNLIKELY))}
    ranked = sorted(
        clear or likely,
        key=lambda match: (round(match.chaos, 2) - match.coherence, order.get(match.encoding, 99)),
    )
    return ranked[0].encoding if ranked else "cp1252"


def _binary(path: str, why: str) -> UnreadableDocumentError:
    return UnreadableDocumentError(
        f"{path} is not text: it has {why}",
        hint="Exclude the file, or convert it to text first.",
        details={"path": path},
    )
