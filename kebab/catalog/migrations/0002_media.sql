-- Documents of every medium: where a chunk stands in its own one, what a source file belongs to,
-- and what was read by OCR, so that it is read once.

ALTER TABLE chunks ADD COLUMN place TEXT NOT NULL DEFAULT '{}';          -- JSON of a Place; {}: lines

ALTER TABLE documents ADD COLUMN code_lang TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN repo TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN branch TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN commit_id TEXT NOT NULL DEFAULT '';

CREATE TABLE derivations (
    id         INTEGER PRIMARY KEY,
    kind       TEXT NOT NULL,                         -- what was derived, and by which version
    key        BLOB NOT NULL,                         -- hash of what it was derived from
    value      BLOB NOT NULL,
    checksum   BLOB NOT NULL,                         -- blake3 of the value; a wrong one is no entry
    used_at_ms INTEGER NOT NULL,
    UNIQUE (kind, key)
);
