"""List documents by path, a page at a time."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from typing import Protocol

from kebab.catalog.records import Document
from kebab.documents.summary import summarise
from kebab.search import cursor as cursors
from kebab.search.request import checked_media
from kebab.wire.documents import DocumentList
from kebab.wire.inputs import ListInput
from kebab.wire.path_glob import glob_pattern


class Catalog(Protocol):
    """The part of the catalog that is listed."""

    def documents(self, after: tuple[str, str] = ("", ""), limit: int = -1) -> list[Document]:
        """List documents by (path, source_id)."""
        ...


def list_documents(catalog: Catalog, request: ListInput) -> DocumentList:
    """Return a page of the documents that pass the filters. Raises StaleCursorError.

    A page starts after the last document of the one before, so an ingest in between neither
    repeats nor hides a document that stays.
    """
    passes = _filter(request)
    documents = [document for document in catalog.documents() if passes(document)]
    fingerprint = _fingerprint(request)
    after = _resume(request.cursor, fingerprint)
    start = bisect_right(documents, after, key=_place)
    page = documents[start : start + request.limit]
    following = None
    if start + request.limit < len(documents):
        path, source_id = _place(page[-1])
        basis = f"{source_id}:{path}"
        following = cursors.encode(cursors.Cursor(start + len(page), fingerprint, 0, basis))
    return DocumentList(
        schema_version="doc_list.v1",
        documents=[summarise(document) for document in page],
        total=len(documents),
        next_cursor=following,
    )


def _place(document: Document) -> tuple[str, str]:
    return document.path, document.source_id


def _resume(cursor: str, fingerprint: str) -> tuple[str, str]:
    if not cursor:
        return "", ""
    source_id, _, path = cursors.decode(
        cursor, fingerprint=fingerprint, revision=0
    ).basis.partition(":")
    return path, source_id


def _filter(request: ListInput) -> Callable[[Document], bool]:
    """Make one test of all filters: AND between fields, OR within one, as in a search."""
    path = (
        re.compile(glob_pattern(request.path_glob.strip())) if request.path_glob.strip() else None
    )
    media, lang = set(checked_media(request.media)), {lang.lower() for lang in request.lang}
    tags = {unicodedata.normalize("NFC", tag) for tag in request.tags}
    sources = set(request.source)

    def passes(document: Document) -> bool:
        return (
            (path is None or path.fullmatch(document.path) is not None)
            and (not media or document.media in media)
            and (not lang or document.lang in lang)
            and (not tags or not tags.isdisjoint(document.tags))
            and (not sources or document.source_id in sources)
        )

    return passes


def _fingerprint(request: ListInput) -> str:
    filters = request.model_dump(exclude={"cursor", "limit"})
    return hashlib.blake2b(json.dumps(filters, sort_keys=True).encode(), digest_size=8).hexdigest()
