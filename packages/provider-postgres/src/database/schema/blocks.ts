import { guarded } from './guarded.ts'

/**
 * - `blocks` has the columns that change with each update, and is small; large values are in other tables. No index has
 *   a column that an append changes, and with free space on the page PostgreSQL updates the row without an index (HOT).
 * - `label_key` is a hash: together with a tenant, a label could be longer than an entry of an index.
 * - `snapshot_revision`: updates up to it are in the snapshot. `content_revision` and `text_revision` are the revisions
 *   that the content and the text reflect. Sizes are bytes; times are milliseconds since 1970.
 * - `waiting` is true if the words of the text and the label are not in the word index.
 * - Bytes are stored uncompressed and outside the rows (EXTERNAL), so that a part of them can be read alone.
 * - Updates have no foreign key: it would look up the block at each insert, which the append has locked.
 * - `block_shares`: who may use a block of another owner of the same tenant.
 */
export function blocks(schema: string): string {
  return [
    guarded(
      schema,
      ['blocks', 'block_values', 'block_snapshots', 'block_updates', 'block_operations', 'block_shares'],
      `
  CREATE TABLE ${schema}.blocks (
    tenant text NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    owner bigint NOT NULL,
    sort bytea NOT NULL,
    name text NOT NULL,
    label text NOT NULL,
    label_key bytea NOT NULL,
    kind text NOT NULL,
    revision integer NOT NULL,
    content_revision integer NOT NULL,
    text_revision integer NOT NULL,
    snapshot_revision integer NOT NULL,
    snapshot_size integer NOT NULL,
    updates integer NOT NULL,
    updates_size bigint NOT NULL,
    created_at bigint,
    updated_at bigint,
    waiting boolean NOT NULL DEFAULT true,
    PRIMARY KEY (tenant, id),
    UNIQUE (tenant, owner, sort),
    UNIQUE (tenant, owner, label_key),
    FOREIGN KEY (tenant, owner) REFERENCES ${schema}.owners (tenant, id)
  ) WITH (fillfactor = 70);
  CREATE INDEX blocks_waiting ON ${schema}.blocks (tenant, owner) WHERE waiting;
  CREATE TABLE ${schema}.block_values (
    tenant text NOT NULL,
    block bigint NOT NULL,
    meta json NOT NULL,
    text json NOT NULL,
    PRIMARY KEY (tenant, block),
    FOREIGN KEY (tenant, block) REFERENCES ${schema}.blocks (tenant, id) ON DELETE CASCADE
  );
  CREATE TABLE ${schema}.block_snapshots (
    tenant text NOT NULL,
    block bigint NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (tenant, block),
    FOREIGN KEY (tenant, block) REFERENCES ${schema}.blocks (tenant, id) ON DELETE CASCADE
  );
  ALTER TABLE ${schema}.block_snapshots ALTER COLUMN bytes SET STORAGE EXTERNAL;
  CREATE TABLE ${schema}.block_updates (
    tenant text NOT NULL,
    block bigint NOT NULL,
    revision integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (tenant, block, revision)
  );
  ALTER TABLE ${schema}.block_updates ALTER COLUMN bytes SET STORAGE EXTERNAL;
  CREATE TABLE ${schema}.block_operations (
    tenant text NOT NULL,
    block bigint NOT NULL,
    name text NOT NULL,
    revision integer NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (tenant, block, name),
    FOREIGN KEY (tenant, block) REFERENCES ${schema}.blocks (tenant, id) ON DELETE CASCADE
  );
  CREATE TABLE ${schema}.block_shares (
    tenant text NOT NULL,
    block bigint NOT NULL,
    grantee bigint NOT NULL,
    permission text NOT NULL,
    write boolean NOT NULL,
    PRIMARY KEY (tenant, block, grantee),
    FOREIGN KEY (tenant, block) REFERENCES ${schema}.blocks (tenant, id) ON DELETE CASCADE,
    FOREIGN KEY (tenant, grantee) REFERENCES ${schema}.owners (tenant, id)
  );
  CREATE INDEX block_shares_grantee ON ${schema}.block_shares (tenant, grantee);`,
    ),
    appendUpdate(schema),
    readBlock(schema),
    changedBlocks(schema),
  ].join('\n')
}

/**
 * Appends in one statement, without a look first. The update locks the block and checks what the caller expects; if it
 * returns no row, nothing was changed, and the caller looks why. An operation that another connection makes at the same
 * time fails as a duplicate. `reader` is the grantee of a shared block, and NULL for its owner.
 */
function appendUpdate(schema: string): string {
  return `
  CREATE FUNCTION ${schema}.append_update(
    of_tenant text, of_owner bytea, of_block bytea, reader bytea, relied_on text, added bytea, added_hash bytea,
    made_at bigint, expected bigint, operation text
  ) RETURNS TABLE (new_revision integer)
  LANGUAGE plpgsql AS $$
  DECLARE
    head record;
  BEGIN
    PERFORM set_config('lamella.tenant', of_tenant, true);
    UPDATE ${schema}.blocks b SET
      revision = b.revision + 1, content_revision = b.revision + 1,
      updates = b.updates + 1, updates_size = b.updates_size + octet_length(added),
      created_at = coalesce(b.created_at, made_at), updated_at = coalesce(made_at, b.updated_at)
    FROM ${schema}.owners o
    WHERE o.tenant = of_tenant AND o.key = of_owner
      AND b.tenant = of_tenant AND b.owner = o.id AND b.sort = of_block
      AND (expected IS NULL OR b.revision = expected)
      AND (operation IS NULL OR NOT EXISTS (
        SELECT FROM ${schema}.block_operations p WHERE p.tenant = of_tenant AND p.block = b.id AND p.name = operation))
      AND (reader IS NULL OR EXISTS (
        SELECT FROM ${schema}.owners g JOIN ${schema}.block_shares h
          ON h.tenant = of_tenant AND h.block = b.id AND h.grantee = g.id
        WHERE g.tenant = of_tenant AND g.key = reader AND h.write
          AND (relied_on IS NULL OR h.permission = relied_on)))
    RETURNING b.id, b.revision INTO head;
    IF NOT FOUND THEN
      RETURN;
    END IF;
    INSERT INTO ${schema}.block_updates (tenant, block, revision, bytes)
    VALUES (of_tenant, head.id, head.revision, added);
    IF operation IS NOT NULL THEN
      INSERT INTO ${schema}.block_operations (tenant, block, name, revision, hash)
      VALUES (of_tenant, head.id, operation, head.revision, added_hash);
    END IF;
    RETURN QUERY SELECT head.revision;
  END $$;
`
}

/**
 * Reads a block's changes in one statement and one snapshot (STABLE): first a row without a place, which says that the
 * block exists; then its snapshot, if the reader needs it, at place 0; then the updates at their revisions, in order.
 * Bytes above `largest` are NULL, and read in parts.
 */
function readBlock(schema: string): string {
  return `
  CREATE FUNCTION ${schema}.read_block(
    of_tenant text, of_owner bytea, of_block bytea, reader bytea, since bigint, largest integer
  ) RETURNS TABLE (block bigint, at_revision integer, place integer, size integer, bytes bytea)
  LANGUAGE plpgsql STABLE AS $$
  DECLARE
    head record;
    seen bigint;
  BEGIN
    PERFORM set_config('lamella.tenant', of_tenant, true);
    SELECT b.id, b.revision, b.snapshot_revision INTO head
    FROM ${schema}.owners o JOIN ${schema}.blocks b ON b.tenant = of_tenant AND b.owner = o.id
    WHERE o.tenant = of_tenant AND o.key = of_owner AND b.sort = of_block
      AND (reader IS NULL OR EXISTS (
        SELECT FROM ${schema}.owners g JOIN ${schema}.block_shares h
          ON h.tenant = of_tenant AND h.block = b.id AND h.grantee = g.id
        WHERE g.tenant = of_tenant AND g.key = reader));
    IF NOT FOUND THEN
      RETURN;
    END IF;
    -- A reader ahead of the block has seen a different block.
    seen := CASE WHEN since > head.revision THEN 0 ELSE since END;
    RETURN QUERY SELECT head.id, head.revision, NULL::integer, 0, NULL::bytea;
    IF seen < head.snapshot_revision THEN
      seen := 0;
      RETURN QUERY SELECT head.id, head.revision, 0, octet_length(s.bytes),
        CASE WHEN octet_length(s.bytes) <= largest THEN s.bytes END
      FROM ${schema}.block_snapshots s WHERE s.tenant = of_tenant AND s.block = head.id;
    END IF;
    RETURN QUERY SELECT head.id, head.revision, u.revision, octet_length(u.bytes),
      CASE WHEN octet_length(u.bytes) <= largest THEN u.bytes END
    FROM ${schema}.block_updates u
    WHERE u.tenant = of_tenant AND u.block = head.id AND u.revision > seen ORDER BY u.revision;
  END $$;
`
}

/** Returns the blocks of an owner whose revision differs from the known one, and with revision 0 those that are gone. */
function changedBlocks(schema: string): string {
  return `
  CREATE FUNCTION ${schema}.changed_blocks(of_tenant text, of_owner bytea, names text[], revisions integer[])
  RETURNS TABLE (name text, new_revision integer)
  LANGUAGE plpgsql STABLE AS $$
  BEGIN
    PERFORM set_config('lamella.tenant', of_tenant, true);
    RETURN QUERY
    WITH known AS (SELECT k.name, k.revision FROM unnest(names, revisions) AS k (name, revision)),
    there AS (
      SELECT b.name, b.revision FROM ${schema}.owners o JOIN ${schema}.blocks b ON b.tenant = of_tenant AND b.owner = o.id
      WHERE o.tenant = of_tenant AND o.key = of_owner)
    SELECT coalesce(t.name, k.name), coalesce(t.revision, 0) FROM there t FULL JOIN known k ON k.name = t.name
    WHERE t.revision IS DISTINCT FROM k.revision;
  END $$;
`
}
