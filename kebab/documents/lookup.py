"""Find the document that a caller names by id, by path, or by `source:path`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Protocol

from kebab.catalog.records import Document
from kebab.errors import DocumentNotFoundError, InvalidInputError

_ID = re.compile(r"[0-9a-f]{32}")
_SUGGESTIONS = 3
_CUTOFF = 0.5


class Documents(Protocol):
    """The part of the catalog that names documents."""

    def get_document(self, document_id: str) -> Document | None:
        """Return one document by id."""
        ...

    def find_documents(self, path: str, source_id: str | None = None) -> list[Document]:
        """Return the documents at a path, in every source or in one."""
        ...

    def paths(self) -> list[tuple[str, str, str]]:
        """List (source_id, path, id) of every document, by path."""
        ...


def find_document(catalog: Documents, target: str) -> Document:
    """Return the one document that `target` names.

    Raises DocumentNotFoundError, with the nearest paths, or InvalidInputError where several
    sources have that path.
    """
    name = target.strip()
    if not name:
        raise InvalidInputError(
            "no document is named",
            hint="give a doc_id or a doc_path, as a search hit has them",
            details={"argument": "doc_id"},
        )
    if _ID.fullmatch(name.lower()):
        document = catalog.get_document(name.lower())
        if document is not None:
            return document
    # As it is first: a file name may begin with a space.
    found = _at_path(catalog, unicodedata.normalize("NFC", target)) or _at_path(
        catalog, unicodedata.normalize("NFC", name)
    )
    if not found:
        raise _unknown(catalog, name)
    if len(found) > 1:
        choices = [f"{document.source_id}:{document.path}" for document in found]
        raise InvalidInputError(
            f"{len(found)} sources have a document at {name!r}",
            hint=f"name one of them: {', '.join(choices)}",
            details={"argument": "doc_id", "valid": choices},
        )
    return found[0]


def _at_path(catalog: Documents, name: str) -> list[Document]:
    path = name.removeprefix("./")
    found = catalog.find_documents(path)
    source, colon, rest = path.partition(":")
    return found or (catalog.find_documents(rest, source) if colon else [])


def _unknown(catalog: Documents, name: str) -> DocumentNotFoundError:
    near = near_paths(name, (path for _, path, _ in catalog.paths()))
    return DocumentNotFoundError(
        f"no document has the id or path {name[:200]!r}",
        hint=f"did you mean {near[0]!r}?" if near else "list_docs shows what there is",
        details={"given": name[:200], "near": near},
        did_you_mean=near[0] if near else None,
    )


def near_paths(name: str, paths: Iterable[str]) -> list[str]:
    """Return the paths most like a wrong one: first by file name, then by all of it."""
    wanted = name.casefold()
    file_name = wanted.rsplit("/", 1)[-1]
    by_file: dict[str, list[str]] = {}
    for path in paths:
        by_file.setdefault(path.casefold().rsplit("/", 1)[-1], []).append(path)
    files = get_close_matches(file_name, by_file, n=_SUGGESTIONS, cutoff=_CUTOFF)
    whole = {path.casefold(): path for file in files for path in by_file[file]}
    found = get_close_matches(wanted, whole, n=_SUGGESTIONS, cutoff=_CUTOFF)
    if found:
        return [whole[path] for path in found]
    return [path for file in files for path in by_file[file]][:_SUGGESTIONS]
