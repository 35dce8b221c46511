import { throwIfAborted } from '@lamella/core/plugin'
import { postgresError } from '../errors.ts'
import type { Connector, Statements } from './connector.ts'
import { isRetryable } from './failure.ts'
import { identifier } from './identifier.ts'
import { toStored } from './plain-text.ts'

/** The only access to the database. Each call names its tenant; the policies of the tables hide every other one. */
export interface Database {
  /** The quoted name of the schema, to put before the names of tables and functions. */
  readonly schema: string
  /**
   * Calls a function of the schema whose first parameter is the tenant: one statement, one round trip.
   *
   * @example
   * const [head, ...rows] = await database.call<Row>(tenant, 'page', [owner, sort, 0, null, 50, null])
   */
  call<Row>(tenant: string, name: string, values: readonly unknown[]): Promise<readonly Row[]>
  /** The same for a function that returns one value. */
  value<Value>(tenant: string, name: string, values: readonly unknown[]): Promise<Value>
  /** Runs read-only work on one consistent state. */
  read<Result>(tenant: string, work: (statements: Statements) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Runs work in a transaction: all or nothing. It may run again after a deadlock, so it must not change anything else. */
  write<Result>(tenant: string, work: (statements: Statements) => Promise<Result>): Promise<Result>
  /** Closes what `postgres` opened itself. Safe to call twice. */
  close(): Promise<void>
}

/** How often a transaction that others are in the way of is run. */
const attempts = 5

/** @param role The role that statements run as, if it is not the role of the connection. */
export function createDatabase(connector: Connector, schemaName: string, role: string | undefined): Database {
  const schema = identifier(schemaName)
  let isClosed = false
  const as = role === undefined ? '' : `SET LOCAL ROLE ${identifier(role)}; `

  const mustBeOpen = (): void => {
    if (isClosed)
      throw postgresError('POSTGRES_CLOSED', 'The stores have been closed.', 'Use the stores before close().', {})
  }
  const startOf = (tenant: string, mode: string): string => `SET TRANSACTION ${mode}; ${as}${settingTenant(tenant)}`

  const run = async <Row>(tenant: string, text: string, values: readonly unknown[]): Promise<readonly Row[]> => {
    mustBeOpen()
    if (as === '') return connector.one<Row>(text, [toStored(tenant), ...values])
    const start = startOf(tenant, 'ISOLATION LEVEL READ COMMITTED')
    return connector.transaction(start, (statements) => statements.query<Row>(text, toStored(tenant), ...values))
  }
  const calling = (name: string, values: readonly unknown[]): string =>
    `${schema}.${name}($1${values.map((_, index) => `, $${index + 2}`).join('')})`

  return {
    schema,
    call: <Row>(tenant: string, name: string, values: readonly unknown[]) =>
      run<Row>(tenant, `SELECT * FROM ${calling(name, values)}`, values),
    value: async <Value>(tenant: string, name: string, values: readonly unknown[]) => {
      const [row] = await run<{ readonly value: Value }>(tenant, `SELECT ${calling(name, values)} AS value`, values)
      return (row as { readonly value: Value }).value
    },
    read: async (tenant, work, signal) => {
      mustBeOpen()
      throwIfAborted(signal, 'The call')
      return connector.transaction(startOf(tenant, 'ISOLATION LEVEL REPEATABLE READ, READ ONLY'), work)
    },
    write: async (tenant, work) => {
      mustBeOpen()
      const start = startOf(tenant, 'ISOLATION LEVEL READ COMMITTED, READ WRITE')
      for (let attempt = 1; ; attempt++) {
        try {
          return await connector.transaction(start, work)
        } catch (error) {
          if (attempt === attempts || !isRetryable(error)) throw error
        }
      }
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      await connector.close()
    },
  }
}

/**
 * Sets the tenant until the end of the transaction. As hexadecimal digits, because statements that are sent together
 * have no parameters: no tenant can leave its place.
 */
function settingTenant(tenant: string): string {
  const hex = Buffer.from(toStored(tenant), 'utf8').toString('hex')
  return `SELECT set_config('lamella.tenant', convert_from(decode('${hex}', 'hex'), 'UTF8'), true)`
}
