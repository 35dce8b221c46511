/** Runs statements on one connection, within a transaction. Values are parameters, never part of the text. */
export interface Statements {
  query<Row>(text: string, ...values: readonly unknown[]): Promise<readonly Row[]>
  /** Runs several statements without parameters, separated by semicolons. */
  script(text: string): Promise<void>
}

/** What differs between a pool, a single connection and an embedded engine. */
export interface Connector {
  /** Runs one statement, in a transaction of its own. */
  one<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]>
  /**
   * Runs work in a transaction.
   *
   * @param start Statements without parameters, separated by semicolons; they are sent together, first.
   */
  transaction<Result>(start: string, work: (statements: Statements) => Promise<Result>): Promise<Result>
  /** Closes what `postgres` opened itself. */
  close(): Promise<void>
}

/** A row with a number, which `pg` returns as text. */
export interface IdRow {
  readonly id: number | string
}

/** Returns the numbers of rows. */
export function idsIn(rows: readonly IdRow[]): readonly number[] {
  return rows.map(({ id }) => Number(id))
}
