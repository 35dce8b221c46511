import { type PostgresStores, postgres } from '@lamella/provider-postgres'
import { expect, it } from 'vitest'
import { embedded, makePlainRole, newSchema } from './helpers/engines.ts'

const ada = { tenant: 'acme', user: 'ada' }
const bob = { tenant: 'acme', user: 'bob', agent: 'x' }
const foreign = { tenant: 'other', user: 'ada' }
const day = (n: number): Date => new Date(Date.UTC(2026, 0, n))

async function open(): Promise<PostgresStores> {
  const engine = await embedded()
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
  const hits = await sessions.search?.(ada, { query: 'lamp' })
  expect(new Set(hits?.map(({ item }) => item.session))).toEqual(new Set(['begun early', 'timeless']))
  expect(await prune({ tenant: 'acme', idleSince: day(10) })).toEqual([])
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
