import type { Tokenizer } from '@lamella/core'
import { createTokenEstimator } from '@lamella/core/plugin'
import { createPersistentCountMemory } from '@lamella/core/store'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { framing } from '../../support/char-tokenizer.ts'
import { countedBuild, spy } from '../../support/counted-builds.ts'

describe('a persistent count memory', () => {
  it('saves a second process from counting anything again', async () => {
    const memory = createPersistentCountMemory()
    const context = await countedBuild(spy(), memory)
    const kept = JSON.stringify(memory.snapshot())

    const restored = createPersistentCountMemory()
    restored.restore(JSON.parse(kept))
    const again = spy()
    expect((await countedBuild(again, restored)).report.tokens).toEqual(context.report.tokens)
    expect(again.seen).toEqual([])
    expect(restored.snapshot()).toEqual(memory.snapshot())
  })

  it('stores no text in a snapshot', async () => {
    const memory = createPersistentCountMemory()
    await countedBuild(spy(), memory)
    const kept = JSON.stringify(memory.snapshot())
    expect(kept).not.toContain('week')
    expect(kept).not.toContain('launch')
  })

  it('never mixes up restored counts of different tokenizers', () => {
    const memory = createPersistentCountMemory()
    const tokenizers = [spy('a', true, 1), spy('a', false, 2), spy('b', true, 3), spy('__proto__', true, 4)]
    for (const tokenizer of tokenizers) createTokenEstimator(tokenizer, framing, memory).estimateText('abc')
    const restored = createPersistentCountMemory()
    restored.restore(JSON.parse(JSON.stringify(memory.snapshot())))
    tokenizers.forEach((tokenizer, index) => {
      expect(createTokenEstimator(tokenizer, framing, restored).estimateText('abc')).toBe(3 * (index + 1))
    })
    expect(tokenizers.map(({ seen }) => seen.length)).toEqual([1, 1, 1, 1])
  })

  it('can be restored even if a tokenizer omits optional fields', () => {
    const memory = createPersistentCountMemory()
    const unsaid = { count: (text: string) => text.length } as Tokenizer
    createTokenEstimator(unsaid, framing, memory).estimateText('abc')
    const restored = createPersistentCountMemory()
    restored.restore(JSON.parse(JSON.stringify(memory.snapshot())))
    expect(restored.snapshot()).toEqual(memory.snapshot())
    expect(Object.values(restored.snapshot().tokenizers[0]?.counts ?? {})).toEqual([3])
  })

  it('puts no more into a snapshot than its limit allows', () => {
    const memory = createPersistentCountMemory({ maxCharacters: 100, maxEntries: 10 })
    const { estimateText } = createTokenEstimator(spy(), framing, memory)
    for (let round = 0; round < 50; round++) {
      estimateText('often')
      estimateText(`once ${round}`)
    }
    const sizes = Object.keys(memory.snapshot().tokenizers[0]?.counts ?? {})
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes.length).toBeLessThanOrEqual(10)
    estimateText('x'.repeat(51))
    expect(Object.keys(memory.snapshot().tokenizers[0]?.counts ?? {})).toHaveLength(sizes.length)
  })

  it.each([{ maxEntries: 0 }, { maxEntries: 1 }, { maxCharacters: 0 }])('has an empty snapshot with %o', (options) => {
    const memory = createPersistentCountMemory(options)
    createTokenEstimator(spy(), framing, memory).estimateText('abc')
    expect(memory.snapshot().tokenizers[0]?.counts).toEqual({})
  })

  it('lists counts in the order in which the texts came', () => {
    const memory = createPersistentCountMemory()
    const { estimateText } = createTokenEstimator(spy(), framing, memory)
    for (const length of [3, 200, 1, 150, 2, 200, 3]) estimateText('x'.repeat(length))
    expect(Object.values(memory.snapshot().tokenizers[0]?.counts ?? {})).toEqual([3, 200, 1, 150, 2])
  })

  it('restores snapshots within its bounds, the newest last', () => {
    const full = createPersistentCountMemory()
    const { estimateText } = createTokenEstimator(spy(), framing, full)
    for (let index = 0; index < 40; index++) estimateText(`text ${index}`)
    const memory = createPersistentCountMemory({ maxEntries: 20 })
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
  ])('rejects an invalid snapshot: %j', (snapshot) => {
    expect(() => createPersistentCountMemory().restore(snapshot)).toThrow(/OPTION_INVALID/)
  })
})

test('counts through a memory of any size, restored or not, match those of the tokenizer', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom('__proto__', '\ud800', 'a', ''))
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 60 }),
      fc.nat(12),
      fc.nat(80),
      fc.boolean(),
      (texts, maxEntries, maxCharacters, restart) => {
        let memory = createPersistentCountMemory({ maxEntries, maxCharacters })
        const count = (one: string): number => [...one].length + (one.includes('\ud800') ? 7 : 0)
        for (const [index, one] of texts.entries()) {
          if (restart && index % 7 === 6) {
            const snapshot = JSON.parse(JSON.stringify(memory.snapshot()))
            memory = createPersistentCountMemory({ maxEntries, maxCharacters })
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

test('texts that differ little have different keys in a snapshot', () => {
  const memory = createPersistentCountMemory()
  const { estimateText } = createTokenEstimator(spy(), framing, memory)
  const texts = new Set<string>()
  for (let a = 0; a < 200; a++)
    for (let b = 0; b < 200; b++) texts.add(`line ${a} and ${b}`).add(String.fromCharCode(a * 256 + b, b, a))
  for (const text of texts) estimateText(text)
  const empty = texts.has('') ? 1 : 0
  expect(Object.keys(memory.snapshot().tokenizers[0]?.counts ?? {})).toHaveLength(texts.size - empty)
})
