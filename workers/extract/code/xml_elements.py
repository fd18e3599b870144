"""Opens expat: finds the rows of the elements below an XML text's root."""

from __future__ import annotations

from xml.parsers import expat

from workers.extract.code.symbols import Symbol

_NAMED_BY = ("id", "name", "key", "Id", "Name", "Include")


class _TooDeepError(Exception):
    """Elements are nested deeper than the limit, or entities are declared."""


def xml_symbols(text: str, max_nesting: int) -> tuple[list[Symbol], str]:
    """Give the elements below the root, and why they could not be found where that is so.

    No entity is expanded, and nothing outside the text is read.
    """
    reader = _Reader(max_nesting)
    try:
        reader.parser.Parse(text.encode(errors="replace"), True)  # noqa: FBT003 - positional only
    except expat.ExpatError as cause:
        return [], f"not well-formed XML: {cause}"
    except _TooDeepError as cause:
        return [], str(cause)
    return reader.symbols, ""


class _Reader:
    def __init__(self, max_nesting: int) -> None:
        self.symbols: list[Symbol] = []
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.EntityDeclHandler = self._refuse
        self._max_nesting = max_nesting
        self._depth = 0
        self._begun = (0, "")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > self._max_nesting:
            raise _TooDeepError(f"XML is nested deeper than {self._max_nesting}")
        if self._depth == 2:  # noqa: PLR2004 - below the root
            named = next((attributes[key] for key in _NAMED_BY if attributes.get(key)), "")
            self._begun = (self.parser.CurrentLineNumber - 1, f"{tag} {named}".strip())

    def _end(self, _tag: str) -> None:
        if self._depth == 2:  # noqa: PLR2004 - below the root
            row, name = self._begun
            self.symbols.append(Symbol((name,), row, row, self.parser.CurrentLineNumber - 1))
        self._depth -= 1

    def _refuse(self, *_declaration: object) -> None:
        raise _TooDeepError("XML that declares entities is not taken apart")
