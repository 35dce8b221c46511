import { type PostgresStores, postgres } from '@lamella/provider-postgres'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { database } from './helpers/database.ts'
import { makePlainRole, newSchema } from './helpers/engines.ts'

const ada = { tenant: 'acme', user: 'ada' }
const bob = { tenant: 'acme', user: 'bob', agent: 'x' }
const foreign = { tenant: 'other', user: 'ada' }
const hello = { role: 'user', content: 'Hello' } as const
const day = (n: number): Date => new Date(Date.UTC(2026, 0, n))

async function open(): Promise<PostgresStores> {
  const engine = await database()
  return postgres(engine, { schema: newSchema(), role: await makePlainRole(engine) })
}

it('removes sessions that were idle, of all users of the tenant, and no others', async () => {
  const { sessions, prune } = await open()
  const say = (scope: typeof ada, id: string, at: Date | undefined): Promise<unknown> =>
    sessions.append(scope, id, [{ role: 'user', content: `lamp ${id}` }], at === undefined ? {} : { at })
  await say(ada, 'old', day(1))
  await say(ada, 'begun early', day(1))
  await say(ada, 'begun early', day(20))
  await say(ada, 'timeless', undefined)
  await say(bob, 'old', day(9))
  await say(bob, 'just now', day(10))
  await say(foreign, 'old', day(1))
  await sessions.search?.(ada, { query: 'lamp' })
  expect(await prune({ tenant: 'acme', idleSince: day(10) })).toEqual([
    { scope: ada, id: 'old' },
    { scope: bob, id: 'old' },
  ])
  const left = async (scope: typeof ada): Promise<readonly string[]> =>
    (await sessions.list(scope)).sessions.map(({ id }) => id)
  expect([await left(ada), await left(bob), await left(foreign)]).toEqual([
    ['begun early', 'timeless'],
    ['just now'],
    ['old'],
  ])
  const found = await sessions.search?.(ada, { query: 'lamp' })
  expect(new Set(found?.hits.map(({ item }) => item.session))).toEqual(new Set(['begun early', 'timeless']))
  expect(await prune({ tenant: 'acme', idleSince: day(10) })).toEqual([])
})

it('removes the sessions whose last change with a time was before, whatever was done to them', async () => {
  const { sessions, prune } = await open()
  const id = fc.constantFrom('a', 'b', 'c', 'd')
  const at = fc.option(fc.integer({ min: 1, max: 9 }).map(day), { nil: undefined })
  const step = fc.record({
    what: fc.constantFrom('append', 'append', 'append', 'compact', 'fork', 'copy', 'prune'),
    ...{
      id,
      into: id,
      ats: fc.array(at, { minLength: 1, maxLength: 3 }),
      since: fc.integer({ min: 1, max: 10 }).map(day),
    },
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20, size: 'max' }), async (steps) => {
      const scope = { tenant: `run ${run++}`, user: 'ada' }
      const listed = async () => (await sessions.list(scope)).sessions
      for (const { what, id, into, ats, since } of [
        ...steps,
        { what: 'prune', id: '', into: '', ats: [], since: day(5) },
      ]) {
        const [first] = ats
        const options = first === undefined ? {} : { at: first }
        const isThere = (await sessions.info(scope, id === '' ? 'a' : id)) !== undefined
        if (what === 'append')
          for (const one of ats) await sessions.append(scope, id, [hello], one === undefined ? {} : { at: one })
        if (what === 'compact' && isThere)
          await sessions.compactions.add(scope, id, { start: 0, end: 1, text: 'x' }, options)
        if (what === 'fork' && isThere) await sessions.transfer.fork(scope, id, into).catch(() => {})
        if (what === 'copy' && isThere)
          await sessions.transfer.import(scope, sessions.transfer.export(scope, id), { session: into }).catch(() => {})
        if (what !== 'prune') continue
        const before = await listed()
        const isIdle = ({ updatedAt }: { readonly updatedAt?: string }): boolean =>
          updatedAt !== undefined && Date.parse(updatedAt) < since.getTime()
        const removed = await prune({ tenant: scope.tenant, idleSince: since })
        expect(removed.map((one) => one.id).sort()).toEqual(before.filter(isIdle).map((one) => one.id))
        expect(await listed()).toEqual(before.filter((one) => !isIdle(one)))
      }
    }),
    { numRuns: Math.min(300, Number(process.env['LAMELLA_RUNS'] ?? 40)) },
  )
})

it('looks at a session in use once, not again at each call', async () => {
  const engine = await database()
  const schema = newSchema()
  const { sessions, prune } = await postgres(engine, { schema })
  const waiting = async (): Promise<number> =>
    (await engine.query(`SELECT FROM ${schema}.sessions WHERE changed_at < $1`, [day(10).getTime()])).rows.length
  for (let n = 0; n < 20; n++) {
    await sessions.append(ada, `s${n}`, [hello], { at: day(1) })
    if (n > 1) await sessions.append(ada, `s${n}`, [hello], { at: day(20) })
  }
  const states = (await sessions.list(ada)).sessions.filter(({ id }) => id !== 's0' && id !== 's1')
  expect(await waiting()).toBe(20)
  const request = { tenant: 'acme', idleSince: day(10), limit: 1 }
  expect((await prune(request)).map(({ id }) => id)).toEqual(['s0'])
  expect(await waiting()).toBe(1)
  expect((await prune(request)).map(({ id }) => id)).toEqual(['s1'])
  expect(await prune(request)).toEqual([])
  expect((await sessions.list(ada)).sessions).toEqual(states)
})

it('removes at most `limit` sessions at once', async () => {
  const { sessions, prune } = await open()
  for (const id of ['a', 'b', 'c']) await sessions.append(ada, id, [{ role: 'user', content: id }], { at: day(1) })
  const request = { tenant: 'acme', idleSince: day(2), limit: 2 }
  expect((await prune(request)).map(({ id }) => id)).toEqual(['a', 'b'])
  expect((await prune(request)).map(({ id }) => id)).toEqual(['c'])
})

it('refuses a request without a tenant or a time', async () => {
  const { prune } = await open()
  await expect(prune({ tenant: '', idleSince: day(1) })).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
  for (const request of [{ tenant: 'a' }, { tenant: 'a', idleSince: new Date(Number.NaN) }, { idleSince: day(1) }]) {
    await expect(prune(request as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  }
})
