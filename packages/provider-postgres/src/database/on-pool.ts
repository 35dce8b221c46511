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
    // The statement that runs fails too. Without a listener, the event would end the process, and a pool of `pg` has none
    // on the connections that it lends.
    client.on?.('error', ignore)
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

async function borrow(pool: PostgresPool, patience: number): Promise<PooledClient> {
  let timer: NodeJS.Timeout | undefined
  const connecting = pool.connect()
  const late = new Promise<'late'>((resolve) => {
    // In a process that was busy for long, a connection may be ready that it has not seen yet.
    timer = setTimeout(() => setImmediate(() => resolve('late')), patience)
  })
  try {
    const client = await Promise.race([connecting, late])
    if (client !== 'late') return client
  } catch (error) {
    throw failure(error, false)
  } finally {
    clearTimeout(timer)
  }
  // The pool still lends it at some time: give it back at once.
  connecting.then((client) => client.release()).catch(() => {})
  throw postgresError(
    'POSTGRES_POOL_EXHAUSTED',
    `No connection of the pool became free in ${patience} ms.`,
    'Give the pool more connections, raise poolTimeout, or look for code that does not release its connections.',
    { waited: patience },
  )
}
