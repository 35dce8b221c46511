import { postgres } from '@lamella/provider-postgres'
import { registerSuite, sessionStoreSuite } from '@lamella/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlainRole, newSchema, plainRole, poolOf } from './helpers/engines.ts'
import { pgbouncer } from './helpers/pgbouncer.ts'
import { emptySchemas } from './helpers/schemas.ts'
import { server } from './helpers/server.ts'

const scope = { tenant: 'acme', user: 'ada' }
const real = await server()
if (real) await makePlainRole(real)
const pooler = real && (await pgbouncer(real))
afterAll(async () => {
  await pooler?.stop()
  await real?.remove()
})

describe.skipIf(!real || !pooler)('a pooler in transaction mode', () => {
  if (!real || !pooler) return
  it('mixes tenants on its connections, and none sees another', async () => {
    const schema = newSchema()
    await (await postgres(real.address(), { schema, role: plainRole })).close()
    // 40 connections to the pooler, which has 2 to the server.
    const pool = poolOf(pooler.address(plainRole), { max: 40 })
    const { sessions } = await postgres(pool, { schema, migrate: false })
    const tenants = Array.from({ length: 40 }, (_, n) => ({ tenant: `tenant ${n}` }))
    for (let turn = 0; turn < 5; turn++) {
      await Promise.all(
        tenants.map(async (one) => {
          await sessions.append(one, 's', [{ role: 'user', content: one.tenant }], { operation: `turn ${turn}` })
          const { messages } = await sessions.page(one, 's')
          expect(messages.map(({ message }) => message.content)).toEqual(Array(turn + 1).fill(one.tenant))
          expect((await sessions.list(one)).sessions).toHaveLength(1)
        }),
      )
    }
    const { rows } = await pool.query(`SELECT count(*)::int AS count FROM ${schema}.messages`)
    // Connections keep no tenant.
    expect(rows).toEqual([{ count: 0 }])
    await pool.end()
  })

  it('needs no connection to itself', async () => {
    const { sessions, close } = await postgres(pooler.address(), { schema: newSchema(), role: plainRole })
    expect((await sessions.append(scope, 's', [{ role: 'user', content: 'Hello' }])).revision).toBe(1)
    await close()
  })

  const [pool, admin] = [poolOf(pooler.address(), { max: 5 }), poolOf(real.address(), { max: 1 })]
  afterAll(async () => {
    await pool.end()
    await admin.end()
  })
  const empty = emptySchemas(admin)
  registerSuite(
    { describe, it },
    'postgres(pgbouncer).sessions',
    sessionStoreSuite(async () => (await postgres(pool, { schema: await empty() })).sessions, {
      runs: 2,
      largest: 100_000,
    }),
  )
})
