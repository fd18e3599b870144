"""Make documents as the catalog takes them, where a test cares about one or two of their fields."""

from kebab.catalog.records import NewDocument


def new_document(path="a.md", **changes):
    """Make a document that is plain but for `changes`."""
    fields = {
        "source_id": "notes",
        "path": path,
        "media": "markdown",
        "title": "A",
        "lang": "en",
        "trust_level": "primary",
        "source_type": "note",
        "size_bytes": 10,
        "mtime_ns": 1,
        "content_hash": "00",
        "fingerprint": "f",
        "parser_version": "markdown-1",
        "chunker_version": "heading-1",
    }
    return NewDocument(**{**fields, **changes})
