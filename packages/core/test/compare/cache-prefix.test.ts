import {
  type BuildRequest,
  type Context,
  defineLayer,
  type Layer,
  type Message,
  type RequestPrefix,
  type ToolDefinition,
} from '@lamella/core'
import { previousRequest } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../support/layers.ts'

interface Given {
  readonly tools?: readonly ToolDefinition[]
  /** Texts of parts, by layer. */
  readonly system?: Readonly<Record<string, string>>
  /** One fragment each, `m0` first. */
  readonly messages?: readonly Message[]
}

const build = async ({ tools = [], system = {}, messages = [] }: Given, previous?: unknown): Promise<Context> => {
  const parts = Object.entries(system).map(([name, text]) => defineLayer(name, { load: () => text }))
  const past = defineLayer('past', {
    placement: 'messages',
    load: () => messages.map((message, index) => ({ id: `m${index}`, content: [message] })),
  })
  return start()
    .use([...parts, past])
    .tools(tools)
    .budget({ window: 100_000, reserve: 0 })
    .build({ scope, ...(previous === undefined ? {} : { previous: previousRequest(previous as RequestPrefix) }) })
}

/** Compares a request with the previous one, passed directly and after a round trip through a store. */
async function compare(now: Given, before: Given) {
  const previous = await build(before)
  const { tools, system, messages } = previous
  const stored = JSON.parse(JSON.stringify({ tools, system, messages })) as RequestPrefix
  const [{ report }, other] = [await build(now, previous), await build(now, stored)]
  expect(other.report.cache).toEqual(report.cache)
  const { prefix, brokenBy } = report.cache
  return { prefix, brokenBy, total: report.tokens.total }
}

const user = (content: string): Message => ({ role: 'user', content })
const parts = (...texts: readonly string[]): Message => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
})
const look = { name: 'look', inputSchema: {} }
const find = { name: 'find', description: 'd', inputSchema: { type: 'object' } }
const whole: Given = {
  tools: [look, find],
  system: { rules: 'Be kind.', notes: 'Likes tea.' },
  messages: [user('Hello'), { role: 'assistant', content: 'Hi' }],
}

describe('the prefix that a request repeats', () => {
  it('is the whole request, unbroken, when the request is repeated', async () => {
    const { prefix, brokenBy, total } = await compare(whole, whole)
    expect([prefix, brokenBy]).toEqual([total, undefined])
  })

  it('is the whole last request when this one continues it', async () => {
    const { total } = await compare(whole, whole)
    expect(await compare({ ...whole, messages: [...(whole.messages ?? []), user('And?')] }, whole)).toEqual({
      prefix: total,
      brokenBy: undefined,
      total: total + 2 + 4,
    })
  })

  it.each<[string, Given, Given]>([
    ['a tool', { tools: [look, find] }, { tools: [look] }],
    ['a part', { system: { a: 'a', b: 'b' } }, { system: { a: 'a' } }],
    ['anything', whole, {}],
  ])('is not broken by %s if the last request ended there', async (_, now, before) => {
    const { prefix, brokenBy } = await compare(now, before)
    const of = await compare(before, before)
    expect(brokenBy).toBeUndefined()
    expect(prefix).toBe(Object.keys(before).length === 0 ? 0 : of.total)
  })

  it('is empty, even without framing, when nothing is the same', async () => {
    expect(await compare(whole, { ...whole, tools: [find] })).toMatchObject({
      prefix: 0,
      brokenBy: { place: 'tools', index: 0, why: 'changed' },
    })
    expect(await compare({ system: { a: 'x' } }, { system: { a: 'y' } })).toMatchObject({ prefix: 0 })
    expect(await compare({ messages: [user('x')] }, { messages: [user('y')] })).toMatchObject({ prefix: 0 })
    expect(await compare({}, whole)).toMatchObject({
      prefix: 0,
      brokenBy: { place: 'tools', index: 0, why: 'removed' },
    })
  })

  it('includes the tools before the first that differs', async () => {
    const changed = { ...find, inputSchema: { type: 'object', properties: {} } }
    const { prefix, brokenBy } = await compare({ ...whole, tools: [look, changed] }, whole)
    expect([prefix, brokenBy]).toEqual([3 + 7 + 4 + 2, { place: 'tools', index: 1, why: 'changed' }])
    expect((await compare({ ...whole, tools: [look] }, whole)).brokenBy).toEqual({
      place: 'tools',
      index: 1,
      why: 'removed',
    })
    expect((await compare(whole, { ...whole, tools: [look] })).brokenBy).toEqual({
      place: 'tools',
      index: 1,
      why: 'added',
    })
  })

  it('includes the common start of the text that differs', async () => {
    const now = { ...whole, system: { rules: 'Be kind.', notes: 'Likes coffee.' } }
    const { prefix, brokenBy } = await compare(now, whole)
    const tools = 3 + (7 + 4 + 2) + (7 + 4 + 1 + 17)
    expect(prefix).toBe(tools + 2 + 'Be kind.'.length + 2 + 'Likes '.length)
    expect(brokenBy).toEqual({ place: 'system', index: 1, layer: 'notes', fragment: 'text', why: 'changed' })
  })

  it('ends before an inserted part, and before a removed one', async () => {
    const [one, two] = [
      { system: { a: 'aaa' }, messages: [user('x')] },
      { system: { a: 'aaa', b: 'b' }, messages: [user('x')] },
    ]
    expect(await compare(two, one)).toMatchObject({
      prefix: 3 + 2 + 3,
      brokenBy: { place: 'system', index: 1, layer: 'b', fragment: 'text', why: 'added' },
    })
    const { prefix, brokenBy } = await compare(one, two)
    expect([prefix, brokenBy]).toEqual([8, { place: 'system', index: 1, why: 'removed' }])
  })

  it('ends where this request ends, if only the last one continued', async () => {
    const { prefix, brokenBy, total } = await compare({ ...whole, messages: [user('Hello')] }, whole)
    expect([prefix, brokenBy]).toEqual([total, { place: 'messages', index: 1, why: 'removed' }])
  })

  it.each<[string, Message, Message, number]>([
    ['the text starts alike', user('Hello, Anna'), user('Hello, Bob'), 2 + 7],
    ['one text is the start of the other', user('Hello'), user('Hello, Bob'), 2 + 5],
    ['nothing is the same', user('Anna'), user('Bob'), 0],
    ['the roles differ', user('Hello'), { role: 'assistant', content: 'Hello, Bob' }, 0],
    ['one is a text, the other a list', user('Hello'), parts('Hello'), 0],
    ['the first parts are the same', parts('one', 'two'), parts('one', '2'), 2 + 3],
    ['a text part starts alike', parts('one', 'twos'), parts('one', 'twin'), 2 + 3 + 2],
    ['parts were added', parts('one'), parts('one', 'two'), 2 + 3],
    ['the first part differs', parts('x', 'one'), parts('y', 'one'), 0],
    ['options differ', { ...user('Hello'), providerOptions: { a: { b: 1 } } }, user('Hello'), 0],
    ['a character would be split', user('a😀'), user('a😁'), 2 + 1],
    ['a character would be split in the other text only', user('a\ud83d'), user('a😁'), 2 + 1],
    ['halves of characters differ', user('a\ud83dx'), user('a\ud83dy'), 2 + 2],
    [
      'reasoning texts start alike',
      { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm, yes' }] },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm, no' }] },
      0,
    ],
    [
      'the parts before a call are the same',
      { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, call({ a: 1 })] },
      { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, call({ a: 2 })] },
      2 + 7,
    ],
  ])('includes the common start of a message that differs: %s', async (_, now, before, more) => {
    const { prefix, brokenBy } = await compare({ messages: [user('x'), now] }, { messages: [user('x'), before] })
    expect(prefix).toBe(3 + 2 + 1 + more)
    expect(brokenBy).toEqual({ place: 'messages', index: 1, layer: 'past', fragment: 'm1', why: 'changed' })
  })

  it('is never more than the request, whatever a tokenizer returns for the start of a text', async () => {
    const rising = { name: 'rising', exact: true, count: (text: string) => (text === '' ? 0 : 100 - text.length) }
    const one = defineLayer('one', { load: ({ query }) => query })
    const builder = start().tokenizer(rising).use(one).budget({ window: 1_000, reserve: 0 })
    const previous = await builder.build({ scope, message: 'abcdef' })
    const { report } = await builder.build({ scope, message: 'abcdefgh', previous: previousRequest(previous) })
    expect(report.cache.prefix).toBe(report.tokens.total)
  })

  it('counts a fragment of several messages, and one counted by its source, as the build does', async () => {
    const long = defineLayer('long', {
      placement: 'messages',
      load: ({ query }) => [
        { id: 'a', content: [user('1'), user('22'), user(`333${query}`)], tokens: [9] },
        { id: 'b', content: [user('4')] },
      ],
    })
    const builder = start().use(long).budget({ window: 1_000, reserve: 0 })
    const previous = await builder.build({ scope, message: 'x' })
    const { report } = await builder.build({ scope, message: 'y', previous: previousRequest(previous) })
    // 3 + 4 + 5 characters of equal or partly equal messages, but the source counts these as no more than 9.
    expect(report.cache.prefix).toBe(3 + 9)
    expect(report.cache.brokenBy).toMatchObject({ index: 2, layer: 'long', fragment: 'a' })
    const again = await builder.build({ scope, message: 'x', previous: previousRequest(previous) })
    expect(again.report.cache.prefix).toBe(again.report.tokens.total)
  })
})

describe('the fragment that broke the prefix', () => {
  const texts = (names: readonly string[], compose?: Layer['compose']): Layer =>
    defineLayer('notes', {
      load: () => names.map((name) => ({ id: name, content: `<${name}>` })),
      ...(compose ? { compose } : {}),
    })
  const brokenBy = async (now: Layer, before: Layer): Promise<string> => {
    const builder = start().budget({ window: 10_000, reserve: 0 })
    const previous = await builder.use(before).build({ scope })
    const { report } = await builder.use(now).build({ scope, previous: previousRequest(previous) })
    const { layer, fragment, why } = report.cache.brokenBy ?? {}
    return `${layer}/${fragment} ${why}`
  }
  const list: Layer['compose'] = (kept) =>
    `${kept.length} notes:\n${kept.map((one) => `* ${one.content}`).join('\n')}\n.`
  const fixed: Layer['compose'] = (kept) => `Notes:\n${kept.map((one) => `* ${one.content}`).join('\n')}\n.`
  const escaped: Layer['compose'] = (kept) => kept.map((one) => String(one.content).replace('<', '&lt;')).join('\n')

  it('is the one whose text contains the first difference', async () => {
    expect(await brokenBy(texts(['a', 'b', 'c']), texts(['a', 'x', 'c']))).toBe('notes/b changed')
    expect(await brokenBy(texts(['a', 'c']), texts(['a', 'b', 'c']))).toBe('notes/c changed')
    expect(await brokenBy(texts(['a', 'b', 'c'], fixed), texts(['a', 'c'], fixed))).toBe('notes/b changed')
  })

  it('is the one after the difference, if that is between two fragments', async () => {
    expect(await brokenBy(texts(['a', 'b']), texts(['a']))).toBe('notes/b changed')
    expect(await brokenBy(texts(['a', 'b'], fixed), texts(['a'], fixed))).toBe('notes/b changed')
  })

  it('is undefined if the wrapping differs, something at the end is gone, or no text is found', async () => {
    expect(await brokenBy(texts(['a', 'b'], list), texts(['a'], list))).toBe('notes/undefined changed')
    expect(await brokenBy(texts(['a']), texts(['a', 'b']))).toBe('notes/undefined changed')
    expect(await brokenBy(texts(['a'], fixed), texts(['a', 'b'], fixed))).toBe('notes/undefined changed')
    expect(await brokenBy(texts(['a', 'b'], escaped), texts(['a'], escaped))).toBe('notes/undefined changed')
  })

  it('is searched for with bounded effort in a layer that rewrites its fragments', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `note ${index}`)
    const last: Layer['compose'] = (kept) =>
      kept.map(({ content }, index) => (index < kept.length - 1 ? `* ${index}` : String(content))).join('\n')
    const made = (few: readonly string[], end: string): Layer => texts([...few, end], last)
    expect(await brokenBy(made(names, 'a'), made(names, 'b'))).toBe('notes/undefined changed')
    expect(await brokenBy(made(names.slice(0, 40), 'a'), made(names.slice(0, 40), 'b'))).toBe('notes/a changed')
  })
})

describe('the previous request', () => {
  it('is rejected if it is not a request', async () => {
    const lists = { tools: [], system: [], messages: [] }
    await expect(build(whole, lists)).resolves.toMatchObject({ report: { cache: { prefix: 0 } } })
    for (const odd of [null, 7, 'x', {}, [], { ...lists, messages: undefined }, { ...lists, system: '' }]) {
      const error = { code: 'REQUEST_INVALID', details: { key: 'previous' } }
      await expect(build(whole, odd), JSON.stringify(odd)).rejects.toMatchObject(error)
      // A context is also rejected here, because it would be compared with nothing.
      const builder = start().budget({ window: 100, reserve: 0 })
      await expect(builder.build({ scope, previous: odd as never })).rejects.toMatchObject(error)
    }
  })

  it('may contain any values in its lists', async () => {
    for (const odd of [null, undefined, 7, 'x', [], {}, { role: 'user' }, { role: 'user', content: [null] }]) {
      for (const place of ['tools', 'system', 'messages'] as const) {
        const previous = { tools: [], system: [], messages: [], [place]: [odd] }
        const { report } = await build({ messages: [parts('x')] }, previous)
        expect(report.cache.prefix, JSON.stringify(odd)).toBe(0)
        expect(report.cache.brokenBy?.place).toBe(place)
      }
    }
  })

  it('is read only when its report is read, and not twice', async () => {
    const context = await build(whole)
    let reads = 0
    const watched = <T extends object>(items: T): T =>
      new Proxy(items, {
        get: (target, key, self) => {
          reads++
          return Reflect.get(target, key, self) as unknown
        },
      })
    const previous = {
      tools: watched([...context.tools]),
      system: watched([...context.system]),
      messages: watched([...context.messages]),
      get report(): never {
        throw new Error('the report of the last request keeps the one before it')
      },
    }
    const { report } = await build(whole, previous)
    expect(reads).toBe(0)
    const { cache } = report
    const readOnce = reads
    expect(cache.prefix).toBe(report.tokens.total)
    expect(report.cache).toBe(cache)
    expect(reads).toBe(readOnce)
  })

  it('is hidden from all layers', async () => {
    let seen: object = {}
    const curious = defineLayer('curious', {
      load: (request) => {
        seen = request
        return undefined
      },
    })
    const request: BuildRequest = { scope, previous: previousRequest(await build(whole)) }
    await start().use(curious).budget({ window: 100, reserve: 0 }).build(request)
    expect(Object.keys(seen)).not.toContain('previous')
    expect(Object.keys(seen)).toContain('session')
  })
})

function call(input: object) {
  return { type: 'tool-call' as const, toolCallId: 'c', toolName: 'look', input }
}
