import { guarded } from './guarded.ts'

/**
 * One row for each tenant, user and agent ('' for none). `key` is a hash of user and agent: the three ids together can
 * be longer than an entry of an index.
 */
export function owners(schema: string): string {
  return guarded(
    schema,
    ['owners'],
    `
  CREATE TABLE ${schema}.owners (
    tenant text NOT NULL CHECK (tenant <> ''),
    id bigint GENERATED ALWAYS AS IDENTITY,
    key bytea NOT NULL,
    user_id text NOT NULL,
    agent_id text NOT NULL,
    PRIMARY KEY (tenant, id),
    UNIQUE (tenant, key)
  );`,
  )
}
