import type { NewMemory } from '@lamella/store'
import * as fc from 'fast-check'
import { anyString, anyText } from '../samples/texts.ts'

/** Names of kinds and tags, including those that every object has. */
export const names: readonly string[] = ['fact', 'preference', 'note', 'a b', 'Ä', '__proto__', 'a,b', "'"]

export const days: readonly string[] = [
  '2026-01-10',
  '2026-02-28',
  '2026-02-28T12:00:00.000Z',
  '2026-03-01T00:30:00+01:00',
  '2024-02-29',
]

const entryOf = (text: fc.Arbitrary<string>): fc.Arbitrary<NewMemory> =>
  fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c'),
      text: text.filter((one) => /\S/.test(one)),
      kind: fc.constantFrom(...names),
      date: fc.constantFrom(...days),
      importance: fc.integer({ min: 1, max: 10 }),
      tags: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
      source: text.filter((one) => /\S/.test(one)),
      speaker: fc.constantFrom(...names),
      session: fc.constantFrom(...names),
      // JSON has only one zero.
      metadata: fc.jsonValue({ maxDepth: 3 }).map((one) => JSON.parse(JSON.stringify(one))),
    },
    { requiredKeys: ['id', 'text'] },
  )

/** Entries that every store must accept. */
export const soundEntry: fc.Arbitrary<NewMemory> = entryOf(anyText)
/** Entries that a store may reject. */
export const anyEntry: fc.Arbitrary<NewMemory> = entryOf(anyString)

/** Values that are not entries. */
export const noEntries: readonly (readonly [what: string, entry: unknown])[] = [
  ['null', null],
  ['a text', 'Ada likes tea.'],
  ['an entry without text', { id: 'a' }],
  ['metadata that is not JSON', { id: 'a', text: 'a', metadata: { n: Number.NaN } }],
  ['a text that is not text', { id: 'a', text: 7 }],
  ['an empty kind', { id: 'a', text: 'a', kind: '' }],
  ['a kind that is not text', { id: 'a', text: 'a', kind: 7 }],
  ['an invalid date', { id: 'a', text: 'a', date: 'yesterday' }],
  ['an invalid day', { id: 'a', text: 'a', date: '2026-02-31' }],
  ['an instant without a time zone', { id: 'a', text: 'a', date: '2026-02-28T12:00:00' }],
  ['a Date', { id: 'a', text: 'a', date: new Date(0) }],
  ['an importance of 0', { id: 'a', text: 'a', importance: 0 }],
  ['an importance of 11', { id: 'a', text: 'a', importance: 11 }],
  ['an importance of NaN', { id: 'a', text: 'a', importance: Number.NaN }],
  ['tags that are not a list', { id: 'a', text: 'a', tags: 'fact' }],
  ['a tag that is not text', { id: 'a', text: 'a', tags: ['fact', 7] }],
  ['a source that is not text', { id: 'a', text: 'a', source: {} }],
  ['a speaker that is not text', { id: 'a', text: 'a', speaker: 7 }],
  ['a session that is not text', { id: 'a', text: 'a', session: ['s'] }],
  ['an unknown field', { id: 'a', text: 'a', colour: 'red' }],
]
