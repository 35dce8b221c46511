import type { Message } from '@lamella/core'
import { type PostgresStores, postgres } from '@lamella/provider-postgres'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { conversationTests } from '../../../provider-sqlite/test/shared/conversations.ts'
import type { EmbeddedPostgres } from '../../src/contract/postgres-client.ts'
import { database } from '../helpers/database.ts'
import { embedded, newSchema } from '../helpers/engines.ts'
import { indexProblems } from '../helpers/index-problems.ts'
import { openEmpty } from '../helpers/open.ts'
import { recorded } from '../helpers/recorded.ts'

const usual = await database()
const ada = { tenant: 'acme', user: 'ada' }
const say = (content: string): Message => ({ role: 'user', content })
const runs = Number(process.env['LAMELLA_RUNS'] ?? 5)

conversationTests(openEmpty, Math.min(50, runs))

it('a conversation can be searched with other weights without a new index', async () => {
  const schema = newSchema()
  const positions = async (conversation: boolean) => {
    const { sessions } = await postgres(usual, { schema, conversation, indexingTime: Number.MAX_SAFE_INTEGER })
    if (conversation) await sessions.append(ada, 's', ['Where did you sail?', 'To Crete, with Kim.'].map(say))
    const { hits } = await sessions.search(ada, { query: 'sail' })
    expect(await indexProblems(usual, schema)).toEqual([])
    return hits.map(({ item }) => item.position)
  }
  expect(await positions(true)).toContain(1)
  expect(await positions(false)).toEqual([0])
})

it('a search reads only the texts that were added since the last one, and all after a removal', async () => {
  const [engine, reads] = [await embedded(), [] as number[]]
  const counting: EmbeddedPostgres = {
    query: (text, values) => engine.query(text, values),
    transaction: (work) =>
      engine.transaction((transaction) =>
        work({
          exec: (text) => transaction.exec(text),
          query: async (text, values) => {
            const result = await transaction.query(text, values)
            if (/^SELECT .* FROM \S+\.indexed_texts/s.test(text)) reads.push(result.rows.length)
            return result
          },
        }),
      ),
  }
  const { sessions } = await postgres(counting, { schema: newSchema(), indexingTime: Number.MAX_SAFE_INTEGER })
  const search = async (): Promise<readonly number[]> => {
    reads.length = 0
    await sessions.search(ada, { query: 'tea' })
    return [...reads]
  }
  for (const id of ['a', 'b', 'c', 'd']) {
    await sessions.append(ada, id, [say('tea')])
    await search()
  }
  expect(await search()).toEqual([])
  // The last run is read again, since it may have grown.
  await sessions.append(ada, 'e', [say('milk')])
  expect(await search()).toEqual([2])
  await sessions.append(ada, 'e', [say('more milk')])
  expect(await search()).toEqual([1])
  await sessions.delete(ada, 'b')
  expect(await search()).toEqual([4])
})

it('entries that wait for the index are counted before the first step and after the last one, not before each', async () => {
  const engine = recorded(await embedded())
  const { memory } = await postgres(engine, { schema: newSchema(), indexingTime: Number.MAX_SAFE_INTEGER })
  for (let n = 0; n <= 600; n++) await memory.put(ada, { id: `e${n}`, text: `tea ${n}` })
  engine.asked.length = 0
  const { hits, indexed } = await memory.search(ada, { query: 'tea', limit: 3 })
  expect({ hits: hits.length, indexed }).toEqual({ hits: 3, indexed: { of: 601, done: 601 } })
  // Four steps; the last count is for `indexed`.
  expect(engine.asked.filter((text) => text.startsWith('SELECT count(*)'))).toHaveLength(3)
})

it('what programs remember of the index is never of another state', async () => {
  const schema = newSchema()
  const open = () => postgres(usual, { schema })
  const programs = await Promise.all([open(), open(), open()])
  const text = fc
    .array(fc.constantFrom('tea', 'ship', 'Crete', 'sail?', 'moon.'), { minLength: 1, maxLength: 5 })
    .map((words) => words.join(' '))
  const id = fc.constantFrom('a', 'b', 'c')
  const step = fc.record({
    what: fc.constantFrom('append', 'append', 'put', 'put', 'search', 'search', 'delete', 'forget', 'erase'),
    by: fc.nat({ max: programs.length - 1 }),
    ...{ id, text },
  })
  const found = async ({ sessions, memory }: PostgresStores) => {
    const request = { query: 'tea ship Crete sail moon', limit: 100 }
    return [(await sessions.search(ada, request)).hits, (await memory.search(ada, request)).hits]
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      for (const one of steps) {
        const { sessions, memory } = programs[one.by] as PostgresStores
        if (one.what === 'append') await sessions.append(ada, one.id, [say(one.text)])
        else if (one.what === 'put') await memory.put(ada, { id: one.id, text: one.text, session: 's' })
        else if (one.what === 'delete') await sessions.delete(ada, one.id)
        else if (one.what === 'forget') await memory.delete(ada, one.id)
        else if (one.what === 'erase') for (const { erase } of [sessions.admin, memory]) await erase(ada)
        else await found({ sessions, memory } as PostgresStores)
      }
      const wanted = await found(await open())
      for (const program of programs) expect(await found(program)).toEqual(wanted)
    }),
    { numRuns: Math.min(300, 2 * runs) },
  )
})
