import { isLamellaError, type Message, type Scope } from '@lamella/core'
import { type SqliteStores, sqlite } from '@lamella/provider-sqlite'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { codePoint } from '../../testkit/src/samples/code-point.ts'

const runs = 4 * Number(process.env['LAMELLA_RUNS'] ?? 38)
const megabytes = Number(process.env['LAMELLA_MEGABYTES'] ?? 2)

/** Syntax of SQL, FTS5, JSON and paths. */
const pieces = [
  ...[
    '"',
    "'",
    '`',
    ';',
    '--',
    '/*',
    '*/',
    '\\',
    '%',
    '_',
    '*',
    '^',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    ':',
    '+',
    '-',
    '~',
    '?',
    '?1',
  ],
  ...[
    '$1',
    '@a',
    '#',
    '=',
    '<',
    '>',
    '||',
    'AND',
    'OR',
    'NOT',
    'NEAR(',
    'NEAR/2',
    'said:',
    'around :',
    'rank',
    'MATCH',
    'NULL',
  ],
  ...[
    "'; DROP TABLE messages; --",
    "' OR 1=1 --",
    "X'00'",
    'x"y',
    '{said}: a',
    '-said: a',
    'a*',
    '"a" + "b"',
    '1·a',
    '·',
  ],
  ...[
    '\u0000',
    '\u0001',
    '\n',
    '\r',
    '\t',
    '\u2028',
    '\ufeff',
    '\ufffe',
    '\uffff',
    '\ue000',
    '\u200b',
    '\u202e',
    '\ud800',
    '\udfff',
  ],
  ...[
    '😀',
    '👩‍👩‍👧',
    '日本語',
    'ประเทศไทย',
    'العربية',
    'हिन्दी',
    'é',
    'e\u0301',
    'ß',
    'İ',
    'ſ',
    'Ω',
    'ﬁ',
    '½',
    '٣',
    '٪',
    'Ａ',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '../../x',
    'C:\\x',
    'CON',
    '.',
    ' ',
    'word',
    'words',
    'the',
    '0',
    '-1',
    '1e999',
    '9007199254740993',
  ],
]
const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(' ')) },
  { weight: 2, arbitrary: fc.string({ unit: codePoint, maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.nat({ max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  },
)

/** Any error must be a LamellaError that blames the value. */
async function orRefused<Value>(run: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await run()
  } catch (error) {
    if (isLamellaError(error, 'STORE_VALUE_INVALID') || isLamellaError(error, 'SCOPE_INVALID')) return undefined
    throw error
  }
}

async function tryOut(
  { sessions, memory }: SqliteStores,
  scope: Scope,
  id: string,
  said: string,
  query: string,
): Promise<boolean> {
  const message: Message = { role: 'user', content: said, providerOptions: { [id]: { [said]: said } } }
  const appended = await orRefused(() => sessions.append(scope, id, [message], { operation: query }))
  if (appended) {
    const { start } = appended
    const [kept] = await sessions.read(scope, id, start, start + 1)
    expect(kept?.message).toEqual(message)
    const again = await sessions.append(scope, id, [message], { operation: query })
    expect(again).toEqual({ ...appended, repeated: true })
    expect((await sessions.info(scope, id))?.id).toBe(id)
    await orRefused(() => sessions.compactions.add(scope, id, { start: 0, end: 1, text: said }))
    expect(await sessions.admin.verify(scope, id)).toEqual([])
  }
  const stored = await orRefused(() => memory.put(scope, { id, text: said, tags: [query], kind: id, source: said }))
  if (stored) {
    expect(stored).toMatchObject({ id, text: said, tags: [query], kind: id, source: said, revision: 1 })
    expect(await memory.get(scope, id)).toEqual(stored)
    expect((await memory.list(scope, { limit: 1, filter: { kinds: [id], tags: [query] } })).entries).toEqual([stored])
  }
  // A list can continue after any text.
  const listed = await orRefused(() => sessions.list(scope, { after: said }))
  for (const { id: behind } of listed?.sessions ?? []) expect(behind > said).toBe(true)
  await orRefused(() => sessions.search(scope, { query }))
  await orRefused(() => sessions.search(scope, { query: said }, id))
  await orRefused(() => memory.search(scope, { query: said, filter: { tags: [query] } }))
  return appended !== undefined && stored !== undefined
}

it(`stores ${runs} hostile texts and ids unchanged or rejects them, and never interprets them as syntax`, async () => {
  const stores = await sqlite(':memory:')
  let [run, kept] = [0, 0]
  await fc.assert(
    fc.asyncProperty(text, text, text, text, async (user, id, said, query) => {
      // Operation names are unique within a session, so most runs use their own sessions.
      const scope = { tenant: `run ${Math.floor(run++ / 4)}`, user: user === '' ? 'x' : user }
      if (await tryOut(stores, scope, id, said, `${run} ${query}`)) kept++
    }),
    { numRuns: runs, seed: 1 },
  )
  expect(run).toBe(runs)
  expect(kept).toBeGreaterThan(0)
  console.log(`${runs} hostile values: ${kept} kept as they are, ${runs - kept} refused`)
  expect(await stores.check()).toEqual([])
  await stores.close()
})

it(`stores and finds values of ${megabytes} MB`, async () => {
  const { sessions, memory, check, close } = await sqlite(':memory:', { indexingTime: Number.MAX_SAFE_INTEGER })
  const scope = { tenant: 'acme' }
  const filler = 'x'.repeat(500_000 * megabytes)
  const words = 'Grüße aus 北京, "quoted" \u0000 '.repeat(20_000 * megabytes)
  for (const [id, said] of [
    ['one word', `${filler}${filler} needle`],
    ['many words', `${words} needle`],
    ['base64', `${Buffer.from(words).toString('base64')} needle`],
  ] as const) {
    await sessions.append(scope, id, [{ role: 'user', content: said }])
    expect((await sessions.page(scope, id, { size: 10 })).messages[0]?.message.content).toBe(said)
    await memory.put(scope, { id, text: said })
    expect((await memory.get(scope, id))?.text).toBe(said)
  }
  const found = (hits: readonly { readonly item: object }[]): number => hits.length
  expect(found((await sessions.search(scope, { query: 'needle' })).hits)).toBe(3)
  expect(found((await memory.search(scope, { query: 'needle' })).hits)).toBe(3)
  expect(await check()).toEqual([])
  await close()
})
