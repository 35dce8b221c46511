import { postgres } from '@lamella/provider-postgres'
import { blockStoreSuite, registerSuite, type TestedBlockStore } from '@lamella/testkit'
import { describe, it } from 'vitest'
import { database } from '../helpers/database.ts'
import { makePlainRole } from '../helpers/engines.ts'
import { emptySchemas } from '../helpers/schemas.ts'

const runs = Math.min(1_000, Number(process.env['LAMELLA_RUNS'] ?? 5))
const engine = await database()
const role = await makePlainRole(engine)
const empty = emptySchemas(engine)
const schemas = new WeakMap<object, string>()

/** Opens an empty schema, or the one of a store, on each call. */
async function open(store?: object): Promise<TestedBlockStore> {
  const schema = schemas.get(store ?? {}) ?? (await empty())
  const { blocks } = await postgres(engine, { schema, role })
  schemas.set(blocks, schema)
  return blocks
}

registerSuite(
  { describe, it },
  'postgres().blocks, embedded, as a role under policies',
  blockStoreSuite(() => open(), {
    has: [
      ...(['search', 'erase', 'close', 'share', 'unshare', 'shares', 'searchShared'] as const),
      ...(['listShared', 'findShared', 'readShared', 'appendShared'] as const),
    ],
    reopen: open,
    runs,
    largest: 1_000_000,
  }),
)
