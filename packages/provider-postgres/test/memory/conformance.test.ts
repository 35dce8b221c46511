import { type PostgresOptions, type PostgresStores, postgres } from '@lamella/provider-postgres'
import { type ConformanceCase, memoryStoreSuite, registerSuite } from '@lamella/testkit'
import { describe, it } from 'vitest'
import { meaning } from '../../../provider-sqlite/test/helpers/embedders.ts'
import { database } from '../helpers/database.ts'
import { makePlainRole } from '../helpers/engines.ts'
import { emptySchemas } from '../helpers/schemas.ts'

const engine = await database()
const role = await makePlainRole(engine)
const empty = emptySchemas(engine)
const schemas = new WeakMap<object, string>()

/** Returns a function that opens an empty schema (or one that a store already uses) as a plain role. */
function opener(options: PostgresOptions): (store?: object) => Promise<PostgresStores['memory']> {
  return async (store) => {
    const schema = schemas.get(store ?? {}) ?? (await empty())
    const { memory } = await postgres(engine, { schema, role, ...options })
    schemas.set(memory, schema)
    return memory
  }
}

const runs = Math.min(1_000, Number(process.env['LAMELLA_RUNS'] ?? 5))
const settings = [
  ['postgres()', {}],
  ['postgres() with vectors', { embedder: meaning() }],
] as const

/** Vectors find every text for any query, ranked last, so they would also find remains of a deletion. */
const fits = (name: string, { code }: ConformanceCase): boolean =>
  !(name.includes('vectors') && code.endsWith('_SEARCH_GONE'))

for (const [name, options] of settings) {
  const open = opener(options)
  registerSuite(
    { describe, it },
    `${name}.memory on an embedded engine, as a plain role`,
    memoryStoreSuite(() => open(), {
      has: ['search', 'restore', 'erase', 'close'],
      reopen: open,
      runs,
      largest: 100_000,
    }).filter((one) => fits(name, one)),
  )
}
