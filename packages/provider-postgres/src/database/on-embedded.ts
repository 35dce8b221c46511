import type { EmbeddedPostgres } from '../contract/postgres-client.ts'
import type { Connector } from './connector.ts'
import { failure } from './failure.ts'

/** Uses an engine in this process. It runs one transaction at a time, and `exec` is its way to send several statements. */
export function onEmbedded(engine: EmbeddedPostgres): Connector {
  const reported = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      throw failure(error, true)
    }
  }
  return {
    one: async <Row>(text: string, values: readonly unknown[]) =>
      (await reported(engine.query(text, [...values]))).rows as readonly Row[],
    transaction: (start, work) =>
      reported(
        engine.transaction(async (transaction) => {
          await transaction.exec(start)
          return work({
            query: async <Row>(text: string, ...values: readonly unknown[]) =>
              (await transaction.query(text, [...values])).rows as readonly Row[],
            script: async (text) => void (await transaction.exec(text)),
          })
        }),
      ),
    close: async () => {},
  }
}
