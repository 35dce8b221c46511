import { isDeepStrictEqual } from 'node:util'
import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalKey } from '../../src/cache/canonical-key.ts'

/** Few different values, so that equal values occur by chance, and unequal ones with similar texts. */
const leaf = fc.constantFrom<unknown>(
  ...['', 'a', '1', '"', '\ud800', '\\ud800', '{}', 'undefined', ',', ':'],
  ...[0, -0, 1, 12, Number.NaN, Number.POSITIVE_INFINITY, 1n, 12n, null, true, false, undefined],
  ...[
    new Date(5),
    new Date(Number.NaN),
    new URL('http://a.b/'),
    Uint8Array.of(1, 2),
    Uint8Array.of(),
    Int8Array.of(1, 2),
  ],
)
const key = fc.constantFrom('a', 'b', '"', '', '__proto__', 'constructor', 'toJSON', '1', '\ud800')
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: false }),
  ),
})).value

/** Returns the same content, built in another order, without members that are `undefined`. */
function rebuilt(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(rebuilt)
  if (typeof given !== 'object' || given === null || ![Object.prototype, null].includes(Object.getPrototypeOf(given))) {
    return given
  }
  const members = Object.entries(given).filter(([, member]) => member !== undefined)
  // `fromEntries` makes all keys own members, whatever their names.
  return Object.fromEntries(members.toReversed().map(([name, member]) => [name, rebuilt(member)]))
}

describe('canonicalKey', () => {
  it('is equal for the same content in another order, and for no other, on generated pairs', () => {
    let equal = 0
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(canonicalKey(rebuilt(a))).toBe(canonicalKey(a))
        const same = isDeepStrictEqual(rebuilt(a), rebuilt(b))
        equal += Number(same)
        expect(canonicalKey(a) === canonicalKey(b)).toBe(same)
      }),
      { numRuns: 10_000 },
    )
    expect(equal).toBeGreaterThan(50)
  })

  it('distinguishes values that JSON does not', () => {
    const alike = [null, undefined, Number.NaN, 'null', 0, -0, '0', 0n, [null], [undefined], {}, [], new Date(0)]
    const strange = [new Date(0).toISOString(), Uint8Array.of(1), { 0: 1 }, [1], new Uint8Array([1, 44]).buffer]
    const keys = [...alike, ...strange].map(canonicalKey)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('compares bytes, not their container', () => {
    const large = new Uint8Array(100_000).map((_, index) => index * 7)
    expect(canonicalKey({ data: Buffer.from(large) })).toBe(canonicalKey({ data: large }))
    expect(canonicalKey(large.subarray(1))).not.toBe(canonicalKey(large.subarray(0, -1)))
  })

  it.each<[string, unknown, string]>([
    ['a function', { a: [{ b: () => 1 }] }, 'a.0.b'],
    ['a symbol', { a: Symbol('a') }, 'a'],
    ['an object of a class', { a: new Map() }, 'a'],
    ['a view of bytes without a kind', [new DataView(new ArrayBuffer(1))], '0'],
    ['a boxed number', { a: Object(1) }, 'a'],
  ])('rejects %s and says where it is', (_, given, place) => {
    const error = thrown(() => canonicalKey(given))
    expect(isLamellaError(error, 'OPTION_INVALID') && error.details).toEqual({ what: 'canonicalKey', option: place })
  })

  it('rejects cycles, even those that branch at every level', () => {
    const cycle: Record<string, unknown> = {}
    cycle['a'] = cycle
    cycle['b'] = [cycle]
    expect(
      isLamellaError(
        thrown(() => canonicalKey(cycle)),
        'OPTION_INVALID',
      ),
    ).toBe(true)
    const shared = { x: 1 }
    expect(canonicalKey([shared, shared])).toBe('[{"x":1},{"x":1}]')
  })

  it('does not change the value', () => {
    const given = Object.freeze({ b: Object.freeze([Object.freeze({ d: 1, c: 2 })]), a: undefined })
    expect(canonicalKey(given)).toBe('{"b":[{"c":2,"d":1}]}')
    expect(Object.keys(given)).toEqual(['b', 'a'])
  })
})

function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
