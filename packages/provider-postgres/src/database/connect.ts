import { Pool } from 'pg'
import type { EmbeddedPostgres, PostgresClient, PostgresDatabase, PostgresPool } from '../contract/postgres-client.ts'
import type { Connector } from './connector.ts'
import { onClient } from './on-client.ts'
import { onEmbedded } from './on-embedded.ts'
import { onPool } from './on-pool.ts'

/** Returns the way to run statements on whatever was given. Opens no connection. */
export function connect(
  database: string | PostgresDatabase,
  { maxConnections, poolTimeout }: { readonly maxConnections: number; readonly poolTimeout: number },
): Connector {
  if (typeof database === 'string') {
    const pool = new Pool({ connectionString: database, max: maxConnections })
    // Idle connections that the server closes are replaced by the pool; without a listener, the process would end.
    pool.on('error', () => {})
    return onPool(pool as PostgresPool, poolTimeout, () => pool.end())
  }
  if (isPool(database)) return onPool(database, poolTimeout, async () => {})
  return isEmbedded(database) ? onEmbedded(database) : onClient(database as PostgresClient)
}

function isPool(database: PostgresDatabase): database is PostgresPool {
  return typeof (database as Partial<PostgresPool>).totalCount === 'number'
}

function isEmbedded(database: PostgresDatabase): database is EmbeddedPostgres {
  return typeof (database as Partial<EmbeddedPostgres>).transaction === 'function'
}
