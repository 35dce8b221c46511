import { postgresError } from '../errors.ts'
import type { Settings } from '../options.ts'
import type { Connector } from './connector.ts'
import { known, migrateSchema, mustBeKnown, versionOf } from './migrate.ts'

interface ServerRow {
  readonly encoding: string
  readonly version: number
  readonly me: string
  readonly bypasses: boolean
}

/** What the stores need to know of the connection. */
export interface Opened {
  /** The role to change to in each transaction, unless the connection has it already. */
  readonly role: string | undefined
  /** Whether policies apply to the role that statements run as. */
  readonly isGuarded: boolean
}

/** The oldest supported major version. Source: https://www.postgresql.org/support/versioning/, 2026-11-23. */
const oldest = 14

/**
 * Checks the server and the schema, and migrates the schema if that is wanted. Uses one connection, once.
 *
 * @throws LamellaError `POSTGRES_UNSUPPORTED`, `FORMAT_NEWER`, `POSTGRES_OUTDATED`, `POSTGRES_UNAVAILABLE`
 */
export async function open(connector: Connector, settings: Settings): Promise<Opened> {
  const { schema, role, migrate } = settings
  const [server] = await connector.one<ServerRow>(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('server_version_num')::int AS version,
       current_user::text AS me,
       (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = coalesce($1, current_user)) AS bypasses`,
    [role ?? null],
  )
  const { encoding = '', version = 0, me = '', bypasses = false } = server ?? {}
  if (encoding !== 'UTF8') throw unsupported(`Its database is encoded in ${encoding}, not in UTF-8`)
  if (Number(version) < oldest * 10_000) throw unsupported(`It is older than PostgreSQL ${oldest}`)
  const found = await versionOf(connector, schema)
  mustBeKnown(found, schema)
  if (found < known) {
    if (!migrate) throw outdated(schema, found)
    await migrateSchema(connector, settings)
  }
  return { role: role === me ? undefined : role, isGuarded: bypasses !== true }
}

function unsupported(problem: string): Error {
  return postgresError(
    'POSTGRES_UNSUPPORTED',
    `This server cannot be used. ${problem}.`,
    `Use a database in UTF-8 on PostgreSQL ${oldest} or later.`,
    { problem },
  )
}

/** Creates the error for a schema that is missing or older than this package. */
export function outdated(schema: string, version: number): Error {
  return postgresError(
    'POSTGRES_OUTDATED',
    version === 0
      ? `Schema ${JSON.stringify(schema)} does not exist.`
      : `Schema ${JSON.stringify(schema)} has version ${version}, and this package needs ${known}.`,
    'Run `lamella postgres migrate`, or leave out `migrate: false`.',
    { version, known },
  )
}
