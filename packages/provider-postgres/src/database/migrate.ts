import { type Checks, checkOptions, mustBeWhole, mustReadFormat } from '@lamella/core/plugin'
import type { Connector } from './connector.ts'
import { identifier, mustBeName } from './identifier.ts'
import { versions } from './schema/versions.ts'

/** Where the tables are, and who uses them. */
export interface SchemaOptions {
  /** The name of the schema. Default `lamella`. */
  readonly schema?: string
  /**
   * The role that programs use the tables with; it gets the rights that the stores need, and no others. It should not
   * own the tables, nor be a superuser or have BYPASSRLS: policies do not apply to those. Default: no grants.
   */
  readonly role?: string
  /**
   * The number of hash partitions of the messages, by tenant, for databases of many gigabytes. Applies when the schema
   * is made, never later. Default 0: one table.
   */
  readonly partitions?: number
}

/** The same with its defaults. */
export type SchemaTarget = Required<Omit<SchemaOptions, 'role'>> & { readonly role: string | undefined }

const checks: Checks<SchemaOptions> = { schema: mustBeName, role: mustBeName, partitions: mustBeWhole(0) }

/** The version of the schema that this package works with. */
export const known: number = versions.length

/** Returns the version of a schema: 0 if it does not exist. */
export async function versionOf(connector: Connector, schema: string): Promise<number> {
  const name = `${identifier(schema)}.migrations`
  const [row] = await connector.one<{ readonly found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [name])
  if (row?.found !== true) return 0
  const [last] = await connector.one<{ readonly version: number }>(
    `SELECT coalesce(max(version), 0)::int AS version FROM ${name}`,
    [],
  )
  return Number(last?.version ?? 0)
}

/**
 * Brings a schema to the current version, in one transaction. Several processes may do it at once: they wait for each
 * other, and the later ones find nothing left to do.
 *
 * @returns The versions before and after.
 * @throws LamellaError `FORMAT_NEWER`
 */
export function migrateSchema(
  connector: Connector,
  { schema, role, partitions }: SchemaTarget,
): Promise<{ readonly from: number; readonly to: number }> {
  const quoted = identifier(schema)
  return connector.transaction(beginning(schema), async (statements) => {
    const [last] = await statements.query<{ readonly version: number }>(
      `SELECT coalesce(max(version), 0)::int AS version FROM ${quoted}.migrations`,
    )
    const from = Number(last?.version ?? 0)
    mustBeKnown(from, schema)
    for (const [index, version] of versions.entries()) {
      if (index < from) continue
      await statements.script(recorded(quoted, index + 1, version({ schema: quoted, partitions })))
    }
    if (role !== undefined) await statements.script(grantsOf(quoted, role))
    return { from, to: known }
  })
}

/** @throws LamellaError `FORMAT_NEWER` */
export function mustBeKnown(version: number, schema: string): void {
  const what = `Schema ${JSON.stringify(schema)}`
  mustReadFormat(version, { format: 'PostgreSQL schema', what, known, from: '@lamella/provider-postgres' })
}

/**
 * Returns the statements that bring a schema from a version to the current one, for people who run migrations
 * themselves. They are one transaction; run a second time, they fail at the first version and change nothing.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * postgresMigrations({ schema: 'agents', role: 'app' }) // 'BEGIN;\n…COMMIT;\n'
 */
export function postgresMigrations(options: SchemaOptions = {}, from = 0): string {
  const { schema = 'lamella', role, partitions = 0 } = checkOptions('postgresMigrations', options, checks)
  checkOptions('postgresMigrations', { from }, { from: mustBeWhole(0) })
  const quoted = identifier(schema)
  const parts = versions
    .slice(from)
    .map((version, index) => recorded(quoted, from + index + 1, version({ schema: quoted, partitions })))
  const grants = role === undefined ? [] : [grantsOf(quoted, role)]
  return ['BEGIN;', beginning(schema), ...parts, ...grants, 'COMMIT;', ''].join('\n')
}

/**
 * The lock ends with the transaction, so it needs no session of its own. A connection that looked for the schema before it waited
 * still believes that there is none: it learns what others have committed when it opens a table, here that of the schemas.
 */
function beginning(schema: string): string {
  const hex = Buffer.from(`lamella ${schema}`, 'utf8').toString('hex')
  const quoted = identifier(schema)
  return `SELECT pg_advisory_xact_lock(hashtextextended('${hex}', 0));
SELECT FROM pg_catalog.pg_namespace LIMIT 0;
CREATE SCHEMA IF NOT EXISTS ${quoted};
CREATE TABLE IF NOT EXISTS ${quoted}.migrations (
  version integer PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);`
}

function recorded(schema: string, version: number, text: string): string {
  return `INSERT INTO ${schema}.migrations (version) VALUES (${version});\n${text}`
}

function grantsOf(schema: string, role: string): string {
  const to = identifier(role)
  return `GRANT USAGE ON SCHEMA ${schema} TO ${to};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to};
REVOKE INSERT, UPDATE, DELETE ON ${schema}.migrations FROM ${to};`
}
