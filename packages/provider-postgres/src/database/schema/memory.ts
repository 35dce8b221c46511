import { guarded } from './guarded.ts'

/** `waiting` is true if the entry is not in the word index. Searches index it (search.ts), so that `put` need not. */
export function memory(schema: string): string {
  return guarded(
    schema,
    ['entries'],
    `
  CREATE TABLE ${schema}.entries (
    tenant text NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    owner bigint NOT NULL,
    created_at bigint,
    updated_at bigint,
    revision bigint NOT NULL,
    waiting boolean NOT NULL DEFAULT true,
    sort bytea NOT NULL,
    json json NOT NULL,
    PRIMARY KEY (tenant, id),
    UNIQUE (tenant, owner, sort),
    FOREIGN KEY (tenant, owner) REFERENCES ${schema}.owners (tenant, id)
  );
  CREATE INDEX entries_waiting ON ${schema}.entries (tenant, owner, id) WHERE waiting;`,
  )
}
