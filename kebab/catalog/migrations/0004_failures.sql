-- Files that could not be read, so that one that would fail the same way is not read again.

CREATE TABLE failures (
    source_id    TEXT NOT NULL,                       -- there may be no document of this source and path
    path         TEXT NOT NULL,
    disk_path    TEXT NOT NULL,
    size_bytes   INTEGER NOT NULL,                    -- with the next two: the file as it was then
    mtime_ns     INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    fingerprint  TEXT NOT NULL,                       -- of what else the outcome depends on
    error        TEXT NOT NULL,                       -- JSON: the fields of error.v1
    failed_at_ms INTEGER NOT NULL,
    PRIMARY KEY (source_id, path)
) WITHOUT ROWID;
