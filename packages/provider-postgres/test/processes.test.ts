import { postgres } from '@lamella/provider-postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlainRole, newSchema, plainRole, poolOf } from './helpers/engines.ts'
import { programs } from './helpers/processes.ts'
import { server } from './helpers/server.ts'

const scope = { tenant: 'acme', user: 'ada' }
const processes = 8
const appends = Number(process.env['LAMELLA_APPENDS'] ?? 100)

const real = await server()
if (real) await makePlainRole(real)
const start = real && (await programs())
afterAll(() => real?.remove())

describe.skipIf(!real || !start)(`${processes} processes`, () => {
  if (!real || !start) return
  it('all migrate at once, and one of them makes the schema', async () => {
    const schema = newSchema()
    const running = Array.from({ length: processes }, (_, name) => start('migrate', real.address(), schema, name))
    for (const one of running) expect(await one.ended).toBe(0)
    expect(await real.query(`SELECT version FROM ${schema}.migrations`)).toEqual([{ version: 1 }, { version: 2 }])
  })

  it('connections of one pool make a schema at once, each of ten schemas once', async () => {
    const pool = poolOf(real.address())
    for (let made = 0; made < 10; made++) {
      const schema = newSchema()
      const opened = await Promise.all([1, 2, 3].map(() => postgres(pool, { schema })))
      expect(opened).toHaveLength(3)
      expect(await real.query(`SELECT version FROM ${schema}.migrations`)).toEqual([{ version: 1 }, { version: 2 }])
    }
    await pool.end()
  })

  it.each([1, appends])(
    `lose, double and reorder nothing when each appends ${appends} messages to %s sessions`,
    async (count) => {
      const schema = newSchema()
      await (await postgres(real.address(), { schema, role: plainRole })).close()
      const running = Array.from({ length: processes }, (_, name) =>
        start('append', real.address(plainRole), schema, name, appends, count),
      )
      for (const one of running) expect(await one.ended).toBe(0)
      const { sessions, close } = await postgres(real.address(), { schema })
      const seen = running.map((): string[] => [])
      for (let session = 0; session < count; session++) {
        const { messages, revision, length } = await sessions.page(scope, `s${session}`, {
          messages: Number.POSITIVE_INFINITY,
        })
        expect([revision, length]).toEqual([(processes * appends) / count, (processes * appends) / count])
        for (const { position, message } of messages) {
          const [by, n] = String(message.content).split(' ')
          seen[Number(by)]?.push(`${n} ${position}`)
        }
      }
      // In the order of their positions, each process finds its messages in the order it has appended them.
      for (const [name, one] of running.entries()) expect(seen[name]).toEqual(one.lines())
      await close()
    },
  )
})
