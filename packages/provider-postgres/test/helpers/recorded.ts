import type { EmbeddedPostgres } from '../../src/contract/postgres-client.ts'

/** An engine that keeps the texts of the statements in transactions, and the plans of some. */
export interface Recorded extends EmbeddedPostgres {
  readonly asked: string[]
  readonly plans: string[]
}

/** @param isPlanned Whether to keep the plan of a statement, as it runs: with its role, policies and settings. */
export function recorded(engine: EmbeddedPostgres, isPlanned: (text: string) => boolean = () => false): Recorded {
  const [asked, plans]: [string[], string[]] = [[], []]
  return {
    asked,
    plans,
    query: (text, values) => engine.query(text, values),
    transaction: (work) =>
      engine.transaction((transaction) =>
        work({
          exec: (text) => transaction.exec(text),
          query: async (text, values) => {
            asked.push(text)
            if (isPlanned(text)) {
              const { rows } = await transaction.query(`EXPLAIN ${text}`, values)
              plans.push(rows.map((row) => (row as { 'QUERY PLAN': string })['QUERY PLAN']).join('\n'))
            }
            return transaction.query(text, values)
          },
        }),
      ),
  }
}
