import { createHash } from 'node:crypto'

/** How much the tables of a large schema have. */
export interface Large {
  readonly tenants: number
  /** Sessions of each tenant, and messages of each session. */
  readonly sessions: number
  readonly messages: number
  /** Memory entries, blobs and blocks of each user, of whom each tenant has two, and updates of each block. */
  readonly entries: number
  readonly blobs: number
  readonly blocks: number
  readonly updates: number
}

const tables = [
  ...['owners', 'sessions', 'messages', 'compactions', 'operations', 'runs', 'entries', 'blocks', 'block_values'],
  ...['block_snapshots', 'block_updates', 'block_operations', 'block_shares'],
  ...['indexed_extents', 'indexed_texts', 'words', 'blobs', 'blob_parts', 'blob_links'],
]

const key = (user: string): string => `sha256(convert_to('["${user}",""]', 'UTF8'))`

/** The counts of the parts of a text, and of a term in it, of which the text itself has one. */
const once = `'\\x20'::bytea`

/** The conversation and the lengths of a text with one term. */
const group = (number: string): string => `pg_temp.bytes_of(${number}) || ${once}`

/** Returns the statements that fill the tables as the stores do, but many rows at once. Ids are `s1`, `e1`, `b1` and so on. */
export function filling(
  schema: string,
  { tenants, sessions, messages, entries, blobs, blocks, updates }: Large,
): string {
  // A short id as UTF-16: a letter and a digit.
  const sort = (letter: string, number: string): string =>
    `decode('00${letter.charCodeAt(0).toString(16)}003' || ${number}, 'hex')`
  // The label with a zero after each byte: UTF-16, low byte first.
  const utf16 = `decode(regexp_replace(encode(('label ' || b)::bytea, 'hex'), '(..)', '\\1' || '00', 'g'), 'hex')`
  return `
  INSERT INTO ${schema}.owners (tenant, key, user_id, agent_id)
    SELECT 'tenant ' || t, u.key, u.name, ''
    FROM generate_series(1, ${tenants}) t, (VALUES ('ada', ${key('ada')}), ('bob', ${key('bob')})) AS u (name, key);
  INSERT INTO ${schema}.sessions (tenant, owner, sort, name, revision, changed_at, indexed)
    SELECT o.tenant, o.id, ${sort('s', 's')}, 's' || s, 1, 0, ${messages}
    FROM ${schema}.owners o, generate_series(1, ${sessions}) s WHERE o.user_id = 'ada';
  INSERT INTO ${schema}.messages (tenant, session, position, revision, size_after, json)
    SELECT s.tenant, s.id, m, 1, (m + 1) * 33, '{"role":"user","content":"Hello"}'
    FROM ${schema}.sessions s, generate_series(0, ${messages - 1}) m;
  INSERT INTO ${schema}.compactions (tenant, session, revision, start, stop, text)
    SELECT tenant, id, 1, 0, 2, '"Two messages"' FROM ${schema}.sessions;
  INSERT INTO ${schema}.operations (tenant, session, name, kind, revision, start, length)
    SELECT tenant, id, 'first', 'append', 1, 0, ${messages} FROM ${schema}.sessions;
  INSERT INTO ${schema}.runs (tenant, session, version, json) SELECT tenant, id, 1, '{}' FROM ${schema}.sessions;
  INSERT INTO ${schema}.entries (tenant, owner, revision, waiting, sort, json)
    SELECT o.tenant, o.id, 1, false, ${sort('e', 'e')}, json_build_object('id', 'e' || e, 'text', 'word')
    FROM ${schema}.owners o, generate_series(1, ${entries}) e;
  INSERT INTO ${schema}.blocks (tenant, owner, sort, name, label, label_key, kind, revision, content_revision,
      text_revision, snapshot_revision, snapshot_size, updates, updates_size, waiting)
    SELECT o.tenant, o.id, ${sort('b', 'b')}, 'b' || b, 'label ' || b, sha256(${utf16}), 'core',
      ${updates + 1}, ${updates + 1}, 1, 1, 4, ${updates}, ${updates * 4}, false
    FROM ${schema}.owners o, generate_series(1, ${blocks}) b;
  INSERT INTO ${schema}.block_values (tenant, block, meta, text) SELECT tenant, id, '{}', '"word"' FROM ${schema}.blocks;
  INSERT INTO ${schema}.block_snapshots (tenant, block, bytes) SELECT tenant, id, 'abcd' FROM ${schema}.blocks;
  INSERT INTO ${schema}.block_updates (tenant, block, revision, bytes)
    SELECT tenant, id, u + 1, 'abcd' FROM ${schema}.blocks, generate_series(1, ${updates}) u;
  INSERT INTO ${schema}.block_operations (tenant, block, name, revision, hash)
    SELECT tenant, id, 'first', 2, 'abcd' FROM ${schema}.blocks;
  INSERT INTO ${schema}.block_shares (tenant, block, grantee, permission, write)
    SELECT b.tenant, b.id, g.id, 'read', false
    FROM ${schema}.blocks b JOIN ${schema}.owners o ON o.id = b.owner AND o.user_id = 'ada'
      JOIN ${schema}.owners g ON g.tenant = b.tenant AND g.user_id = 'bob';
  CREATE FUNCTION pg_temp.bytes_of(value bigint) RETURNS bytea LANGUAGE plpgsql AS $body$
    DECLARE result bytea := '';
    BEGIN
      WHILE value > 127 LOOP
        result := result || set_byte('x', 0, (value % 128 + 128)::integer);
        value := value / 128;
      END LOOP;
      RETURN result || set_byte('x', 0, value::integer);
    END $body$;
  CREATE TEMPORARY TABLE texts AS
    SELECT tenant, owner, 1::smallint AS kind, id, row_number() OVER (PARTITION BY owner ORDER BY id) - 1 AS number
    FROM ${schema}.entries UNION ALL
    SELECT tenant, owner, 2::smallint, id, row_number() OVER (PARTITION BY owner ORDER BY id) - 1 FROM ${schema}.blocks;
  INSERT INTO ${schema}.indexed_extents (tenant, owner, kind, version, count, next, chunk, postings, important)
    SELECT tenant, owner, kind, 0, count(*), count(*), 0, count(*), false FROM texts GROUP BY 1, 2, 3;
  INSERT INTO ${schema}.indexed_texts (tenant, owner, kind, number, chunk, item, position, count, texts)
    SELECT tenant, owner, kind, number, 0, id, 0, 1, pg_temp.bytes_of(id + 1) || ${group('0')} FROM texts;
  INSERT INTO ${schema}.words (tenant, owner, kind, chunk, term, postings)
    SELECT tenant, owner, kind, 0, 'word', string_agg(pg_temp.bytes_of(number) || ${once}, '' ORDER BY number)
    FROM texts GROUP BY 1, 2, 3;
  DROP TABLE texts;
  INSERT INTO ${schema}.indexed_extents (tenant, owner, kind, version, count, next, chunk, postings, important)
    SELECT tenant, owner, 0, 0, ${sessions * messages}, ${sessions * messages}, 0, ${sessions * messages}, false
    FROM ${schema}.sessions GROUP BY 1, 2;
  INSERT INTO ${schema}.indexed_texts (tenant, owner, kind, number, chunk, item, position, count, texts)
    SELECT s.tenant, s.owner, 0, s.number, 0, s.id, 0, ${messages}, (
      SELECT string_agg(pg_temp.bytes_of(s.number + n + 1) || ${group('s.id')}, '' ORDER BY n)
      FROM generate_series(0, ${messages - 1}) n)
    FROM (
      SELECT tenant, owner, id, (row_number() OVER (PARTITION BY owner ORDER BY id) - 1) * ${messages} AS number
      FROM ${schema}.sessions) s;
  INSERT INTO ${schema}.words (tenant, owner, kind, chunk, term, postings)
    SELECT tenant, id, 0, 0, 'hello', (
      SELECT string_agg(pg_temp.bytes_of(n) || ${once}, '' ORDER BY n)
      FROM generate_series(0, ${sessions * messages - 1}) n)
    FROM ${schema}.owners WHERE user_id = 'ada';
  INSERT INTO ${schema}.blobs (tenant, owner, id, size)
    SELECT tenant, id, 'blob' || b, 4 FROM ${schema}.owners, generate_series(1, ${blobs}) b;
  INSERT INTO ${schema}.blob_parts (tenant, blob, part, bytes) SELECT tenant, number, 0, 'abcd' FROM ${schema}.blobs;
  INSERT INTO ${schema}.blob_links (tenant, owner, session, id, media_type)
    SELECT b.tenant, b.owner, ${sort('s', 's')}, b.id, 'text/plain'
    FROM ${schema}.blobs b, generate_series(1, ${sessions}) s;
  ${tables.map((table) => `ANALYZE ${schema}.${table};`).join(' ')}`
}

/** Returns the statements that give each memory entry a vector of an embedder of four dimensions, by its name. */
export function fillingVectors(schema: string, embedder: string): string {
  const number = createHash('sha256').update(embedder).digest().readUIntBE(0, 6)
  return `INSERT INTO ${schema}.embedders (tenant, owner, id, dimensions, name)
    SELECT DISTINCT e.tenant, e.owner, ${number}, 4, '${embedder}' FROM ${schema}.entries e;
  INSERT INTO ${schema}.vectors (tenant, owner, kind, embedder, item, position, hash, vector)
    SELECT e.tenant, e.owner, 1, ${number}, e.id, 0, sha256(e.id::text::bytea), '{0.5,0.5,0.5,0.5}'
    FROM ${schema}.entries e;
  ANALYZE ${schema}.vectors;`
}
