import { type PostgresDatabase, type PostgresOptions, type PostgresStores, postgres } from '@lamella/provider-postgres'
import { registerSuite, sessionStoreSuite } from '@lamella/testkit'
import { afterAll, describe, it } from 'vitest'
import { embedded, makePlainRole, newSchema, poolOf } from './helpers/engines.ts'
import { server } from './helpers/server.ts'

const runs = Math.min(1_000, Number(process.env['LAMELLA_RUNS'] ?? 5))
const largest = process.env['LAMELLA_RUNS'] === undefined ? 100_000 : 1_000_000

const engine = await embedded()
const real = await server()
const role = await makePlainRole(engine)
if (real) await makePlainRole(real)
const pools = real && { superuser: poolOf(real.address()), plain: poolOf(real.address(role)) }
afterAll(async () => {
  await pools?.superuser.end()
  await pools?.plain.end()
  await real?.remove()
})

const schemas = new WeakMap<object, string>()

/** Returns a function that opens a new schema (or the one that a store already uses) on each call. */
function opener(database: PostgresDatabase, options: PostgresOptions, admin = database) {
  return async (store?: object): Promise<PostgresStores> => {
    const known = schemas.get(store ?? {})
    const schema = known ?? newSchema()
    if (known === undefined) await postgres(admin, { ...options, schema })
    const stores = await postgres(database, { ...options, schema, migrate: false })
    schemas.set(stores.sessions, schema)
    return stores
  }
}

type Setting = readonly [string, (store?: object) => Promise<PostgresStores>]

/** Both engines, and both kinds of role; all four combinations at night, and the one engine with both roles without a server. */
const isNight = process.env['LAMELLA_RUNS'] !== undefined
const settings: readonly Setting[] = [
  ['postgres(PGlite)', opener(engine, {})] as const,
  ...(isNight || !pools ? [['postgres(PGlite, { role })', opener(engine, { role })] as const] : []),
  ...(pools && isNight ? [['postgres(pool)', opener(pools.superuser, {})] as const] : []),
  ...(pools ? [['postgres(pool of a plain role)', opener(pools.plain, { role }, pools.superuser)] as const] : []),
]

for (const [name, open] of settings) {
  const sessions = async (store?: object) => (await open(store)).sessions
  registerSuite(
    { describe, it },
    `${name}.sessions`,
    sessionStoreSuite(() => sessions(), {
      has: [
        ...(['fork', 'compact', 'compactions', 'readRun', 'writeRun', 'search', 'export', 'import'] as const),
        ...(['erase', 'verify', 'close'] as const),
      ],
      reopen: sessions,
      ...{ runs, largest },
    }),
  )
}
