import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { codePoint } from '../../testkit/src/samples/code-point.ts'
import { type ClaudeSessionKey, type ClaudeSessions, claudeSessions } from '../src/index.ts'
import { stores } from './helpers/stores.ts'

const attempts = Number(process.env['LAMELLA_ATTEMPTS'] ?? 60)
const seed = Number(process.env['LAMELLA_SEED'] ?? 1)

/** Parts that look like paths, ids, escapes, queries, or another part's. */
const part = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '/',
    '../..',
    '%',
    '%#',
    '%002f',
    '%2F',
    '\u0000',
    '\\',
    '',
    ' ',
    'claude:',
    'one',
    'one/',
    'work',
  ),
  fc.constantFrom(
    "' OR 1=1 --",
    '*',
    '~',
    'CON',
    'ONE',
    'é',
    'e\u0301',
    '\ud800',
    '\udc00x',
    '😀',
    '__proto__',
    '\u202e',
  ),
  fc.string({ unit: codePoint, maxLength: 8 }),
  fc.integer({ min: 200, max: 3_000 }).map((length) => 'x'.repeat(length)),
)
const text = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
const keys = fc.record({ projectKey: text, sessionId: text, subpath: fc.option(text, { nil: undefined, freq: 2 }) })

/** Two keys that mean the same transcript have the same name. */
const nameOf = ({ projectKey, sessionId, subpath }: ClaudeSessionKey): string =>
  JSON.stringify([projectKey, sessionId, subpath ?? null])
const without = ({ projectKey, sessionId, subpath }: typeof keys extends fc.Arbitrary<infer Key> ? Key : never) =>
  subpath === undefined ? { projectKey, sessionId } : { projectKey, sessionId, subpath }

describe.each(stores)('hostile keys in %s', (_, open) => {
  let mine: ClaudeSessions
  let others: ClaudeSessions[]
  beforeAll(async () => {
    const base = await open()
    const owners = [{ tenant: 'acme' }, { tenant: 'bolt' }, { tenant: 'acme', user: 'one' }, { tenant: 'acme ' }]
    ;[mine, ...others] = owners.map((owner) => claudeSessions(base, owner)) as [ClaudeSessions, ...ClaudeSessions[]]
    for (const [index, store] of others.entries()) {
      const subpaths = [undefined, 'subagents/agent-1']
      for (const subpath of subpaths) {
        const key = { projectKey: 'work', sessionId: 'one', ...(subpath !== undefined && { subpath }) }
        await store.append(key, [{ type: 'user', secret: `secret ${index}` }])
      }
    }
  })

  it(`lead to their own transcript and nowhere else (${attempts})`, async () => {
    const given = fc.sample(keys, { numRuns: attempts, seed }).map(without)
    const unique = [...new Map(given.map((key) => [nameOf(key), key])).values()]
    for (const key of unique) {
      expect(await mine.load(key)).toBe(null)
      await mine.append(key, [{ type: 'user', name: nameOf(key) }])
    }
    for (const key of unique) {
      expect(await mine.load(key)).toEqual([{ type: 'user', name: nameOf(key) }])
      const own = unique.filter(({ projectKey }) => projectKey === key.projectKey)
      const mains = own.filter(({ subpath }) => subpath === undefined).map(({ sessionId }) => sessionId)
      expect((await mine.listSessions(key.projectKey)).map(({ sessionId }) => sessionId).sort()).toEqual(mains.sort())
      const subpaths = own.flatMap(({ sessionId, subpath }) => (sessionId === key.sessionId ? (subpath ?? []) : []))
      expect((await mine.listSubkeys(key)).sort()).toEqual(subpaths.sort())
    }
    for (const key of unique) await mine.delete(key)
    for (const key of unique) expect(await mine.load(key)).toBe(null)
    for (const [index, store] of others.entries()) {
      for (const more of [{}, { subpath: 'subagents/agent-1' }]) {
        const loaded = await store.load({ projectKey: 'work', sessionId: 'one', ...more })
        expect(loaded).toEqual([{ type: 'user', secret: `secret ${index}` }])
      }
    }
  })
})
