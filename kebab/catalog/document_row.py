"""How a document becomes a row of the catalog: the statement that puts it there, and its values."""

from __future__ import annotations

import json

from kebab.catalog.records import NewDocument

PUT_DOCUMENT = """
INSERT INTO documents (id, source_id, path, disk_path, source_uri, media, title, lang,
    trust_level, source_type, size_bytes, mtime_ns, content_hash, fingerprint, parser_version,
    chunker_version, encoding, metadata, warnings, body, code_lang, repo, branch, commit_id,
    version, shard, created_at_ms, updated_at_ms)
VALUES (:id, :source_id, :path, :disk_path, :source_uri, :media, :title, :lang,
    :trust_level, :source_type, :size_bytes, :mtime_ns, :content_hash, :fingerprint,
    :parser_version, :chunker_version, :encoding, :metadata, :warnings, :body, :code_lang, :repo,
    :branch, :commit_id, 1, :shard, :now_ms, :now_ms)
ON CONFLICT (id) DO UPDATE SET disk_path = :disk_path, source_uri = :source_uri, media = :media,
    title = :title, lang = :lang, trust_level = :trust_level, source_type = :source_type,
    size_bytes = :size_bytes, mtime_ns = :mtime_ns, content_hash = :content_hash,
    fingerprint = :fingerprint, parser_version = :parser_version,
    chunker_version = :chunker_version, encoding = :encoding, metadata = :metadata,
    warnings = :warnings, body = :body, code_lang = :code_lang, repo = :repo, branch = :branch,
    commit_id = :commit_id, version = version + 1, updated_at_ms = :now_ms
"""


def columns_of(document: NewDocument, key: str, shard: int, now_ms: int) -> dict[str, object]:
    """Give the values that the statement names."""
    names = (
        "source_id",
        "path",
        "disk_path",
        "source_uri",
        "media",
        "title",
        "lang",
        "trust_level",
        "source_type",
        "size_bytes",
        "mtime_ns",
        "content_hash",
        "fingerprint",
        "parser_version",
        "chunker_version",
        "encoding",
        "body",
        "code_lang",
        "repo",
        "branch",
        "commit_id",
    )
    return {
        **{name: getattr(document, name) for name in names},
        "id": key,
        "shard": shard,
        "metadata": json.dumps(document.metadata, ensure_ascii=False),
        "warnings": json.dumps(document.warnings, ensure_ascii=False),
        "now_ms": now_ms,
    }
