import { type CountMemory, createContext, createCountMemory } from '@lamella/core'
import { createCounter } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextMap } from '../../src/measure/count-memory.ts'
import { framing } from '../support/char-tokenizer.ts'
import { countedBuild, spy } from '../support/counted-builds.ts'

describe('a count memory', () => {
  it('is shared by the builders that use it', async () => {
    const memory = createCountMemory()
    const first = spy()
    const context = await countedBuild(first, memory)
    expect(first.seen.length).toBeGreaterThan(4)
    const second = spy()
    expect((await countedBuild(second, memory)).report.tokens).toEqual(context.report.tokens)
    expect(second.seen).toEqual([])
  })

  it('survives a change to the framing', async () => {
    const tokenizer = spy()
    const memory = createCountMemory()
    await countedBuild(tokenizer, memory)
    const counted = tokenizer.seen.length
    await countedBuild(tokenizer, memory, 9)
    expect(tokenizer.seen).toHaveLength(counted)
  })

  it('never mixes up the counts of different tokenizers', () => {
    const memory = createCountMemory()
    const tokenizers = [spy('a', true, 1), spy('a', false, 2), spy('b', true, 3), spy('__proto__', true, 4)]
    for (let round = 0; round < 2; round++) {
      tokenizers.forEach((tokenizer, index) => {
        expect(createCounter(tokenizer, framing, memory).text('abc')).toBe(3 * (index + 1))
      })
    }
    expect(tokenizers.map(({ seen }) => seen.length)).toEqual([1, 1, 1, 1])
  })

  it('shares the counts of tokenizers of the same name, as their contract says', () => {
    const memory = createCountMemory()
    const [first, second] = [spy(), spy()]
    createCounter(first, framing, memory).text('abc')
    createCounter(second, framing, memory).text('abc')
    expect(second.seen).toEqual([])
  })

  it('evicts unused counts, and keeps used ones', () => {
    const memory = createCountMemory({ maxCharacters: 100, maxEntries: 10 })
    const tokenizer = spy()
    const { text: estimateText } = createCounter(tokenizer, framing, memory)
    for (let round = 0; round < 50; round++) {
      estimateText('often')
      estimateText(`once ${round}`)
    }
    const times = (text: string): number => tokenizer.seen.filter((one) => one === text).length
    expect(times('often')).toBe(1)
    estimateText('once 49')
    expect(times('once 49')).toBe(1)
    estimateText('once 0')
    expect(times('once 0')).toBe(2)
  })

  it('stores no text that is longer than half of maxCharacters', () => {
    const tokenizer = spy()
    const { text: estimateText } = createCounter(tokenizer, framing, createCountMemory({ maxCharacters: 100 }))
    for (const length of [51, 51, 50, 50]) expect(estimateText('x'.repeat(length))).toBe(length)
    expect(tokenizer.seen.map((text) => text.length)).toEqual([51, 51, 50])
  })

  it.each([{ maxEntries: 0 }, { maxEntries: 1 }, { maxCharacters: 0 }])('stores nothing with %o', (options) => {
    const tokenizer = spy()
    const { text: estimateText } = createCounter(tokenizer, framing, createCountMemory(options))
    expect([estimateText('abc'), estimateText('abc')]).toEqual([3, 3])
    expect(tokenizer.seen).toHaveLength(2)
  })

  it('reports which option is wrong', () => {
    expect(() => createCountMemory({ maxEntrys: 3 } as object)).toThrow(/maxEntries.*OPTION_INVALID/)
    expect(() => createCountMemory({ maxEntries: -1 })).toThrow(/OPTION_INVALID/)
  })
})

describe('a builder', () => {
  it('has its own count memory by default', () => {
    expect(createCounter(spy(), framing).memory).not.toBe(createCounter(spy(), framing).memory)
  })

  it('rejects an invalid count memory', () => {
    expect(() => createContext().counts({} as CountMemory)).toThrow(/createCountMemory.*REQUEST_INVALID/)
  })
})

/** Texts that are often equal, often alike in most of their characters, and of both kinds of length. */
const text = fc
  .tuple(fc.constantFrom('', 'a', '\ud800', '✓', '__proto__'), fc.constantFrom(0, 1, 40, 127, 128, 129, 300, 5_000))
  .chain(([filler, length]) =>
    fc.tuple(fc.constant(filler.repeat(length)), fc.nat({ max: length }), fc.string({ maxLength: 2 })),
  )
  .map(([filled, at, change]) => filled.slice(0, at) + change + filled.slice(at))

describe('createTextMap', () => {
  it('returns the same as a Map', () => {
    const steps = fc.array(fc.tuple(text, fc.option(fc.nat(), { nil: undefined })), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (list) => {
        const map = new Map<string, number>()
        const own = createTextMap()
        for (const [one, value] of list) {
          if (value !== undefined && !map.has(one)) {
            map.set(one, value)
            own.add(one, value)
          }
          expect(own.get(one)).toBe(map.get(one))
        }
        expect(Array.from(map.keys(), own.get)).toEqual([...map.values()])
      }),
      { numRuns: 1000 },
    )
  })

  it('distinguishes texts that differ only in the middle', () => {
    const own = createTextMap()
    const texts = Array.from(
      { length: 2_000 },
      (_, index) => `${'x'.repeat(70)}${`${index}`.padStart(6, '0')}${'x'.repeat(1_000)}`,
    )
    for (const [index, one] of texts.entries()) own.add(one, index)
    expect(texts.map((one) => own.get(one))).toEqual(texts.map((_, index) => index))
  })
})
