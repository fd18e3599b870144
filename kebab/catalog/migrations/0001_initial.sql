-- The catalog as it first was. Never edited after it landed: a change is a new file.

CREATE TABLE state (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE documents (
    id              TEXT PRIMARY KEY,          -- 32 hex digits of blake3(source, path): an edit keeps it
    source_id       TEXT NOT NULL,
    path            TEXT NOT NULL,             -- below the source's root, POSIX, NFC
    disk_path       TEXT,                      -- absolute, as the file system spells it; NULL: from stdin
    source_uri      TEXT,
    media           TEXT NOT NULL,
    title           TEXT NOT NULL,
    lang            TEXT NOT NULL,
    trust_level     TEXT NOT NULL,
    source_type     TEXT NOT NULL,
    size_bytes      INTEGER NOT NULL,
    mtime_ns        INTEGER NOT NULL,
    content_hash    TEXT NOT NULL,
    fingerprint     TEXT NOT NULL,             -- of every version and setting that shaped the chunks
    parser_version  TEXT NOT NULL,
    chunker_version TEXT NOT NULL,
    encoding        TEXT,
    metadata        TEXT NOT NULL DEFAULT '{}',
    warnings        TEXT NOT NULL DEFAULT '[]',
    body            BLOB,                      -- zlib of the text, for documents that have no file
    version         INTEGER NOT NULL,
    shard           INTEGER NOT NULL,
    created_at_ms   INTEGER NOT NULL,
    updated_at_ms   INTEGER NOT NULL,
    UNIQUE (source_id, path)
);
CREATE INDEX documents_by_path ON documents (path);

CREATE TABLE tags (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    tag         TEXT NOT NULL,
    PRIMARY KEY (document_id, tag)
) WITHOUT ROWID;

CREATE TABLE chunks (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,   -- AUTOINCREMENT: an id is never used again
    chunk_id     TEXT NOT NULL UNIQUE,                -- what users see, 32 hex digits
    document_id  TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal      INTEGER NOT NULL,
    shard        INTEGER NOT NULL,
    heading_path TEXT NOT NULL,                       -- JSON array
    text         TEXT NOT NULL,
    line_start   INTEGER NOT NULL,
    line_end     INTEGER NOT NULL,
    token_count  INTEGER NOT NULL,
    passage_key  BLOB NOT NULL                        -- hash of what is embedded for this chunk
);
CREATE INDEX chunks_by_document ON chunks (document_id, ordinal);
CREATE INDEX chunks_by_shard ON chunks (shard, id);

-- Every vector ever computed, by what was embedded: the cache that makes a re-chunked or renamed
-- document cheap. `vectors` says which one a chunk has now.
CREATE TABLE embeddings (
    id         INTEGER PRIMARY KEY,
    model      TEXT NOT NULL,                         -- identity of the vector space
    key        BLOB NOT NULL,
    vector     BLOB NOT NULL,                         -- float16, little-endian
    used_at_ms INTEGER NOT NULL,
    UNIQUE (model, key)
);

CREATE TABLE vectors (
    chunk_row    INTEGER PRIMARY KEY REFERENCES chunks (id) ON DELETE CASCADE,
    shard        INTEGER NOT NULL,
    embedding_id INTEGER NOT NULL REFERENCES embeddings (id)
);
CREATE INDEX vectors_by_shard ON vectors (shard, chunk_row);
CREATE INDEX vectors_by_embedding ON vectors (embedding_id);

CREATE TABLE log (
    revision  INTEGER PRIMARY KEY AUTOINCREMENT,
    shard     INTEGER NOT NULL,
    operation INTEGER NOT NULL,                       -- 1 chunk added, 2 chunk deleted, 3 vector added
    chunk_row INTEGER NOT NULL
);
CREATE INDEX log_by_shard ON log (shard, operation, revision);
