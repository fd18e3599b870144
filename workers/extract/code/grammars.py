"""Opens tree-sitter and its grammars: finds the definitions in a source text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from time import thread_time
from typing import TYPE_CHECKING, Final

from kebab.errors import MissingExtraError
from workers.extract.code.definitions import NAMES, QUERIES, WRAPPERS
from workers.extract.code.symbols import Symbol

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query

_GRAMMARS: Final = {
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "java": ("tree_sitter_java", "language"),
    "kotlin": ("tree_sitter_kotlin", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "csharp": ("tree_sitter_c_sharp", "language"),
    "ruby": ("tree_sitter_ruby", "language"),
    "php": ("tree_sitter_php", "language_php"),
    "swift": ("tree_sitter_swift", "language"),
    "shell": ("tree_sitter_bash", "language"),
    "sql": ("tree_sitter_sql", "language"),
}
_READ_BYTES = 1 << 16
_LEAST_S = 4.0
_S_PER_BYTE = 4e-6  # several times what whole files take
_MATCH_LIMIT = 1 << 16  # what a query may hold in mind at once
_MOST_NAME_BYTES = 1000
_HEAD_ROWS = 6
_HEAD_CHARS = 400
_INDENT = re.compile(r"[ \t\f]*")
_BARE = re.compile(r"[*&\s]*([^<\[(\s][^<\[(]*)")
_DECLARED = frozenset(
    {
        "identifier",
        "field_identifier",
        "type_identifier",
        "qualified_identifier",
        "destructor_name",
        "operator_name",
        "operator_cast",
        "template_function",
    }
)


@dataclass(slots=True)
class _Found:
    """What one or several matches say of a node."""

    node: Node
    is_container: bool = False
    scope: str = ""
    name: str = ""
    name_row: int = -1


def has_grammar(code_lang: str) -> bool:
    """Tell whether definitions of this language can be found."""
    return code_lang in _GRAMMARS


def symbols_of(
    lines: Sequence[str], code_lang: str, clock: Callable[[], float] = thread_time
) -> list[Symbol] | None:
    """List the definitions in a source text, the outer ones first; None where it takes too long.

    A grammar may take minutes to make sense of a broken file. `clock` gives seconds of work.
    """
    language, query = _opened(code_lang)
    from tree_sitter import Parser, QueryCursor  # noqa: PLC0415 - see _opened

    source = "\n".join(lines).encode(errors="replace")
    end_s = clock() + _LEAST_S + _S_PER_BYTE * len(source)
    try:
        tree = Parser(language).parse(
            lambda offset, _: source[offset : offset + _READ_BYTES],
            progress_callback=lambda *_: clock() > end_s,
        )
    except ValueError:  # it was told to stop
        return None
    found: dict[int, _Found] = {}
    above: dict[int, int] = {}
    cursor = QueryCursor(query, match_limit=_MATCH_LIMIT)
    for _, captures in cursor.matches(tree.root_node):  # its own callback crashes in 0.26
        for node in captures.get("above", ()):
            _note_above(above, node, lines)
        for kind in ("part", "container"):
            for node in captures.get(kind, ()):
                entry = found.setdefault(node.id, _Found(node, kind == "container"))
                _note(entry, captures, source)
    return None if clock() > end_s else list(_symbols(found, above, lines))


@cache
def _opened(code_lang: str) -> tuple[Language, Query]:
    module, function = _GRAMMARS[code_lang]
    try:
        from tree_sitter import Language, Query  # noqa: PLC0415 - may not be installed

        grammar = import_module(module)
    except ImportError as cause:
        raise MissingExtraError(
            f"reading {code_lang} needs the package {module.replace('_', '-')}",
            hint="It comes with kebab: install kebab again.",
            details={"code_lang": code_lang, "package": module.replace("_", "-")},
        ) from cause
    language: Language = Language(getattr(grammar, function)())
    return language, Query(language, QUERIES[code_lang])


def _note(entry: _Found, captures: dict[str, list[Node]], source: bytes) -> None:
    (scope,) = captures.get("scope", [None])[:1]
    (name,) = captures.get("name", captures.get("declarator", [None]))[:1]
    name = _declared(name) if "declarator" in captures else name
    if scope is not None and not entry.scope:
        entry.scope = _text(scope, source)
    if name is not None and not entry.name:
        entry.name, entry.name_row = _text(name, source), name.start_point.row


def _declared(node: Node | None) -> Node | None:
    """Follow the declarators of C to the name that is declared."""
    while node is not None and node.type not in _DECLARED:
        inner = node.child_by_field_name("declarator")
        node = inner or next((child for child in node.named_children if _leads(child)), None)
    return node


def _leads(node: Node) -> bool:
    return node.type in _DECLARED or node.type.endswith("declarator")


def _note_above(above: dict[int, int], node: Node, lines: Sequence[str]) -> None:
    """Remember by its last row what stands alone in its rows."""
    start, end = node.start_point.row, _last_row(node)
    if _begins_row(node, lines):
        above[end] = min(start, above.get(end, start))


def _symbols(
    found: dict[int, _Found], above: dict[int, int], lines: Sequence[str]
) -> Iterator[Symbol]:
    for entry in sorted(found.values(), key=lambda e: (e.node.start_byte, -e.node.end_byte)):
        outer = entry.node
        while outer.parent is not None and outer.parent.type in WRAPPERS:
            outer = outer.parent
        start = outer.start_point.row
        while start - 1 in above:
            start = above[start - 1]
        end = min(_last_row(outer), len(lines) - 1)
        row = entry.node.start_point.row
        yield Symbol(
            _names(entry), min(start, row), row, end, entry.is_container, _head(entry, lines)
        )


def _names(entry: _Found) -> tuple[str, ...]:
    names: list[str] = []
    if match := _BARE.match(entry.scope.lstrip("(")):
        names.append(match[1].split()[-1])
    if entry.name:
        names += entry.name.replace('"', "").split("::")
    elif not entry.scope:
        names.append(NAMES.get(entry.node.type, ""))
    return tuple(" ".join(name.split()) for name in names if name.strip())


def _head(entry: _Found, lines: Sequence[str]) -> str:
    """Give the rows from the name to the body; the one with the name where they are many."""
    if entry.is_container:
        return ""
    row = entry.name_row if entry.name else entry.node.start_point.row
    last = row
    body = entry.node.child_by_field_name("body")
    if body is not None:
        last = body.start_point.row - _begins_row(body, lines)
    head = "\n".join(lines[row : last + 1])
    if last - row >= _HEAD_ROWS or len(head) > _HEAD_CHARS:
        head = lines[row][:_HEAD_CHARS]
    return head.rstrip()


def _begins_row(node: Node, lines: Sequence[str]) -> bool:
    """Tell whether only white space stands before a node; columns are of bytes."""
    indent = _INDENT.match(lines[node.start_point.row])
    return indent is not None and node.start_point.column <= indent.end()


def _last_row(node: Node) -> int:
    end = node.end_point
    return max(node.start_point.row, end.row - (end.column == 0))


def _text(node: Node, source: bytes) -> str:
    return source[node.start_byte : node.end_byte][:_MOST_NAME_BYTES].decode(errors="replace")
