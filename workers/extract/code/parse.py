"""Reads a file of code into blocks: one a definition, each with its path of symbols."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from kebab.wire.code_languages import UNKNOWN_CODE, code_lang_of_name, code_lang_of_shebang
from kebab.wire.place import Place
from workers.chunk.blocks import Block, Kind
from workers.extract.canonical import Canonical
from workers.extract.code.generated import why_generated
from workers.extract.code.grammars import has_grammar, symbols_of
from workers.extract.code.json_keys import json_symbols
from workers.extract.code.keyed_rows import (
    stage_symbols,
    table_symbols,
    target_symbols,
    yaml_symbols,
)
from workers.extract.code.symbols import Symbol, tile
from workers.extract.code.xml_elements import xml_symbols
from workers.extract.encoding import decode
from workers.extract.limits import Limits

_SLOW = "its syntax takes too long to make out; it is cut at paragraphs"
_DATA = frozenset({"json", "xml", "yaml", "toml", "ini", "lock", "gomod"})
_HEAD_ROWS = 20
_HEAD_CHARS = 1000
_CPP = re.compile(
    r"^[ \t]*(?:class\s+\w+\s*(?:final\s*)?[:{]|namespace\s+[\w:]*\s*\{|template\s*<"
    r"|using\s+(?:namespace\s|\w+\s*=)|(?:public|private|protected)\s*:)|\bstd::",
    re.MULTILINE,
)
_BY_ROWS = {
    "yaml": yaml_symbols,
    "toml": table_symbols,
    "ini": table_symbols,
    "dockerfile": stage_symbols,
    "make": target_symbols,
}


def parse_code(data: bytes, path: str, limits: Limits) -> Canonical:
    """Find the definitions and tile the file with them; the blocks' lines are the file's own.

    Of a file that no person wrote only the head is kept, under a warning.
    """
    decoded = decode(data, path)
    lines = decoded.text.split("\n")
    code_lang = _language(path, decoded.text)
    warnings = decoded.warnings
    generated = why_generated(path, lines, is_data=code_lang in _DATA)
    if generated:
        blocks = _head(lines)
        warnings = (*warnings, f"only the head is indexed: {generated}")
    else:
        symbols, warning = _symbols(decoded.text, lines, code_lang, limits)
        blocks = tile(lines, symbols, limits.max_nesting)
        warnings = (*warnings, *((warning,) if warning else ()))
    return Canonical(
        blocks=blocks,
        title=PurePosixPath(path).name,
        encoding=decoded.encoding,
        code_lang="typescript" if code_lang == "tsx" else code_lang,
        metadata={"generated": generated} if generated else {},
        warnings=warnings,
    )


def _language(path: str, text: str) -> str:
    code_lang = code_lang_of_name(path) or code_lang_of_shebang(text) or UNKNOWN_CODE
    if code_lang == "c" and path.lower().endswith(".h") and _CPP.search(text):
        return "cpp"
    return code_lang


def _symbols(
    text: str, lines: Sequence[str], code_lang: str, limits: Limits
) -> tuple[list[Symbol], str]:
    if has_grammar(code_lang):
        found = symbols_of(lines, code_lang)
        return found or [], _SLOW if found is None else ""
    if by_rows := _BY_ROWS.get(code_lang):
        return by_rows(lines), ""
    if code_lang == "json":
        return json_symbols(text), ""
    if code_lang == "xml":
        return xml_symbols(text, limits.max_nesting)
    return [], ""


def _head(lines: Sequence[str]) -> list[Block]:
    """Keep the first rows, cut short: enough to find the file and to see what it is."""
    text = "\n".join(line[:_HEAD_CHARS] for line in lines[:_HEAD_ROWS])[:_HEAD_CHARS].rstrip()
    start = len(text) - len(text.lstrip("\n"))
    place = Place("code")
    shown = text.lstrip("\n")
    return [Block(Kind.CODE, shown, start + 1, place=place)] if shown.strip() else []
