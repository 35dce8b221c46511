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
 * - `runs.zeros` is a page of zeros, so that `json` is on pages of its own (run-rows.ts).
 * - `block_shares`: who may use a block of another owner of the same tenant.
 * - `blobs`: contents, once for each owner, with their bytes in `blob_parts`, whose key is the content's number times 1,024
 *   plus the place of the part. `blob_links`: which session has which content, and what is known of it there. A session
 *   need not exist, so its id stands here as a sort key.
 * - The indexes have terms and no texts: `<owner>·<term>`, so that a search never touches another owner's words.
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
    session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    version INTEGER NOT NULL,
    zeros BLOB NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
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
]
