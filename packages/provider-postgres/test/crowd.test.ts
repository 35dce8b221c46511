import { postgres } from '@lamella/provider-postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { judgeCrowd, watchCrowd } from '../../provider-sqlite/test/shared/watch-crowd.ts'
import { makePlainRole, newSchema, plainRole } from './helpers/engines.ts'
import { findRows } from './helpers/find-rows.ts'
import { programs } from './helpers/processes.ts'
import { server } from './helpers/server.ts'

const processes = 4
const turns = Number(process.env['LAMELLA_TURNS'] ?? 15)
const seed = Number(process.env['LAMELLA_SEED'] ?? 42)

const real = await server()
if (real) await makePlainRole(real)
const start = real && (await programs(new URL('helpers/crowd.ts', import.meta.url)))
afterAll(() => real?.remove())

describe.skipIf(!real || !start)(`${processes} processes that talk in one session, remember and erase`, () => {
  if (!real || !start) return
  it(`extend what was answered, answer once, and leave nothing of what was erased (${turns} turns each)`, async () => {
    const schema = newSchema()
    await (await postgres(real.address(), { schema, role: plainRole })).close()
    const members = Array.from({ length: processes }, (_, n) =>
      start(real.address(plainRole), schema, n, turns, seed * 10 + n),
    )
    const seen = await watchCrowd(members, (texts) => findRows(real.query, schema, texts))
    const { sessions, close } = await postgres(real.address(), { schema })
    await judgeCrowd(seen, sessions, processes * turns)
    expect(await sessions.admin.verify({ tenant: 'acme', user: 'ada' }, 's')).toEqual([])
    await close()
  })
})
