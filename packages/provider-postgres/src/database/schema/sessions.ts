import { append } from './append.ts'
import { guarded } from './guarded.ts'
import { page } from './page.ts'

/**
 * - Numbers of sessions are never reused: code that still holds the number of a deleted session finds nothing.
 * - `sessions.sort` is an id as UTF-16, high byte first, so that the order of bytes is that of code units.
 * - A session's last message holds its end (session-end.ts), and its lock is in memory (session-lock.ts), so that an
 *   append writes a message and nothing else.
 * - `waiting` is true if the session has messages that are not in the word index (`indexed` and later).
 * - `compactions.place` is their order: all those that a fork begins with have revision 1.
 * - Times are milliseconds since 1970; sizes are UTF-16 units of JSON. `messages.size_after` is that of the session up to
 *   the end of the message.
 * - `messages.json` has the type `json`, which keeps bytes and the order of keys; `jsonb` keeps neither, and rejects
 *   U+0000.
 * - Messages and operations have no foreign key: it would write a lock to the row of the session at each insert, and the
 *   append has locked the session.
 * - Each key begins with the tenant, so that the tables can be divided by it: partitions here, machines elsewhere.
 * - Messages are added at the end of a session, so the pages of their key are filled to the last byte.
 * - Ids, texts and names are stored by `toStored`, other texts as JSON: PostgreSQL's `text` has no U+0000.
 *
 * @param partitions The number of hash partitions of the messages, by tenant; 0: one table.
 */
export function sessions(schema: string, partitions: number): string {
  return [
    guarded(
      schema,
      ['sessions', 'messages', 'compactions', 'operations', 'runs'],
      `
  CREATE TABLE ${schema}.sessions (
    tenant text NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    owner bigint NOT NULL,
    sort bytea NOT NULL,
    name text NOT NULL,
    revision integer NOT NULL,
    created_at bigint,
    changed_at bigint,
    forked_from text,
    forked_at integer,
    indexed integer NOT NULL DEFAULT 0,
    waiting boolean NOT NULL DEFAULT false,
    PRIMARY KEY (tenant, id),
    UNIQUE (tenant, owner, sort),
    FOREIGN KEY (tenant, owner) REFERENCES ${schema}.owners (tenant, id)
  );
  CREATE INDEX sessions_waiting ON ${schema}.sessions (tenant, owner) WHERE waiting;
  CREATE INDEX sessions_changed ON ${schema}.sessions (tenant, changed_at, id);
${messages(schema, partitions)}
  CREATE TABLE ${schema}.compactions (
    tenant text NOT NULL,
    session bigint NOT NULL,
    revision integer NOT NULL,
    place bigint GENERATED ALWAYS AS IDENTITY,
    start integer NOT NULL,
    stop integer NOT NULL,
    text json NOT NULL,
    native json,
    at bigint,
    PRIMARY KEY (tenant, session, revision, place),
    FOREIGN KEY (tenant, session) REFERENCES ${schema}.sessions (tenant, id) ON DELETE CASCADE
  );
  CREATE TABLE ${schema}.operations (
    tenant text NOT NULL,
    session bigint NOT NULL,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('append', 'compact')),
    revision integer NOT NULL,
    start integer NOT NULL,
    length integer NOT NULL,
    PRIMARY KEY (tenant, session, name)
  );
  CREATE TABLE ${schema}.runs (
    tenant text NOT NULL,
    session bigint NOT NULL,
    version integer NOT NULL,
    json json NOT NULL,
    PRIMARY KEY (tenant, session, version),
    FOREIGN KEY (tenant, session) REFERENCES ${schema}.sessions (tenant, id) ON DELETE CASCADE
  );`,
    ),
    append(schema),
    page(schema),
  ].join('\n')
}

function messages(schema: string, partitions: number): string {
  const parts = Array.from(
    { length: partitions },
    (_, index) => `
  CREATE TABLE ${schema}.messages_${index} PARTITION OF ${schema}.messages
    FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${index});
  ALTER TABLE ${schema}.messages_${index} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${schema}.messages_${index} FORCE ROW LEVEL SECURITY;`,
  )
  return `
  CREATE TABLE ${schema}.messages (
    session bigint NOT NULL,
    size_after bigint NOT NULL,
    at bigint,
    position integer NOT NULL,
    revision integer NOT NULL,
    tenant text NOT NULL,
    json json NOT NULL,
    PRIMARY KEY (tenant, session, position) WITH (fillfactor = 100)
  )${partitions === 0 ? '' : ' PARTITION BY HASH (tenant)'};${parts.join('')}`
}
