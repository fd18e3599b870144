-- What was said with a document that was added by itself. With it the document is derived again
-- when what reads it has changed, as if it were added once more.

CREATE TABLE given (
    document_id TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    facts       TEXT NOT NULL,                        -- JSON of title, tags and metadata
    content     BLOB                                  -- zlib of it as it came; NULL: the file or the body has it
) WITHOUT ROWID;
