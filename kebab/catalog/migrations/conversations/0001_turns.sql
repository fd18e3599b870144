-- The conversations as they first were. Never edited after it landed: a change is a new file.

CREATE TABLE turns (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    session     TEXT NOT NULL,
    number      INTEGER NOT NULL,                     -- from 1; goes on when older ones were dropped
    question    TEXT NOT NULL,                        -- in full, as it was looked up
    answer      TEXT NOT NULL,
    grounded    INTEGER NOT NULL,
    asked_at_ms INTEGER NOT NULL,
    documents   TEXT NOT NULL,                        -- JSON array: ids of what the answer quotes
    UNIQUE (session, number)
);
CREATE INDEX turns_by_time ON turns (asked_at_ms);
