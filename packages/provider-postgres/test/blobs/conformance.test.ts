import { type PostgresDatabase, type PostgresStores, postgres } from '@lamella/provider-postgres'
import { blobStoreSuite, registerSuite, sessionBlobsSuite } from '@lamella/testkit'
import { afterAll, describe, it } from 'vitest'
import { database, isNight } from '../helpers/database.ts'
import { type Admin, makePlainRole, poolOf } from '../helpers/engines.ts'
import { emptySchemas } from '../helpers/schemas.ts'
import { server } from '../helpers/server.ts'

const runs = Math.min(1_000, Number(process.env['LAMELLA_RUNS'] ?? 5))
const usual = await database()
const role = await makePlainRole(usual)
// At night, both: otherwise the server if there is one.
const real = isNight ? await server() : undefined
if (real) await makePlainRole(real)
const pool = real && poolOf(real.address())
afterAll(async () => {
  await pool?.end()
  await real?.remove()
  // Many schemas: the server removes thousands of files.
})

const schemas = new WeakMap<object, string>()

/** Returns a function that opens an empty schema, or the one of a store, on each call. */
function opener(one: PostgresDatabase & Admin): (store?: object) => Promise<PostgresStores> {
  const empty = emptySchemas(one)
  return async (store) => {
    const schema = schemas.get(store ?? {}) ?? (await empty())
    const stores = await postgres(one, { schema, role })
    schemas.set(stores.blobs, schema)
    return stores
  }
}

const databases: readonly (readonly [string, PostgresDatabase & Admin])[] = [
  ['the usual database', usual],
  ...(pool ? [['on a server', pool] as const] : []),
]

for (const [name, one] of databases) {
  const open = opener(one)
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
