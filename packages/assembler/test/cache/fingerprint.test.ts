import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFingerprints } from '../../src/cache/fingerprint.ts'

const tool = (name: string, more: object = {}): object => ({
  name,
  description: 'Reads a file. '.repeat(20),
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  ...more,
})

describe('createFingerprints', () => {
  it('returns short texts that are equal exactly for equal values, on generated tools', () => {
    const tools = fc.array(
      fc.constantFrom('a', 'b').map((name) => tool(name)),
      { maxLength: 3 },
    )
    const schema = fc.array(fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('#1', '@1', '[]', 1)), {
      maxLength: 2,
    })
    fc.assert(
      fc.property(fc.array(fc.oneof(tools, schema), { minLength: 2, maxLength: 8 }), (values) => {
        const fingerprintOf = createFingerprints()
        const texts = values.map(fingerprintOf)
        for (const [a, one] of values.entries()) {
          for (const [b, other] of values.entries()) {
            expect(texts[a] === texts[b]).toBe(isDeepStrictEqual(one, other))
          }
        }
      }),
      { numRuns: 800 },
    )
    expect(createFingerprints()([tool('a'), tool('b')]).length).toBeLessThan(20)
  })

  it('reads an object once, and the items of a list every time', () => {
    let looks = 0
    const counted = Object.defineProperty({ name: 'a' }, 'description', {
      enumerable: true,
      get: () => {
        looks++
        return 'Reads.'
      },
    })
    const fingerprintOf = createFingerprints()
    const list: unknown[] = [counted]
    const before = fingerprintOf(list)
    expect(fingerprintOf(list)).toBe(before)
    expect(fingerprintOf([{ name: 'a', description: 'Reads.' }])).toBe(before)
    expect(looks).toBe(1)
    list.push(tool('b'))
    expect(fingerprintOf(list)).not.toBe(before)
  })

  it('compares functions and class instances by identity', () => {
    class Schema {}
    const [schema, run] = [new Schema(), () => 1]
    const fingerprintOf = createFingerprints()
    const of = (inputSchema: unknown, execute: unknown): string => fingerprintOf(tool('a', { inputSchema, execute }))
    expect(of(schema, run)).toBe(of(schema, run))
    expect(of(new Schema(), run)).not.toBe(of(schema, run))
    expect(of(schema, () => 1)).not.toBe(of(schema, run))
  })

  it('never reuses a text, even after values are forgotten', () => {
    const fingerprintOf = createFingerprints({ maxContents: 2 })
    const texts = new Map<string, string>()
    for (let round = 0; round < 50; round++) {
      const name = `${(round * 7) % 5}`
      const text = fingerprintOf({ name })
      expect(texts.get(text) ?? name).toBe(name)
      texts.set(text, name)
    }
    const kept = tool('kept')
    const before = fingerprintOf(kept)
    for (const name of ['x', 'y', 'z']) fingerprintOf({ name })
    expect(fingerprintOf(kept)).toBe(before)
  })

  it('rejects values that have no fingerprint', () => {
    const list: unknown[] = []
    list.push(list)
    const fingerprintOf = createFingerprints()
    expect(() => fingerprintOf(list)).toThrow(/OPTION_INVALID/)
    expect(() => fingerprintOf({ a: Symbol('a') })).toThrow(/OPTION_INVALID/)
    expect(() => createFingerprints({ maxContents: 0 })).toThrow(/OPTION_INVALID/)
  })
})
