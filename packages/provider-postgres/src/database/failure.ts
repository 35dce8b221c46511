import { isLamellaError, type LamellaError } from '@lamella/core'
import { postgresError } from '../errors.ts'

/** Returns the SQLSTATE of an error, such as `40001`, or the system's code, such as `ECONNRESET`; '' if it has none. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Connection errors (class 08), shutdowns and crashes of the server (57P01 to 57P05), too many connections (53300). */
const lost = /^(08...|57P0[1-5]|53300)$/
/** Errors of sockets (`ENOENT`: a local one that is not there) and of the name of the server. */
const system = /^E(NOENT|CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/
/**
 * Returns whether the connection of this error can no longer be used. Errors of the server have an SQLSTATE; `pg` reports
 * a connection that ended, or does not answer, by a plain `Error` without a code. Source: pg 8.23, `lib/client.js`.
 */
export function isBroken(error: unknown): boolean {
  if (isLamellaError(error)) return isBroken(error.cause)
  const code = codeOf(error)
  return lost.test(code) || system.test(code) || (code === '' && error instanceof Error && error.name === 'Error')
}

/**
 * Returns whether running the same transaction again may succeed: another one was in its way (serialization failure,
 * deadlock), or has removed what this one refers to, such as an owner without data (foreign key).
 */
export function isRetryable(error: unknown): boolean {
  return /^(40001|40P01|23503)$/.test(codeOf(isLamellaError(error) ? error.cause : error))
}

/** Returns whether a statement would have created a row that exists. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(isLamellaError(error) ? error.cause : error) === '23505'
}

/**
 * Converts an error of PostgreSQL or of the connection to one of this package: Lamella's errors pass unchanged,
 * everything else gets a code and becomes the cause.
 *
 * @param sent Whether statements may have reached the server.
 */
export function failure(error: unknown, sent: boolean): LamellaError {
  if (isLamellaError(error)) return error
  const sqlstate = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  if (isBroken(error)) {
    return postgresError(
      'POSTGRES_UNAVAILABLE',
      `PostgreSQL cannot be reached: ${message}.`,
      sent
        ? 'The change may have been made: retry it with the same operation id, which never applies it twice.'
        : 'Nothing was sent. Check the address and the server, then retry.',
      { sent, sqlstate: sqlstate === '' ? undefined : sqlstate },
      error,
    )
  }
  if (sqlstate === '42501') {
    return postgresError(
      'POSTGRES_DENIED',
      `PostgreSQL refused: ${message}.`,
      'Run `lamella postgres migrate --role NAME` as the owner of the schema; it grants the role what the stores need.',
      { sqlstate },
      error,
    )
  }
  if (sqlstate === '53100') {
    return postgresError(
      'STORE_FULL',
      `The disk of PostgreSQL is full: ${message}.`,
      'Free or add disk space on the server, then retry; the log and old rows (VACUUM) may hold much of it.',
      { reason: sqlstate },
      error,
    )
  }
  return postgresError(
    'POSTGRES_FAILED',
    `PostgreSQL failed: ${message} (SQLSTATE ${sqlstate}).`,
    'https://www.postgresql.org/docs/current/errcodes-appendix.html lists the codes.',
    { sqlstate },
    error,
  )
}
