import type { Io } from './io.ts'
import { cliError } from './problem.ts'

/** Returns whether a store is named by the address of a PostgreSQL database rather than by a path. */
export function isAddress(store: string): boolean {
  return /^postgres(ql)?:\/\//.test(store)
}

/**
 * Returns the address of a database: the argument, or that of the environment.
 *
 * @throws LamellaError `DATABASE_NOT_NAMED`
 */
export function addressOf(argument: string | undefined, env: Io['env']): string {
  const address = argument ?? env['DATABASE_URL'] ?? ''
  if (isAddress(address)) return address
  const what = address === '' ? 'No database is named.' : 'The name of the database is not an address.'
  const fix = 'Pass postgres://user@host/database, or set DATABASE_URL to it.'
  throw cliError('DATABASE_NOT_NAMED', what, fix, {})
}
