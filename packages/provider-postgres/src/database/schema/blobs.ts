import { guarded } from './guarded.ts'

/**
 * - `blobs`: contents, once for each owner. `blob_parts`: their bytes, 1 MiB each, outside of the row and uncompressed, so
 *   that a range is read without the rest.
 * - `blob_links`: which session has which content, with its metadata there. A session need not exist, so its id
 *   is written here as in `sessions.sort`. The foreign key locks the content of a new link, so that nobody removes it.
 */
export function blobs(schema: string): string {
  return guarded(
    schema,
    ['blobs', 'blob_parts', 'blob_links'],
    `
  CREATE TABLE ${schema}.blobs (
    tenant text NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    owner bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    size bigint NOT NULL,
    PRIMARY KEY (tenant, number),
    UNIQUE (tenant, owner, id),
    FOREIGN KEY (tenant, owner) REFERENCES ${schema}.owners (tenant, id)
  );
  CREATE TABLE ${schema}.blob_parts (
    tenant text NOT NULL,
    blob bigint NOT NULL,
    part integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (tenant, blob, part),
    FOREIGN KEY (tenant, blob) REFERENCES ${schema}.blobs (tenant, number) ON DELETE CASCADE
  );
  ALTER TABLE ${schema}.blob_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
  CREATE TABLE ${schema}.blob_links (
    tenant text NOT NULL,
    owner bigint NOT NULL,
    at bigint,
    session bytea NOT NULL,
    id text COLLATE "C" NOT NULL,
    media_type text NOT NULL,
    name text,
    PRIMARY KEY (tenant, owner, session, id),
    FOREIGN KEY (tenant, owner, id) REFERENCES ${schema}.blobs (tenant, owner, id)
  );
  CREATE INDEX blob_links_id ON ${schema}.blob_links (tenant, owner, id);`,
  )
}
