import { type PostgresDatabase, type PostgresStores, postgres } from '@lamella/provider-postgres'
import { blobStoreSuite, registerSuite, sessionBlobsSuite } from '@lamella/testkit'
import { afterAll, describe, it } from 'vitest'
import { type Admin, embedded, makePlainRole, poolOf } from '../helpers/engines.ts'
import { emptySchemas } from '../helpers/schemas.ts'
import { server } from '../helpers/server.ts'

const runs = Math.min(1_000, Number(process.env['LAMELLA_RUNS'] ?? 5))
const engine = await embedded()
const role = await makePlainRole(engine)
const real = await server()
if (real) await makePlainRole(real)
const pool = real && poolOf(real.address())
afterAll(async () => {
  await pool?.end()
  await real?.remove()
  // Many schemas: the server removes thousands of files.
}, 120_000)

const schemas = new WeakMap<object, string>()

/** Returns a function that opens an empty schema, or the one of a store, on each call. */
function opener(database: PostgresDatabase & Admin): (store?: object) => Promise<PostgresStores> {
  const empty = emptySchemas(database)
  return async (store) => {
    const schema = schemas.get(store ?? {}) ?? (await empty())
    const stores = await postgres(database, { schema, role })
    schemas.set(stores.blobs, schema)
    return stores
  }
}

// With a server, the embedded engine is tested at night.
const isNight = process.env['LAMELLA_RUNS'] !== undefined
const databases: readonly (readonly [string, PostgresDatabase & Admin])[] = [
  ...(isNight || !pool ? [['embedded', engine] as const] : []),
  ...(pool ? [['on a server', pool] as const] : []),
]

for (const [name, database] of databases) {
  const open = opener(database)
  const blobs = async (store?: object) => (await open(store)).blobs
  registerSuite(
    { describe, it },
    `postgres().blobs, ${name}, as a role under policies`,
    blobStoreSuite(() => blobs(), { has: ['erase', 'close'], reopen: blobs, runs, largest: 100_000 }),
  )
  registerSuite(
    { describe, it },
    `postgres().sessions with its blobs, ${name}`,
    sessionBlobsSuite(() => open(), { runs }),
  )
}
