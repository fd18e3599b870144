"""What of a document its pages do not show, whichever its format; says what it cannot look at.

HWPX is looked at as it is. HWP 5 goes through rhwp's conversion, which keeps how text looks and
drops hidden comments: those are taken from its records.
"""

from __future__ import annotations

from collections.abc import Iterator

from kebab.errors import KebabError
from workers.hwp import ole, package
from workers.hwp.document import HwpDocument
from workers.hwp.file_format import Format
from workers.hwp.looking import hidden_records
from workers.hwp.looking.finding import Finding
from workers.hwp.looking.hidden_check import check_hidden, comment_finding, hidden_comments
from workers.hwp.looking.hidden_places import nearest

_MAX_BYTES = 500_000_000


class HiddenText:
    """Looks at one document; `skipped` grows with what could not be looked at, and why."""

    def __init__(self, view: HwpDocument) -> None:
        self._view = view
        self._known = frozenset(block.address for block in view.blocks)
        self.skipped: list[str] = []

    def findings(self, threshold_pt: float) -> Iterator[Finding]:
        """Find letters that do not show, and hidden comments."""
        try:
            header, sections = self._shapes()
            found = list(check_hidden(header, sections, self._known, threshold_pt))
        except KebabError as error:
            self.skipped.append(f"how letters look cannot be read: {error}")
            found = []
        yield from found
        if self._is_hwp5:
            for address, text in self.comments():
                yield comment_finding(address, text)

    def comments(self) -> Iterator[tuple[str | None, str]]:
        """Give the text of hidden comments, with the addresses that they hang on."""
        if not self._is_hwp5:
            yield from hidden_comments(self._shapes()[1], self._known)
        elif self._view.checked.is_distribution:
            self.skipped.append("hidden comments: the document is locked for distribution")
        else:
            bodies = ole.read_bodies(self._view.data, self._view.path, _MAX_BYTES)
            for section, body in enumerate(bodies):
                for paragraph, text in hidden_records.hidden_comments(body):
                    if text.strip():
                        yield nearest(f"s{section}/p{paragraph}", self._known), text

    @property
    def _is_hwp5(self) -> bool:
        return self._view.checked.format is Format.HWP5

    def _shapes(self) -> tuple[bytes, list[bytes]]:
        with package.opened(self._view.as_hwpx(), self._view.path) as opened:
            return package.read_shapes(opened)
