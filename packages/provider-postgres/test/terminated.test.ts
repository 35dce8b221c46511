import { isLamellaError, type Message } from '@lamella/core'
import { postgres } from '@lamella/provider-postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { newSchema, poolOf } from './helpers/engines.ts'
import { server } from './helpers/server.ts'

const scope = { tenant: 'acme', user: 'ada' }
const appends = Number(process.env['LAMELLA_APPENDS'] ?? 20)
const writers = 8
const real = await server()
afterAll(() => real?.remove())

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const said = (text: string): readonly Message[] => [{ role: 'user', content: text }]

describe.skipIf(!real)('a server that ends all connections, again and again', () => {
  if (!real) return
  it.each([
    ['a pool of its own', (): string => real.address()],
    ['a pool that it is given', (): ReturnType<typeof poolOf> => poolOf(real.address(), { max: 4 })],
  ])('does not end the process, and what was acknowledged is stored once, with %s', async (_, connect) => {
    const connection = connect()
    const schema = newSchema()
    const { sessions, close } = await postgres(
      connection,
      typeof connection === 'string' ? { schema, maxConnections: 4 } : { schema },
    )
    let [isOver, ended, failures] = [false, 0, 0]
    const attack = async (): Promise<void> => {
      const all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'"
      while (!isOver) {
        ended += (await real.query(`${all} AND pid <> pg_backend_pid()`)).length
        await pause(3)
      }
    }
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; n < appends; n++) {
        const text = `${writer} ${n}`
        for (;;) {
          try {
            await sessions.append(scope, `s${writer}`, said(text), { operation: text })
            break
          } catch (error) {
            if (!isLamellaError(error, 'POSTGRES_UNAVAILABLE')) throw error
            failures++
          }
        }
      }
    }
    const attacked = attack()
    await Promise.all(Array.from({ length: writers }, (__, writer) => write(writer))).finally(() => {
      isOver = true
    })
    await attacked
    expect(Math.min(ended, failures)).toBeGreaterThan(0)
    for (let writer = 0; writer < writers; writer++) {
      const { messages } = await sessions.page(scope, `s${writer}`, { messages: appends + 1 })
      expect(messages.map(({ message }) => message.content)).toEqual(
        Array.from({ length: appends }, (__, n) => `${writer} ${n}`),
      )
    }
    await close()
    if (typeof connection !== 'string') await connection.end()
  })
})
