import type { SessionStore } from '@lamella/store'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ClaudeEntry, type ClaudeSessions, claudeSessions } from '../src/index.ts'
import { stores } from './helpers/stores.ts'

const key = { projectKey: 'work', sessionId: 'one' }

/** Returns a value nested so many levels deep. */
function nested(levels: number): unknown {
  return Array.from({ length: levels }).reduce((inner, _, level) => (level % 2 ? { inner } : [inner]), 1 as unknown)
}

const odd: readonly (readonly [name: string, entry: ClaudeEntry])[] = [
  ['a NUL', { type: 'user', message: { role: 'user', content: 'a\u0000b' }, '\u0000': '\u0000' }],
  ['half of a surrogate pair', { type: 'user', message: { content: [{ type: 'text', text: '\ud800 x \udc00' }] } }],
  ['keys named like the prototype', JSON.parse('{"type":"user","__proto__":{"constructor":1},"toString":null}')],
  ['600 levels', { type: 'user', toolUseResult: nested(600) }],
  ['3,000 levels', { type: 'user', toolUseResult: nested(3_000) }],
  ['5 MB', { type: 'user', message: { content: [{ type: 'tool_result', content: 'word '.repeat(1_000_000) }] } }],
  ['a large number in a text', JSON.parse('{"type":"user","text":"1e400","n":1e300}')],
  ['marks of this library', { type: 'user', providerOptions: { lamella: { summary: {} } }, lamella: { a: 1 } }],
  ['a type that nobody knows', { type: 'x-new', uuid: '', deep: [[], {}, null, false, 0, ''] }],
  ['separators of lines', { type: 'user', text: '\u2028\u2029\r\n\t\ufeff' }],
]

describe.each(stores)('entries in %s', (kind, open) => {
  let base: SessionStore
  let tenants = 0
  const fresh = (): ClaudeSessions => claudeSessions(base, { tenant: `t${tenants++}` })
  beforeAll(async () => {
    base = await open()
  })

  it.each(odd)('come back as they were, with %s', async (_, entry) => {
    const store = fresh()
    const text = JSON.stringify(entry)
    await store.append(key, [entry, { type: 'mode', mode: 'plan' }])
    const loaded = (await store.load(key)) ?? []
    expect(loaded.map((one) => JSON.stringify(one))).toEqual([text, '{"type":"mode","mode":"plan"}'])
  })

  it('are there twice without a uuid, and once with one', async () => {
    const store = fresh()
    const [tag, line] = [
      { type: 'tag', tag: 'x' },
      { type: 'user', uuid: 'u1' },
    ]
    await store.append(key, [tag, line, { ...line, later: true }])
    await store.append(key, [{ ...tag }, { ...line }])
    expect(await store.load(key)).toEqual([tag, line, tag])
  })

  it('have a uuid per transcript: a fork repeats those of its origin', async () => {
    const store = fresh()
    const line = { type: 'user', uuid: 'u1' }
    for (const sessionId of ['one', 'two']) await store.append({ ...key, sessionId }, [line])
    expect(await store.load({ ...key, sessionId: 'two' })).toEqual([line])
  })

  it('are known by their uuid to a process that has not loaded them', async () => {
    const [first, second] = [fresh(), claudeSessions(base, { tenant: `t${tenants - 1}` })]
    await first.append(key, [{ type: 'user', uuid: 'u1' }])
    await second.append(key, [
      { type: 'user', uuid: 'u1' },
      { type: 'user', uuid: 'u2' },
    ])
    expect((await first.load(key))?.map(({ uuid }) => uuid)).toEqual(['u1', 'u2'])
  })

  it('are found by prompts, answers and results, and not by thinking', async () => {
    const store = fresh()
    const content = [
      { type: 'thinking', thinking: 'secretly zebra' },
      { type: 'text', text: 'The walrus is here.' },
      { type: 'tool_result', content: [{ type: 'text', text: 'grep found an ocelot' }] },
    ]
    await store.append(key, [
      { type: 'assistant', message: { content } },
      { type: 'user', message: { content: 'Is this a lynx?' } },
    ])
    const scope = { tenant: `t${tenants - 1}`, agent: 'claude:work' }
    if (!base.search) return expect(kind).toBe('files')
    const found = async (query: string): Promise<string> =>
      JSON.stringify((await base.search?.(scope, { query }))?.hits.map(({ item }) => item.message.content))
    for (const word of ['walrus', 'ocelot', 'lynx']) expect(await found(word)).toContain(word)
    expect(await found('zebra')).not.toContain('zebra')
  })
})
