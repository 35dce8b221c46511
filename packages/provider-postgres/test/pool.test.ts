import type { Message } from '@lamella/core'
import { postgres } from '@lamella/provider-postgres'
import type { Appended } from '@lamella/store'
import { afterAll, describe, expect, it } from 'vitest'
import { newSchema, poolOf } from './helpers/engines.ts'
import { server } from './helpers/server.ts'

const scope = { tenant: 'acme', user: 'ada' }
const real = await server()
afterAll(() => real?.remove())
const hello = (n: number): readonly Message[] => [{ role: 'user', content: `message ${n}` }]

describe.skipIf(!real)('a pool', () => {
  if (!real) return
  it('of 10 connections serves 200 sessions at once, in the order they asked', async () => {
    const pool = poolOf(real.address(), { max: 10 })
    const { sessions } = await postgres(pool, { schema: newSchema() })
    const served: number[] = []
    const turn = async (session: number): Promise<void> => {
      for (let n = 0; n < 4; n++) {
        await sessions.append(scope, `s${session}`, hello(n))
        served.push(n)
        await sessions.page(scope, `s${session}`)
        if (n === 2) await sessions.compactions.add(scope, `s${session}`, { start: 0, end: 2, text: 'Two messages' })
        // All of them also change one session.
        await sessions.append(scope, 'shared', hello(session), { operation: `${session} ${n}` })
      }
    }
    await Promise.all(Array.from({ length: 200 }, (_, session) => turn(session)))
    expect((await sessions.info(scope, 'shared'))?.length).toBe(800)
    // Nobody does its fourth turn before everybody has done its first.
    expect(served.lastIndexOf(0)).toBeLessThan(served.indexOf(3))
    expect(pool.idleCount).toBe(pool.totalCount)
    expect(pool.totalCount).toBeLessThanOrEqual(10)
    await pool.end()
  })

  it('without a free connection fails after a time with its own code, having sent nothing', async () => {
    const pool = poolOf(real.address(), { max: 1 })
    const { sessions } = await postgres(pool, { schema: newSchema(), poolTimeout: 900 })
    const held = await pool.connect()
    const failed = sessions.append(scope, 's', hello(0))
    await expect(failed).rejects.toMatchObject({ code: 'POSTGRES_POOL_EXHAUSTED', details: { waited: 900 } })
    await expect(failed).rejects.toThrow('No connection of the pool became free in 900 ms.')
    held.release()
    expect((await sessions.append(scope, 's', hello(0))).length).toBe(1)
    await pool.end()
  })

  it('holds no connection between calls, also not during an export that is read slowly', async () => {
    const pool = poolOf(real.address(), { max: 1 })
    const { sessions } = await postgres(pool, { schema: newSchema(), poolTimeout: 1_000 })
    await sessions.append(scope, 's', Array.from({ length: 1_200 }, (_, n) => hello(n)).flat())
    let lines = 0
    for await (const _ of sessions.transfer.export(scope, 's')) {
      if (lines++ % 300 === 0) await sessions.append(scope, 's', hello(lines))
    }
    // The session as it was when the export began.
    expect(lines).toBe(1_202)
    await pool.end()
  })

  it('whose server stops says whether something was sent; a retry by operation applies the change once', async () => {
    const pool = poolOf(real.address(), { max: 2 })
    const schema = newSchema()
    const { sessions } = await postgres(pool, { schema })
    await sessions.append(scope, 's', hello(0))
    const change = (): Promise<Appended> => sessions.append(scope, 's', hello(1), { operation: 'second' })
    // Another transaction has the messages, so the server stops in the middle of the append.
    const other = await pool.connect()
    other.on('error', () => {})
    await other.query(`BEGIN; LOCK TABLE ${schema}.messages`)
    const failed = change()
    const waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    while ((await real.query(waits)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([
      expect(failed).rejects.toMatchObject({ code: 'POSTGRES_UNAVAILABLE', details: { sent: true } }),
      expect(failed).rejects.toThrow(/^PostgreSQL cannot be reached: .*retry it with the same operation id/s),
      real.stop('SIGQUIT'),
    ])
    other.release(true)
    await expect(change()).rejects.toMatchObject({ code: 'POSTGRES_UNAVAILABLE', details: { sent: false } })
    await real.start()
    expect(await change()).toMatchObject({ start: 1, repeated: false })
    expect(await change()).toMatchObject({ start: 1, length: 2, repeated: true })
    await pool.end()
  })
})
