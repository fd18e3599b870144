"""What was said with documents that were added one by one: put and read."""

from __future__ import annotations

import json

from kebab.catalog.connection import Connection
from kebab.catalog.records import Given

_PUT = """
INSERT INTO given (document_id, facts, content) VALUES (?1, ?2, ?3)
ON CONFLICT (document_id) DO UPDATE SET facts = ?2, content = ?3
"""


def put_given(db: Connection, document_id: str, given: Given | None) -> None:
    """Store what was said with a document, in place of what was said before."""
    if given is None:
        db.execute("DELETE FROM given WHERE document_id = ?", (document_id,))
        return
    facts = {"title": given.title, "tags": given.tags, "metadata": dict(given.metadata)}
    values = (document_id, json.dumps(facts, ensure_ascii=False), given.content)
    db.execute(_PUT, values)


def get_given(db: Connection, document_id: str) -> Given | None:
    """Read what was said with a document; None where nothing is known of it."""
    query = "SELECT facts, content FROM given WHERE document_id = ?"
    row = db.execute(query, (document_id,)).fetchone()
    if row is None:
        return None
    facts = json.loads(row[0])
    return Given(facts["title"], tuple(facts["tags"]), facts["metadata"], row[1])
