import { vector } from '@electric-sql/pglite-pgvector'
import { postgres } from '@lamella/provider-postgres'
import { afterAll, expect, it } from 'vitest'
import { direction, embedderOf } from '../../../provider-sqlite/test/helpers/embedders.ts'
import { makePlainRole, start } from '../helpers/engines.ts'
import { recorded } from '../helpers/recorded.ts'

const [ada, eve] = [
  { tenant: 'acme', user: 'ada' },
  { tenant: 'acme', user: 'eve' },
]
const engine = await start({ extensions: { vector } })
afterAll(() => engine.close())

it('compares vectors in the database where pgvector is installed, with the same order, and loses no result to filters', async () => {
  const role = await makePlainRole(engine)
  const embedder = embedderOf('m', (text) => (text === 'zero' ? new Float32Array(64) : direction(text)))
  const options = { schema: 'vectors', role, embedder }
  const database = recorded(engine)
  const { asked } = database
  const without = await postgres(database, options)
  const fill = async (scope: typeof ada, count: number): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const kind = n % 50 === 7 ? 'rare' : 'usual'
      await without.memory.put(scope, { id: `${n}`, text: n === 0 ? 'zero' : `text ${scope.user} ${n}`, kind })
    }
  }
  await fill(ada, 300)
  await fill(eve, 20)
  const request = { query: 'anything', mode: 'vector', limit: 1000 } as const
  const inProcess = (await without.memory.search(ada, request)).hits
  expect(asked.some((text) => text.includes('<=>'))).toBe(false)
  expect(inProcess).toHaveLength(300)

  await engine.exec(
    'CREATE SCHEMA extras; CREATE EXTENSION vector SCHEMA extras; GRANT USAGE ON SCHEMA extras TO PUBLIC',
  )
  const within = await postgres(database, options)
  asked.length = 0
  const inDatabase = (await within.memory.search(ada, request)).hits
  expect(asked.some((text) => text.includes('"extras".<=>'))).toBe(true)
  expect(inDatabase.map(({ item }) => item.id)).toEqual(inProcess.map(({ item }) => item.id))
  for (const [n, { score }] of inDatabase.entries()) expect(score).toBeCloseTo(inProcess[n]?.score ?? 0, 5)
  const rare = (await within.memory.search(ada, { ...request, filter: { kinds: ['rare'] } })).hits
  expect(rare.map(({ item }) => item.id)).toEqual(
    inProcess.filter(({ item }) => item.kind === 'rare').map(({ item }) => item.id),
  )
  expect((await within.memory.search(eve, request)).hits).toHaveLength(20)
})
