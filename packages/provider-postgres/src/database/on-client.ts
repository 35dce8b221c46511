import type { PostgresClient } from '../contract/postgres-client.ts'
import type { Connector } from './connector.ts'
import { failure } from './failure.ts'
import { within } from './on-pool.ts'

/** Uses a single connection: statements and transactions wait for each other, in the order of the calls. */
export function onClient(client: PostgresClient): Connector {
  let last: Promise<unknown> = Promise.resolve()
  const next = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work).catch((error: unknown) => {
      throw failure(error, true)
    })
    last = result.catch(() => {})
    return result
  }
  return {
    one: <Row>(text: string, values: readonly unknown[]) =>
      next(async () => (await client.query(text, [...values])).rows as readonly Row[]),
    transaction: (start, work) => next(() => within(client, start, work)),
    close: async () => {},
  }
}
