import type { Scope, SkillSource } from '@lamella/core'
import { contextTools } from '@lamella/layers/tools'
import { createMemoryStore, createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'

const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150) }
const ada: Scope = { tenant: 'acme', user: 'ada', kind: 'private' }
const bob: Scope = { tenant: 'umbrella', user: 'bob', kind: 'private' }
const secret = 'SENTINEL-0815'

const skills: SkillSource = {
  skills: ({ user }) => ({ skills: [{ name: user === 'bob' ? secret : 'tax', description: '' }] }),
  load: ({ user }, name) =>
    user !== 'bob' && name === 'tax' ? { name, description: '', body: 'Body. '.repeat(1_000) } : undefined,
  readFile: () => undefined,
}

const tool = fc.constantFrom(
  'load_skill',
  'read_skill_file',
  'search_memory',
  'remember',
  'forget',
  'recall',
  '__proto__',
)
const key = fc.constantFrom(
  ...['name', 'skill', 'path', 'offset', 'query', 'limit', 'text', 'tags', 'importance', 'id'],
  ...['scope', 'tenant', '__proto__', 'constructor'],
)
const value = fc.oneof(
  fc.constantFrom<unknown>(
    'tax',
    'tea',
    secret,
    'theirs',
    '../..',
    '\ud800',
    '',
    5,
    -1,
    1e300,
    Number.NaN,
    null,
    bob,
    [],
  ),
  fc.string({ unit: codePoint, maxLength: 200 }),
  fc.constant('z'.repeat(200_000)),
  fc.anything({ withBigInt: true, withDate: true, withSparseArray: true, withTypedArray: true }),
)
const input = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries): unknown => Object.fromEntries(entries)),
  },
  { weight: 1, arbitrary: fc.anything() },
)

it('never rejects, never shows data of another owner and never answers without a limit, whatever a model writes', async () => {
  const memory = createMemoryStore({ ranker: wordRanker })
  const sessions = createSessionStore({ ranker: wordRanker })
  await memory.put(bob, { id: 'theirs', text: `tea ${secret}` })
  await memory.put(ada, { id: 'mine', text: 'tea' })
  await sessions.append(bob, 'theirs', [{ role: 'user', content: `tea ${secret}` }])
  const errors: unknown[] = []
  const { handle } = contextTools({
    ...{ skills, memory, sessions, scope: ada, allow: ['remember', 'forget'], maxCharacters: 1_000 },
    onError: (error) => errors.push(error),
  })
  await fc.assert(
    fc.asyncProperty(tool, input, async (name, given) => {
      const { type, value: text } = await handle(name, given)
      expect(['text', 'error-text']).toContain(type)
      expect(text.length).toBeLessThan(3_000)
      expect(text).not.toMatch(/\p{Cs}/u)
      // A refusal quotes what the model itself wrote.
      if (type === 'text') expect(text).not.toContain(`tea ${secret}`)
    }),
    runs,
  )
  expect((await memory.list(bob)).entries).toHaveLength(1)
  expect(errors).toEqual([])
})
