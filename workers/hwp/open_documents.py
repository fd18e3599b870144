"""The documents that a worker keeps open for sessions, and what it does when it has lost one.

A session's document is used where its name, its file and its edits are those that the front has;
any other is dropped and made anew from the file, and the edits are replayed. So a session outlives
its worker, and no worker has to be told what another one did.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from kebab.errors import KebabError
from workers.extract.limits import Limits
from workers.hwp.open_document import OpenDocument
from workers.hwp.source import read_expected, read_source, replay_failed
from workers.memory import give_back, resident_bytes

MAX_OPEN = 16
MAX_HELD_BYTES = 1_200_000_000  # editing 65 pages takes some 480 MB


class OpenDocuments:
    """An LRU of open documents by the session's name for them."""

    def __init__(self, limits: Limits, held_bytes: Callable[[], int] = resident_bytes) -> None:
        self._limits = limits
        self._held_bytes = held_bytes
        self._documents: OrderedDict[str, OpenDocument] = OrderedDict()

    def __len__(self) -> int:
        return len(self._documents)

    @contextmanager
    def using(self, params: Mapping[str, Any]) -> Iterator[tuple[OpenDocument, bool]]:
        """Give the document of a request, and whether it had to be opened for it.

        A document without a name is closed at the end; so is a session's that cannot be read, and
        any after a fault of ours, since nobody knows what state it is in.
        """
        name = params["document"]
        document = self._known(name, params) if name is not None else None
        was_opened = document is None
        if document is None:
            document = open_document(params, self._limits)
            if name is not None:
                self._documents[name] = document
        keep = False
        try:
            yield document, was_opened
            keep = True
        except KebabError:
            keep = document.is_read
            raise
        finally:
            if name is None:
                document.close()
            elif not keep:
                self.drop(name)
            self._make_room()

    def drop(self, name: str) -> None:
        """Close a session's document, if it is open here."""
        document = self._documents.pop(name, None)
        if document is not None:
            document.close()

    def _known(self, name: str, params: Mapping[str, Any]) -> OpenDocument | None:
        document = self._documents.get(name)
        if document is None:
            return None
        expected = params["expected"]
        if (
            expected is None
            or document.path != params["path"]
            or document.source.sha256 != expected["sha256"]
            or document.applied != _plain(params["edits"])
        ):
            self.drop(name)
            return None
        self._documents.move_to_end(name)
        return document

    def _make_room(self) -> None:
        while len(self._documents) > MAX_OPEN:
            self.drop(next(iter(self._documents)))
        if self._documents and self._held_bytes() > MAX_HELD_BYTES:
            for name in list(self._documents):
                self.drop(name)
            give_back()


def open_document(params: Mapping[str, Any], limits: Limits) -> OpenDocument:
    """Read the file of a request, and make the session's edits to it."""
    path, expected, edits = params["path"], params["expected"], params["edits"]
    if expected is None:
        source = read_source(path, limits)
    else:
        source = read_expected(path, limits, expected, edits)
    document = OpenDocument(source, limits)
    try:
        _replay(document, edits)
    except BaseException:
        document.close()
        raise
    return document


def _replay(document: OpenDocument, edits: Sequence[Mapping[str, Any]]) -> None:
    for edit in edits:
        try:
            applied = document.apply(edit["op"], edit["args"], dry_run=False)["applied"]
        except KebabError as cause:
            raise replay_failed(document.path, edits) from cause
        if not applied:
            raise replay_failed(document.path, edits)


def _plain(edits: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"op": edit["op"], "args": dict(edit["args"])} for edit in edits]
