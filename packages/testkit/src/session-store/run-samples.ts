import * as fc from 'fast-check'
import { anyString, cyclic, hostileTexts } from '../samples/texts.ts'

const json = fc.jsonValue({ maxDepth: 3 })

const nested = (levels: number): object => (levels === 0 ? { end: true } : { list: [nested(levels - 1)] })

/** States of runs that every store must keep. */
export const soundRuns: readonly object[] = [
  {},
  { run: null, message: 'a', compaction: [], header: { lamella: 'session' }, end: true },
  { list: [null, true, -1.5e-7, 9007199254740991, '', [], {}], nested: nested(100) },
  // Own properties with names that a plain object already has.
  JSON.parse('{"__proto__":{"constructor":{"toString":1}},"hasOwnProperty":false,"1":"b","0":"a"}') as object,
  { text: 'x'.repeat(100_000) },
]

/** States of runs with any text, as a value and as a key. A store may refuse lone surrogates. */
export const anyRun: fc.Arbitrary<object> = fc
  .tuple(fc.oneof(anyString, fc.constantFrom(...hostileTexts)), json)
  .map(([text, value]) => Object.fromEntries([['head', [text, value]] as const, [text, { value }] as const]))

const cycle = cyclic()

/** Values that are not the state of a run, or that JSON cannot keep. */
export const noRuns: readonly (readonly [what: string, run: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a text', '{}'],
  ['a number', 7],
  ['a list', [{}]],
  ['a function', () => 1],
  ['a Map', new Map([['a', 1]])],
  ['a Date', { at: new Date(0) }],
  ['bytes', { bytes: new Uint8Array(4) }],
  ['NaN', { head: [{ tokens: Number.NaN }] }],
  ['Infinity', { tokens: Number.POSITIVE_INFINITY }],
  ['a BigInt', { tokens: 1n }],
  ['a method', { toJSON: () => ({}) }],
  ['a cycle', cycle],
  ['a hole in a list', { list: [undefined] }],
]
