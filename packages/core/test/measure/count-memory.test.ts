import {
  type CountMemory,
  createContext,
  createCountMemory,
  defineLayer,
  type Message,
  type Tokenizer,
} from '@lamella/core'
import { createCounter, createTokenEstimator } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { framing } from '../support/char-tokenizer.ts'

interface Spy extends Tokenizer {
  readonly seen: string[]
}

function spy(name = 'spy', exact = true, factor = 1): Spy {
  const seen: string[] = []
  return { name, exact, seen, count: (text) => seen.push(text) && factor * text.length }
}

const session: readonly Message[] = [
  { role: 'user', content: 'What did we decide about the launch?' },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { page: 3 } }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: 'Week two.' } }],
  },
  { role: 'assistant', content: 'It moves to week two.' },
]
const talk = session.map((message, index) => ({ id: `${index}`, content: [message] }))
const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }]

const builderOf = (tokenizer: Tokenizer, memory: CountMemory) =>
  createContext()
    .use(defineLayer('motto', { load: () => 'Be kind.' }))
    .use(defineLayer('talk', { placement: 'messages', load: () => talk }))
    .tools(tools)
    .counts(memory)
    .tokenizer(tokenizer)
    .framing(framing)
    .budget({ window: 4_000, reserve: 100 })

const build = (tokenizer: Tokenizer, memory: CountMemory) =>
  builderOf(tokenizer, memory).build({ scope: { tenant: 'acme' } })

describe('a memory of counts', () => {
  it('is shared by the builders that it is given to', async () => {
    const memory = createCountMemory()
    const first = spy()
    const context = await build(first, memory)
    expect(first.seen.length).toBeGreaterThan(4)
    const second = spy()
    expect((await build(second, memory)).report.tokens).toEqual(context.report.tokens)
    expect(second.seen).toEqual([])
  })

  it('belongs to a chain of builders where none is given, and outlives a new framing', async () => {
    const tokenizer = spy()
    const memory = createCountMemory()
    await build(tokenizer, memory)
    const counted = tokenizer.seen.length
    await builderOf(tokenizer, memory)
      .framing({ ...framing, message: 9 })
      .build({ scope: { tenant: 'acme' } })
    expect(tokenizer.seen).toHaveLength(counted)
    expect(createCounter(tokenizer, framing).memory).not.toBe(createCounter(tokenizer, framing).memory)
  })

  it('lets a second process count nothing again', async () => {
    const memory = createCountMemory()
    const context = await build(spy(), memory)
    const kept = JSON.stringify(memory.snapshot())

    const restored = createCountMemory()
    restored.restore(JSON.parse(kept))
    const again = spy()
    expect((await build(again, restored)).report.tokens).toEqual(context.report.tokens)
    expect(again.seen).toEqual([])
    expect(restored.snapshot()).toEqual(memory.snapshot())
  })

  it('keeps no text in a snapshot', async () => {
    const memory = createCountMemory()
    await build(spy(), memory)
    const kept = JSON.stringify(memory.snapshot())
    expect(kept).not.toContain('week')
    expect(kept).not.toContain('launch')
  })

  it('never mistakes the counts of one tokenizer for those of another', () => {
    const memory = createCountMemory()
    const tokenizers = [spy('a', true, 1), spy('a', false, 2), spy('b', true, 3), spy('__proto__', true, 4)]
    for (let round = 0; round < 2; round++) {
      tokenizers.forEach((tokenizer, index) => {
        expect(createTokenEstimator(tokenizer, framing, memory).estimateText('abc')).toBe(3 * (index + 1))
      })
    }
    expect(tokenizers.map(({ seen }) => seen.length)).toEqual([1, 1, 1, 1])
    const restored = createCountMemory()
    restored.restore(JSON.parse(JSON.stringify(memory.snapshot())))
    tokenizers.forEach((tokenizer, index) => {
      expect(createTokenEstimator(tokenizer, framing, restored).estimateText('abc')).toBe(3 * (index + 1))
    })
    expect(tokenizers.map(({ seen }) => seen.length)).toEqual([1, 1, 1, 1])
  })

  it('shares the counts of tokenizers of one name, as their contract says', () => {
    const memory = createCountMemory()
    const [first, second] = [spy(), spy()]
    createTokenEstimator(first, framing, memory).estimateText('abc')
    createTokenEstimator(second, framing, memory).estimateText('abc')
    expect(second.seen).toEqual([])
  })

  it('can be restored, whatever a tokenizer leaves unsaid', () => {
    const memory = createCountMemory()
    const unsaid = { count: (text: string) => text.length } as Tokenizer
    createTokenEstimator(unsaid, framing, memory).estimateText('abc')
    const restored = createCountMemory()
    restored.restore(JSON.parse(JSON.stringify(memory.snapshot())))
    expect(restored.snapshot()).toEqual(memory.snapshot())
    expect(Object.values(restored.snapshot().tokenizers[0]?.counts ?? {})).toEqual([3])
  })

  it('holds no more texts and characters than it may, and keeps what is used', () => {
    const memory = createCountMemory({ maxCharacters: 100, maxEntries: 10 })
    const tokenizer = spy()
    const { estimateText } = createTokenEstimator(tokenizer, framing, memory)
    for (let round = 0; round < 50; round++) {
      estimateText('often')
      estimateText(`once ${round}`)
    }
    expect(tokenizer.seen.filter((text) => text === 'often')).toHaveLength(1)
    const sizes = Object.keys(memory.snapshot().tokenizers[0]?.counts ?? {})
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes.length).toBeLessThanOrEqual(10)
    estimateText('x'.repeat(51))
    expect(Object.keys(memory.snapshot().tokenizers[0]?.counts ?? {})).toHaveLength(sizes.length)
  })

  it('may be one that remembers nothing', () => {
    for (const options of [{ maxEntries: 0 }, { maxEntries: 1 }, { maxCharacters: 0 }]) {
      const memory = createCountMemory(options)
      const tokenizer = spy()
      const { estimateText } = createTokenEstimator(tokenizer, framing, memory)
      expect([estimateText('abc'), estimateText('abc')]).toEqual([3, 3])
      expect(tokenizer.seen).toHaveLength(2)
      expect(memory.snapshot().tokenizers[0]?.counts).toEqual({})
    }
  })

  it('takes up snapshots within its bounds, the newest last', () => {
    const full = createCountMemory()
    const { estimateText } = createTokenEstimator(spy(), framing, full)
    for (let index = 0; index < 40; index++) estimateText(`text ${index}`)
    const memory = createCountMemory({ maxEntries: 20 })
    memory.restore(full.snapshot())
    const tokenizer = spy()
    const estimator = createTokenEstimator(tokenizer, framing, memory)
    estimator.estimateText('text 39')
    expect(tokenizer.seen).toEqual([])
    estimator.estimateText('text 0')
    expect(tokenizer.seen).toEqual(['text 0'])
  })

  it.for([
    undefined,
    null,
    [],
    {},
    { version: 2, tokenizers: [] },
    { version: 1, tokenizers: [null] },
    { version: 1, tokenizers: [{ name: 'a', exact: true }] },
    { version: 1, tokenizers: [{ name: 'a', exact: 1, counts: {} }] },
    { version: 1, tokenizers: [{ name: 'a', exact: true, counts: { x: -1 } }] },
    { version: 1, tokenizers: [{ name: 'a', exact: true, counts: { x: 1.5 } }] },
    { version: 1, tokenizers: [{ name: 'a', exact: true, counts: { x: '1' } }] },
  ])('refuses a snapshot that it did not make: %j', (snapshot) => {
    expect(() => createCountMemory().restore(snapshot)).toThrow(/OPTION_INVALID/)
  })

  it('says which option or argument is wrong', () => {
    expect(() => createCountMemory({ maxEntrys: 3 } as object)).toThrow(/maxEntries.*OPTION_INVALID/)
    expect(() => createCountMemory({ maxEntries: -1 })).toThrow(/OPTION_INVALID/)
    expect(() => createContext().counts({} as CountMemory)).toThrow(/createCountMemory.*REQUEST_INVALID/)
  })
})

test('counts through a memory of any size, restored or not, are those of the tokenizer', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom('__proto__', '\ud800', 'a', ''))
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 60 }),
      fc.nat(12),
      fc.nat(80),
      fc.boolean(),
      (texts, maxEntries, maxCharacters, restart) => {
        let memory = createCountMemory({ maxEntries, maxCharacters })
        const count = (one: string): number => [...one].length + (one.includes('\ud800') ? 7 : 0)
        for (const [index, one] of texts.entries()) {
          if (restart && index % 7 === 6) {
            const snapshot = JSON.parse(JSON.stringify(memory.snapshot()))
            memory = createCountMemory({ maxEntries, maxCharacters })
            memory.restore(snapshot)
          }
          const tokenizer: Tokenizer = { name: 't', exact: true, count }
          expect(createTokenEstimator(tokenizer, framing, memory).estimateText(one)).toBe(count(one))
          expect(Object.keys(memory.snapshot().tokenizers[0]?.counts ?? {}).length).toBeLessThanOrEqual(maxEntries)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('texts that differ little have different names in a snapshot', () => {
  const memory = createCountMemory()
  const { estimateText } = createTokenEstimator(spy(), framing, memory)
  const texts = new Set<string>()
  for (let a = 0; a < 200; a++)
    for (let b = 0; b < 200; b++) texts.add(`line ${a} and ${b}`).add(String.fromCharCode(a * 256 + b, b, a))
  for (const text of texts) estimateText(text)
  const empty = texts.has('') ? 1 : 0
  expect(Object.keys(memory.snapshot().tokenizers[0]?.counts ?? {})).toHaveLength(texts.size - empty)
})
