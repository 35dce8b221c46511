import { firstVersion } from './first-version.ts'

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
 * - `runs`: the first row of a session is the whole state, the others are what was added. `zeros` keeps `json` on pages of its own (runs.ts).
 * - `block_shares`: who may use a block of another owner of the same tenant.
 * - `blobs`: contents, once for each owner, with their bytes in `blob_parts`, whose key is the content's number times 1,024
 *   plus the place of the part. `blob_links`: which session has which content, with its metadata there. A session
 *   need not exist, so its id is here as a sort key.
 * - `word_chunks`: the indexed texts of one owner and kind (kinds.ts), in parts. `texts` has the number, the conversation and the
 *   lengths of each; `places` is how many it has, removed ones included; `postings` is how many (text, term) were added;
 *   `version` grows when texts are removed; what is added follows at the end. `words`: which texts of a chunk have a term, by their place in it. Both are in the
 *   forms of `@lamella/ranker-bm25/stores`. `indexed_texts`: the chunk of each text.
 */
export const versions: readonly string[] = [
  firstVersion,
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
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    version INTEGER NOT NULL,
    zeros BLOB NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (session, version)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE compactions ADD COLUMN native TEXT;
  `,
  `
  CREATE TABLE blobs (
    number INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    id TEXT NOT NULL,
    size INTEGER NOT NULL,
    UNIQUE (owner, id)
  ) STRICT;

  CREATE TABLE blob_parts (
    key INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
  ) STRICT;

  CREATE TABLE blob_links (
    owner INTEGER NOT NULL,
    session BLOB NOT NULL,
    id TEXT NOT NULL,
    media_type TEXT NOT NULL,
    name TEXT,
    at INTEGER,
    PRIMARY KEY (owner, session, id),
    FOREIGN KEY (owner, id) REFERENCES blobs (owner, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX blob_links_id ON blob_links (owner, id);
  `,
  `
  DROP TABLE IF EXISTS message_words;
  DROP TABLE IF EXISTS entry_words;
  DROP TABLE IF EXISTS block_words;
  DROP TABLE IF EXISTS message_index;
  DROP TABLE IF EXISTS entry_index;
  DROP TABLE IF EXISTS block_index;
  DROP TABLE message_terms;
  ALTER TABLE owners DROP COLUMN message_count;
  ALTER TABLE owners DROP COLUMN message_terms;
  ALTER TABLE owners DROP COLUMN entry_count;
  ALTER TABLE owners DROP COLUMN entry_terms;
  ALTER TABLE owners DROP COLUMN block_count;
  ALTER TABLE owners DROP COLUMN block_terms;
  ALTER TABLE entries DROP COLUMN terms;
  ALTER TABLE blocks DROP COLUMN terms;

  CREATE TABLE word_chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    version INTEGER NOT NULL,
    places INTEGER NOT NULL,
    postings INTEGER NOT NULL,
    texts BLOB NOT NULL
  ) STRICT;
  CREATE INDEX word_chunks_owner ON word_chunks (owner, kind);

  CREATE TABLE words (
    chunk INTEGER NOT NULL REFERENCES word_chunks ON DELETE CASCADE,
    term TEXT NOT NULL,
    postings BLOB NOT NULL,
    PRIMARY KEY (chunk, term)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE indexed_texts (
    kind INTEGER NOT NULL,
    id INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX indexed_texts_chunk ON indexed_texts (chunk);
  `,
  // Also finds the name in other texts, which only costs time.
  `
  CREATE INDEX entries_important ON entries (owner) WHERE instr(json, '"importance":') > 0;
  `,
  // The index knows voices and the parts of long texts.
  '',
]

/** Databases before this version have no index of words, or that of another analysis: it is made when they are opened. */
export const indexVersion = 9
