"""Remove documents from the index. Their files are never touched."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from kebab.documents.lookup import Documents, find_document
from kebab.wire.documents import ForgetReport


class Writer(Protocol):
    """The part of the catalog's writer that removes."""

    def batch(self) -> AbstractContextManager[None]:
        """Make one transaction of everything inside."""
        ...

    def delete_document(self, key: str) -> int:
        """Remove a document; return how many chunks went with it."""
        ...


def forget(catalog: Documents, writer: Writer, targets: Sequence[str]) -> ForgetReport:
    """Remove every document that is named, or none: one that is unknown stops it before.

    Raises DocumentNotFoundError and InvalidInputError.
    """
    documents = {found.id: found for found in (find_document(catalog, name) for name in targets)}
    with writer.batch():
        chunks = sum(writer.delete_document(key) for key in documents)
    return ForgetReport(schema_version="forget_report.v1", documents=list(documents), chunks=chunks)
