// The database: that of DATABASE_URL, else PGlite, which is PostgreSQL in this process. The stores run as a role of their own,
// which is no superuser, so that the policies of the database apply to it.

import { PGlite } from '@electric-sql/pglite'
import { postgres } from '@lamella/provider-postgres'
import { Pool } from 'pg'

/** Opens the stores in a schema of their own. `close` removes it, and the role. */
export async function openDesk(name = `desk_${process.pid}`) {
  const { DATABASE_URL: address } = process.env
  const database = address ? new Pool({ connectionString: address, max: 4 }) : new PGlite()
  // A server that restarts must not end this process; the next call says what is wrong.
  if (address) database.on('error', () => {})
  const query = async (statement) => (await database.query(statement)).rows
  await query(`CREATE ROLE ${name} NOLOGIN`)
  await query(`GRANT ${name} TO CURRENT_USER`)
  const stores = await postgres(database, { schema: name, role: name })
  const close = async () => {
    await stores.close()
    await query(`DROP SCHEMA ${name} CASCADE`)
    await query(`DROP OWNED BY ${name}`)
    await query(`DROP ROLE ${name}`)
    await (address ? database.end() : database.close())
  }
  return { stores, close, rowsSeenBy: (tenant) => rowsSeenBy(database, name, tenant) }
}

/** Counts the rows that plain SQL finds as the role, which names no tenant in its statements. */
async function rowsSeenBy(database, name, tenant) {
  const client = database.connect ? await database.connect() : database
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL ROLE ${name}`)
    if (tenant) await client.query("SELECT set_config('lamella.tenant', $1, true)", [tenant])
    const count = async (table) => Number((await client.query(`SELECT count(*) AS n FROM ${name}.${table}`)).rows[0].n)
    return { sessions: await count('sessions'), messages: await count('messages'), memories: await count('entries') }
  } finally {
    await client.query('ROLLBACK')
    client.release?.()
  }
}
