import { guarded } from './guarded.ts'

/**
 * The word index: BM25 needs, for each word of a query, the texts of one owner that have it. Its texts are numbered by
 * owner and kind in the order in which they are indexed; up to 4,096 texts or about 65,000 postings in a row form a chunk,
 * named by the number of its first text. The bytes are those of `@lamella/ranker-bm25/stores`.
 *
 * - `words`: for each term of a chunk, its postings. One search reads one row for each term and chunk, of this owner alone;
 *   new texts go to the end of the key, and a removal reads one part of it.
 * - `indexed_texts`: runs of texts with adjacent numbers: `count` messages `position` and later of session `item`, or a
 *   single memory or block. `texts` has the conversation and the lengths of each; the id there is the number of a message,
 *   or `item`.
 * - `indexed_extents`: the size of an owner's part. Whoever changes the index of an owner and kind locks this row first,
 *   so that postings are never lost; appends to sessions do not touch it. Each removal changes `version`; numbers of rows
 *   (`id`) are never used again (known-texts.ts). `important` is true if a text may have importance.
 *
 * Why not arrays of terms with GIN: below a policy, PostgreSQL uses an index only for operators that cannot reveal rows
 * of others (LEAKPROOF), which `=` is and `&&`, `@>` and `@@` are not, so each search would read the whole table. Why
 * not one row for each posting: a row costs 24 bytes and an entry of the index more, for 2 or 3 bytes of content.
 *
 * Source: PostgreSQL, "Rules and Privileges", 39.5, and pg_proc.proleakproof of PostgreSQL 15 and 18; 2026-11-23.
 *
 * - `vectors` has the vectors of memories and blocks (`position` 0) and of messages, at length 1.
 * - `embedders`: the models that an owner has vectors of; `id` is made from the name (embedders.ts).
 */
export function search(schema: string): string {
  return guarded(
    schema,
    ['indexed_extents', 'indexed_texts', 'words', 'embedders', 'vectors'],
    `
  CREATE TABLE ${schema}.indexed_extents (
    tenant text NOT NULL,
    owner bigint NOT NULL,
    kind smallint NOT NULL,
    important boolean NOT NULL,
    count integer NOT NULL,
    next integer NOT NULL,
    chunk integer NOT NULL,
    postings integer NOT NULL,
    version bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (tenant, owner, kind)
  ) WITH (fillfactor = 70);
  CREATE TABLE ${schema}.indexed_texts (
    tenant text NOT NULL,
    owner bigint NOT NULL,
    item bigint NOT NULL,
    number integer NOT NULL,
    chunk integer NOT NULL,
    position integer NOT NULL,
    count integer NOT NULL,
    kind smallint NOT NULL,
    texts bytea NOT NULL,
    PRIMARY KEY (tenant, owner, kind, number)
  );
  CREATE INDEX indexed_texts_item ON ${schema}.indexed_texts (tenant, owner, kind, item);
  CREATE TABLE ${schema}.words (
    tenant text NOT NULL,
    owner bigint NOT NULL,
    chunk integer NOT NULL,
    kind smallint NOT NULL,
    term text COLLATE "C" NOT NULL,
    postings bytea NOT NULL,
    PRIMARY KEY (tenant, owner, kind, chunk, term)
  );
  CREATE TABLE ${schema}.embedders (
    tenant text NOT NULL,
    owner bigint NOT NULL,
    id bigint NOT NULL,
    dimensions integer NOT NULL,
    name text NOT NULL,
    PRIMARY KEY (tenant, owner, id),
    FOREIGN KEY (tenant, owner) REFERENCES ${schema}.owners (tenant, id) ON DELETE CASCADE
  );
  CREATE TABLE ${schema}.vectors (
    tenant text NOT NULL,
    owner bigint NOT NULL,
    item bigint NOT NULL,
    position integer NOT NULL,
    embedder bigint NOT NULL,
    kind smallint NOT NULL,
    hash bytea NOT NULL,
    vector real[] NOT NULL,
    PRIMARY KEY (tenant, owner, kind, item, position, embedder),
    FOREIGN KEY (tenant, owner, embedder) REFERENCES ${schema}.embedders (tenant, owner, id) ON DELETE CASCADE
  );
  CREATE INDEX vectors_hash ON ${schema}.vectors (tenant, owner, kind, embedder, hash);`,
  )
}
