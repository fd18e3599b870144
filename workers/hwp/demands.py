"""What one document asks of its reader, added up and held against the limits. Pure.

The reader allocates a table's declared cells, walks a cell's declared span, and goes down one call
for each level of nesting, so that a small file could make it die or hang.
"""

from __future__ import annotations

from workers.extract.limits import Limits

MAX_XML_DEPTH = 240  # the deepest real file that was seen has 24; the reader dies above 1,000
MAX_EQUATION_DEPTH = 200  # layout overflows its stack from about 4,000 levels
MAX_EQUATION_CHARS = 4_000  # `sqrt sqrt sqrt` goes down a level without a brace
MAX_PARAGRAPH_CHARS = 500_000


class ExcessError(Exception):
    """A demand is over its limit."""


class Demands:
    """Counts over all sections of one document.

    `unsafe_to_render` says why its pages must not be laid out; its text can be read all the same.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._cells = 0
        self._covered = 0
        self.unsafe_to_render = ""

    def table(self, rows: int, columns: int) -> None:
        """Add a table's declared size."""
        self._cells += rows * columns
        if self._cells > self._limits.max_cells:
            raise ExcessError(f"a table of {rows} x {columns} cells")

    def span(self, rows: int, columns: int) -> None:
        """Add the fields that one cell covers."""
        self._covered += rows * columns
        if self._covered > self._limits.max_cells:
            raise ExcessError(f"a cell that covers {rows} x {columns} fields")

    def nesting(self, depth: int) -> None:
        """Look at how deep text stands inside tables and boxes."""
        if depth > self._limits.max_nesting:
            raise ExcessError(f"tables or boxes nested more than {self._limits.max_nesting} deep")

    def xml_depth(self, depth: int) -> None:
        """Look at how deep an element stands."""
        if depth > MAX_XML_DEPTH:
            raise ExcessError(f"XML nested more than {MAX_XML_DEPTH} deep")

    def paragraph(self, chars: int) -> None:
        """Look at a paragraph's length."""
        if chars > MAX_PARAGRAPH_CHARS:
            raise ExcessError(f"a paragraph of more than {MAX_PARAGRAPH_CHARS:,} characters")

    def equation(self, script: str) -> None:
        """Look at an equation's length and braces: only laying it out goes down its levels."""
        if len(script) > MAX_EQUATION_CHARS or _brace_depth(script) > MAX_EQUATION_DEPTH:
            self.unsafe_to_render = f"an equation of {len(script):,} characters"


def _brace_depth(script: str) -> int:
    depth = deepest = 0
    for char in script:
        depth += (char == "{") - (char == "}")
        deepest = max(deepest, depth)
    return deepest
