// The address of a database: that of DATABASE_URL, else PGlite, which is PostgreSQL in this process, behind a socket.

import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { Client } from 'pg'

/** Returns the address, and a function that removes the schema and ends what was started. */
export async function startDatabase(schema) {
  const { DATABASE_URL: given } = process.env
  if (given) return { address: given, stop: () => dropSchema(given, schema) }
  const db = await PGlite.create()
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 10 })
  await server.start()
  const address = `postgres://postgres@${server.getServerConn()}/postgres`
  const stop = async () => {
    await server.stop()
    await db.close()
  }
  return { address, stop }
}

async function dropSchema(address, schema) {
  const client = new Client({ connectionString: address })
  await client.connect()
  await client.query(`DROP SCHEMA ${schema} CASCADE`)
  await client.end()
}
