/**
 * What each version of the database adds to the previous one. Never changed once published: a change is a new entry.
 *
 * - `owners`: one row for each tenant, user and agent ('' for none), with the amount of their indexed data.
 * - Numbers of owners, sessions and entries are never reused (AUTOINCREMENT): code that still holds the number of a
 *   deleted row, such as a search that waits for an embedder, finds nothing, rather than another owner's data.
 * - `sort` is an id as UTF-16, high byte first, so that SQLite's byte order equals the order of code units.
 * - `messages.key` is the session's number times 100,000,000 plus the position: the messages of a session are adjacent,
 *   and appending writes to only one b-tree. The last message holds the revision, length and size of its session.
 * - `sessions.changed_revision` and `changed_at` belong to the last change that was not an append.
 * - Times are milliseconds since 1970. `changed_at` of a message is the last known time when it was appended.
 * - `sessions.indexed`: messages before this position are in the word index; `waiting` is 1 if there are more.
 * - `blocks` has the columns that change with each update, and is small; SQLite writes whole rows, so large values are
 *   in other tables. `snapshot_revision`: updates up to it are in the snapshot. `content_revision` and `text_revision`
 *   are the revisions that the content and the text reflect.
 * - `backups`: unfinished backups, each with its process and the file of the database.
 * - `compactions.native`: a provider's own summary as JSON; NULL if there is none.
 * - `runs.zeros` is a page of zeros, so that `json` is on pages of its own (run-rows.ts).
 * - `block_shares`: who may use a block of another owner of the same tenant.
 * - The indexes have terms and no texts: `<owner>·<term>`, so that a search never touches another owner's words.
 */
export const versions: readonly string[] = [
  `
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

  CREATE VIRTUAL TABLE message_index USING fts5 (said, around, tokenize = 'porter ascii', columnsize = 0);
  INSERT INTO message_index (message_index, rank) VALUES ('secure-delete', 1);
  CREATE VIRTUAL TABLE message_words USING fts5vocab (message_index, instance);

  CREATE VIRTUAL TABLE entry_index USING fts5 (said, around, tokenize = 'porter ascii', columnsize = 0);
  INSERT INTO entry_index (entry_index, rank) VALUES ('secure-delete', 1);
  CREATE VIRTUAL TABLE entry_words USING fts5vocab (entry_index, instance);

  CREATE VIRTUAL TABLE block_index USING fts5 (said, around, tokenize = 'porter ascii', columnsize = 0);
  INSERT INTO block_index (block_index, rank) VALUES ('secure-delete', 1);
  CREATE VIRTUAL TABLE block_words USING fts5vocab (block_index, instance);
  `,
  `
  CREATE TABLE block_shares (
    block INTEGER NOT NULL REFERENCES blocks ON DELETE CASCADE,
    grantee INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    permission TEXT NOT NULL,
    write INTEGER NOT NULL,
    PRIMARY KEY (block, grantee)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX block_shares_grantee ON block_shares (grantee);
  `,
  `
  CREATE TABLE backups (
    path TEXT PRIMARY KEY,
    file TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started TEXT NOT NULL,
    host TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE runs (
    session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    version INTEGER NOT NULL,
    zeros BLOB NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  `,
  `
  ALTER TABLE compactions ADD COLUMN native TEXT;
  `,
]
