import { longestTimer } from '@lamella/core/plugin'
import type { PooledClient, PostgresClient, PostgresPool } from '../contract/postgres-client.ts'
import { postgresError } from '../errors.ts'
import type { Connector, Statements } from './connector.ts'
import { failure, isBroken } from './failure.ts'

/**
 * Uses a pool: each statement or transaction borrows a connection and gives it back. Between two of them nothing is
 * kept on a connection, so a pooler in transaction mode works.
 *
 * @param patience The longest wait for a free connection, in milliseconds.
 */
export function onPool(pool: PostgresPool, patience: number, end: () => Promise<void>): Connector {
  const lend = async <Result>(work: (client: PooledClient) => Promise<Result>): Promise<Result> => {
    const client = await borrow(pool, patience)
    let broken = false
    try {
      return await work(client)
    } catch (error) {
      broken = isBroken(error)
      throw failure(error, true)
    } finally {
      client.release(broken)
      client.removeListener?.('error', ignore)
    }
  }
  return {
    one: <Row>(text: string, values: readonly unknown[]) =>
      lend(async (client) => (await client.query(text, [...values])).rows as readonly Row[]),
    transaction: (start, work) => lend((client) => within(client, start, work)),
    close: end,
  }
}

function ignore(): void {}

/** Runs work in a transaction on a connection that nobody else uses meanwhile. */
export async function within<Result>(
  client: PostgresClient,
  start: string,
  work: (statements: Statements) => Promise<Result>,
): Promise<Result> {
  await client.query(`BEGIN; ${start}`)
  try {
    const result = await work({
      query: async <Row>(text: string, ...values: readonly unknown[]) =>
        (await client.query(text, [...values])).rows as readonly Row[],
      script: async (text) => void (await client.query(text)),
    })
    await client.query('COMMIT')
    return result
  } catch (error) {
    // On a broken connection the server rolls back by itself; report the first error.
    if (!isBroken(error)) await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/**
 * Borrows a connection and listens for its loss at once: a server may end a connection in the same packet in which it opens
 * it, and a pool of `pg` has no listener on the connections that it lends. Without one, the event would end the process; the
 * statement that runs fails too.
 */
function borrow(pool: PostgresPool, patience: number): Promise<PooledClient> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const giveUp = (): void => {
      isLate = true
      const what = `No connection of the pool became free in ${patience} ms.`
      const fix =
        'Give the pool more connections, raise poolTimeout, or look for code that does not release its connections.'
      reject(postgresError('POSTGRES_POOL_EXHAUSTED', what, fix, { waited: patience }))
    }
    // In a process that was busy for long, a connection may be ready that it has not seen yet.
    const timer = setTimeout(() => setImmediate(giveUp), Math.min(patience, longestTimer))
    pool.connect((error, client) => {
      clearTimeout(timer)
      // The caller has given up: the connection goes back at once.
      if (isLate) return client?.release()
      if (client === undefined) return reject(failure(error, false))
      client.on?.('error', ignore)
      resolve(client)
    })
  })
}
