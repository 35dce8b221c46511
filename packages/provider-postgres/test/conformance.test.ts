import { type PostgresDatabase, type PostgresOptions, postgres } from '@lamella/provider-postgres'
import { registerSuite, sessionStoreSuite, type TestedSessionStore } from '@lamella/testkit'
import { afterAll, describe, it } from 'vitest'
import { isNight } from './helpers/database.ts'
import { embedded, makePlainRole, poolOf } from './helpers/engines.ts'
import { emptySchemas } from './helpers/schemas.ts'
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

/** Returns a function that opens an empty schema (or the one that a store already uses) on each call. */
function opener(database: PostgresDatabase, options: PostgresOptions, empty: () => Promise<string>) {
  return async (store?: object): Promise<TestedSessionStore> => {
    const schema = schemas.get(store ?? {}) ?? (await empty())
    const stores = await postgres(database, { ...options, schema, migrate: false })
    const opened = { ...stores.sessions, close: stores.close }
    schemas.set(opened, schema)
    return opened
  }
}

const onEngine = emptySchemas(engine)
const onServer = pools && emptySchemas(pools.superuser)

type Setting = readonly [string, (store?: object) => Promise<TestedSessionStore>]

/** Both engines, and both kinds of role; all four combinations at night, and the one engine with both roles without a server. */
const settings: readonly Setting[] = [
  ['postgres(PGlite)', opener(engine, {}, onEngine)] as const,
  ...(isNight || !pools ? [['postgres(PGlite, { role })', opener(engine, { role }, onEngine)] as const] : []),
  ...(onServer && isNight ? [['postgres(pool)', opener(pools.superuser, {}, onServer)] as const] : []),
  ...(onServer ? [['postgres(pool of a plain role)', opener(pools.plain, { role }, onServer)] as const] : []),
]

const capabilities = ['runs', 'compactions', 'transfer', 'admin', 'search'] as const

for (const [name, open] of settings) {
  // The embedded engine has fewer inputs where a server has the same cases.
  const isSecond = !isNight && pools !== undefined && name.includes('PGlite')
  registerSuite(
    { describe, it },
    `${name}.sessions`,
    sessionStoreSuite(() => open(), { has: capabilities, reopen: open, runs: isSecond ? 2 : runs, largest }),
  )
}
