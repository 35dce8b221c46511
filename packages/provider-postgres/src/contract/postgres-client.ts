/** Rows that a statement returned. */
interface PostgresResult {
  readonly rows: readonly unknown[]
}

/** One connection, such as a connected `pg.Client`. The stores use it for one transaction at a time. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresResult>
}

/** A connection that a pool lends. */
export interface PooledClient extends PostgresClient {
  /** Gives the connection back; with `true`, the pool closes it instead. */
  release(destroy?: boolean): void
  /** As of Node's `EventEmitter`, where a connection reports its loss that way, as those of `pg` do. */
  on?(event: 'error', listener: (error: Error) => void): unknown
  removeListener?(event: 'error', listener: (error: Error) => void): unknown
}

/** A pool of connections, such as `pg.Pool`. `totalCount` tells it from a single connection. */
export interface PostgresPool {
  readonly totalCount: number
  /** Calls back in the same tick in which a connection is lent, so that it is never without a listener for its loss. */
  connect(callback: (error: Error | undefined, client: PooledClient | undefined) => void): void
}

/** What runs inside a transaction of PGlite. */
export interface EmbeddedTransaction {
  query(text: string, values?: unknown[]): Promise<PostgresResult>
  exec(text: string): Promise<unknown>
}

/** PostgreSQL inside this process, such as PGlite. */
export interface EmbeddedPostgres {
  query(text: string, values?: unknown[]): Promise<PostgresResult>
  transaction<Result>(work: (transaction: EmbeddedTransaction) => Promise<Result>): Promise<Result>
}

/** Everything the stores can use as a database. */
export type PostgresDatabase = PostgresPool | PostgresClient | EmbeddedPostgres
