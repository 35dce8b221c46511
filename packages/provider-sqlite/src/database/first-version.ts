/** The tables of the first version; `schema.ts` says what they hold. Never changed once published. */
export const firstVersion = `
  CREATE TABLE owners (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    user TEXT NOT NULL,
    agent TEXT NOT NULL,
    message_count INTEGER NOT NULL DEFAULT 0,
    message_terms INTEGER NOT NULL DEFAULT 0,
    entry_count INTEGER NOT NULL DEFAULT 0,
    entry_terms INTEGER NOT NULL DEFAULT 0,
    block_count INTEGER NOT NULL DEFAULT 0,
    block_terms INTEGER NOT NULL DEFAULT 0,
    UNIQUE (tenant, user, agent)
  ) STRICT;

  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    sort BLOB NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER,
    changed_revision INTEGER NOT NULL DEFAULT 0,
    changed_at INTEGER,
    forked_from TEXT,
    forked_at INTEGER,
    indexed INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,
    UNIQUE (owner, sort)
  ) STRICT;
  CREATE INDEX sessions_waiting ON sessions (owner) WHERE waiting = 1;

  CREATE TABLE messages (
    key INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    size_before INTEGER NOT NULL,
    size INTEGER NOT NULL,
    at INTEGER,
    changed_at INTEGER,
    json TEXT NOT NULL
  ) STRICT;

  CREATE TABLE compactions (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    first INTEGER NOT NULL,
    behind INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER
  ) STRICT;
  CREATE INDEX compactions_session ON compactions (session, revision);

  CREATE TABLE operations (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('append', 'compact')),
    revision INTEGER NOT NULL,
    start INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (session, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    sort BLOB NOT NULL,
    revision INTEGER NOT NULL,
    created_at INTEGER,
    updated_at INTEGER,
    json TEXT NOT NULL,
    terms INTEGER NOT NULL,
    UNIQUE (owner, sort)
  ) STRICT;

  CREATE TABLE blocks (
    id INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    sort BLOB NOT NULL,
    name TEXT NOT NULL,
    label TEXT NOT NULL,
    kind TEXT NOT NULL,
    revision INTEGER NOT NULL,
    content_revision INTEGER NOT NULL,
    text_revision INTEGER NOT NULL,
    snapshot_revision INTEGER NOT NULL,
    snapshot_size INTEGER NOT NULL,
    updates INTEGER NOT NULL,
    updates_size INTEGER NOT NULL,
    created_at INTEGER,
    updated_at INTEGER,
    terms INTEGER NOT NULL,
    UNIQUE (owner, sort),
    UNIQUE (owner, label)
  ) STRICT;

  CREATE TABLE block_values (
    block INTEGER PRIMARY KEY REFERENCES blocks ON DELETE CASCADE,
    meta TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;

  CREATE TABLE block_snapshots (
    block INTEGER PRIMARY KEY REFERENCES blocks ON DELETE CASCADE,
    snapshot BLOB NOT NULL
  ) STRICT;

  CREATE TABLE block_updates (
    id INTEGER PRIMARY KEY,
    block INTEGER NOT NULL REFERENCES blocks ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (block, revision)
  ) STRICT;

  CREATE TABLE block_operations (
    block INTEGER NOT NULL REFERENCES blocks ON DELETE CASCADE,
    name TEXT NOT NULL,
    revision INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (block, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE message_terms (
    key INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL,
    terms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE embedders (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE message_vectors (
    id INTEGER PRIMARY KEY,
    embedder INTEGER NOT NULL REFERENCES embedders ON DELETE CASCADE,
    owner INTEGER NOT NULL,
    item INTEGER NOT NULL,
    hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (embedder, owner, item)
  ) STRICT;
  CREATE INDEX message_vectors_hash ON message_vectors (embedder, owner, hash);
  CREATE INDEX message_vectors_item ON message_vectors (item);

  CREATE TABLE entry_vectors (
    id INTEGER PRIMARY KEY,
    embedder INTEGER NOT NULL REFERENCES embedders ON DELETE CASCADE,
    owner INTEGER NOT NULL,
    item INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
    hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (embedder, owner, item)
  ) STRICT;
  CREATE INDEX entry_vectors_hash ON entry_vectors (embedder, owner, hash);
  CREATE INDEX entry_vectors_item ON entry_vectors (item);

  CREATE TABLE block_vectors (
    id INTEGER PRIMARY KEY,
    embedder INTEGER NOT NULL REFERENCES embedders ON DELETE CASCADE,
    owner INTEGER NOT NULL,
    item INTEGER NOT NULL REFERENCES blocks ON DELETE CASCADE,
    hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (embedder, owner, item)
  ) STRICT;
  CREATE INDEX block_vectors_hash ON block_vectors (embedder, owner, hash);
  CREATE INDEX block_vectors_item ON block_vectors (item);

  CREATE TABLE deletions (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    marked INTEGER NOT NULL,
    purged INTEGER NOT NULL
  ) STRICT;
  INSERT INTO deletions VALUES (1, 0, 0);
`
