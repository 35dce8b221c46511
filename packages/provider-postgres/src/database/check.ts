import type { Notice } from '@lamella/core'
import { notice } from '../notices.ts'
import type { Connector } from './connector.ts'
import { known, type SchemaTarget, versionOf } from './migrate.ts'

/** What `checkPostgres` found. */
export interface PostgresCheck {
  /** The version of the server, such as `18.1`. */
  readonly server: string
  readonly schema: string
  /** The version of the schema; 0 if it does not exist. */
  readonly version: number
  /** The version that this package works with. */
  readonly known: number
  /** The role whose rights were checked: that of the option, or that of the connection. */
  readonly role: CheckedRole
  /** By name. */
  readonly tables: readonly CheckedTable[]
  /** Bytes of all tables with their indexes, as the role's server counts them. */
  readonly bytes: number
  /** What is wrong; empty if nothing is. */
  readonly problems: readonly Notice[]
}

/** A role. */
export interface CheckedRole {
  readonly name: string
  readonly exists: boolean
  /** Whether policies do not apply to it: it is a superuser, or has BYPASSRLS. */
  readonly bypassesPolicies: boolean
}

/** A table of the schema. */
export interface CheckedTable {
  readonly name: string
  /** An estimate of the server; -1 if it has not counted yet. */
  readonly rows: number
  readonly bytes: number
  readonly indexBytes: number
  /** Whether its policy hides other tenants, also from its owner. `migrations` has no tenants. */
  readonly isGuarded: boolean
  /** The rights on it that the role lacks, such as `INSERT`. */
  readonly lacking: readonly string[]
}

interface RoleRow extends CheckedRole {
  readonly server: string
}

/** The one policy of each table, as the server prints it. */
const policy = "(tenant = current_setting('lamella.tenant'::text, true))"

/** Checks a schema without changing anything. */
export async function checkSchema(connector: Connector, { schema, role }: SchemaTarget): Promise<PostgresCheck> {
  const [row] = await connector.one<RoleRow>(
    `SELECT current_setting('server_version') AS server, coalesce($1, current_user::text) AS name,
       r.oid IS NOT NULL AS exists, coalesce(r.rolsuper OR r.rolbypassrls, false) AS "bypassesPolicies"
     FROM (VALUES (1)) AS one LEFT JOIN pg_roles r ON r.rolname = coalesce($1, current_user::text)`,
    [role ?? null],
  )
  const { server = '', name = '', exists = false, bypassesPolicies = false } = row ?? {}
  const version = await versionOf(connector, schema)
  const tables = version === 0 || !exists ? [] : await tablesOf(connector, schema, name)
  const invalid = version === 0 ? [] : await invalidIndexes(connector, schema)
  const denied = version === 0 || !exists ? [] : await deniedOf(connector, schema, name)
  return {
    ...{ server, schema, version, known, tables, role: { name, exists, bypassesPolicies } },
    bytes: tables.reduce((sum, { bytes, indexBytes }) => sum + bytes + indexBytes, 0),
    problems: [
      ...versionProblems(schema, version),
      ...(exists ? [] : [notice('ROLE_MISSING', `The role ${JSON.stringify(name)} does not exist.`)]),
      ...(bypassesPolicies
        ? [notice('POLICIES_BYPASSED', `The role ${JSON.stringify(name)} is a superuser or has BYPASSRLS.`)]
        : []),
      ...tables
        .filter(({ isGuarded }) => !isGuarded)
        .map((table) => notice('POLICY_CHANGED', `The policy of ${table.name} is missing, changed or not forced.`)),
      ...[...denied, ...tables.filter(({ lacking }) => lacking.length > 0).map(lackingOf)].map((what) =>
        notice('RIGHT_MISSING', `The role ${JSON.stringify(name)} lacks ${what}.`),
      ),
      ...invalid.map((index) => notice('INDEX_INVALID', `The index ${index} is not valid, so no query uses it.`)),
    ],
  }
}

function lackingOf({ name, lacking }: CheckedTable): string {
  return `${lacking.join(', ')} on ${name}`
}

function versionProblems(schema: string, version: number): readonly Notice[] {
  const quoted = JSON.stringify(schema)
  if (version === 0) return [notice('SCHEMA_MISSING', `The schema ${quoted} does not exist.`)]
  if (version < known) return [notice('SCHEMA_OUTDATED', `The schema ${quoted} has version ${version}, not ${known}.`)]
  return version > known ? [notice('SCHEMA_NEWER', `The schema ${quoted} has version ${version}, not ${known}.`)] : []
}

async function tablesOf(connector: Connector, schema: string, role: string): Promise<readonly CheckedTable[]> {
  // A partition has no policy of its own: forced security without one hides everything, and it is used by its parent.
  const rows = await connector.one<CheckedTable>(
    `SELECT c.relname::text AS name, c.reltuples::bigint AS rows, pg_table_size(c.oid) AS bytes,
       pg_indexes_size(c.oid) AS "indexBytes",
       c.relname = 'migrations' OR (c.relrowsecurity AND c.relforcerowsecurity AND (
         SELECT count(*) = CASE WHEN c.relispartition THEN 0 ELSE 1 END
           AND coalesce(bool_and(p.polpermissive AND p.polcmd = '*' AND p.polroles = '{0}'
             AND pg_get_expr(p.polqual, c.oid) = $3 AND pg_get_expr(p.polwithcheck, c.oid) = $3), true)
         FROM pg_policy p WHERE p.polrelid = c.oid)) AS "isGuarded",
       ARRAY(SELECT r.name FROM (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) AS r (name)
         WHERE NOT c.relispartition AND (c.relname <> 'migrations' OR r.name = 'SELECT')
           AND NOT has_table_privilege($2::text, c.oid, r.name)) AS lacking
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') ORDER BY c.relname`,
    [schema, role, policy],
  )
  // The clients may return whole numbers as text.
  return rows.map(({ rows: count, bytes, indexBytes, ...table }) => ({
    ...{ ...table, rows: Number(count), bytes: Number(bytes), indexBytes: Number(indexBytes) },
  }))
}

/** Rights on the schema and its functions that a role lacks, in words. */
async function deniedOf(connector: Connector, schema: string, role: string): Promise<readonly string[]> {
  const rows = await connector.one<{ readonly what: string }>(
    `SELECT 'USAGE on the schema' AS what FROM pg_namespace n
     WHERE n.nspname = $1 AND NOT has_schema_privilege($2::text, n.oid, 'USAGE')
     UNION ALL
     SELECT 'EXECUTE on ' || p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = $1 AND NOT has_function_privilege($2::text, p.oid, 'EXECUTE')`,
    [schema, role],
  )
  return rows.map(({ what }) => what)
}

async function invalidIndexes(connector: Connector, schema: string): Promise<readonly string[]> {
  const rows = await connector.one<{ readonly name: string }>(
    `SELECT c.relname::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND NOT (i.indisvalid AND i.indisready) ORDER BY 1`,
    [schema],
  )
  return rows.map(({ name }) => name)
}
