import type { BlockContent, NewBlock } from '@lamella/store'
import * as fc from 'fast-check'
import { anyString, cyclic } from '../samples/texts.ts'

export const ada = { tenant: 'acme', agent: 'ada' } as const
export const bob = { tenant: 'acme', agent: 'bob' } as const
export const carol = { tenant: 'acme', user: 'carol' } as const

/** A minimal block. */
export const persona: NewBlock = { id: 'one', label: 'persona', kind: 'core' }
export const notes: NewBlock = { id: 'two', label: 'notes', kind: 'core' }

/** The bytes of a text. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The text of bytes. */
export const textOf = (given: Uint8Array | undefined): string | undefined => given && new TextDecoder().decode(given)

/** The content a reader received, as texts, with the updates in order of arrival. */
export const contentTexts = (content: BlockContent | undefined): readonly (string | undefined)[] => [
  textOf(content?.snapshot),
  ...(content?.updates ?? []).map(textOf),
]

/** Bytes that a store must keep. */
export const anyBytes: fc.Arbitrary<Uint8Array> = fc.uint8Array({ minLength: 1, maxLength: 40 })

// JSON has only one zero.
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)))
const names = ['core', 'archival', 'a b', 'Ä', '__proto__', "'", 'constructor']

/** Blocks whose texts may contain lone surrogates, which a store may refuse. */
export const anyBlock: fc.Arbitrary<NewBlock> = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c'),
    // Another case covers valid labels.
    label: fc.constantFrom('persona', 'notes'),
    kind: fc.constantFrom(...names),
    meta: fc.dictionary(fc.constantFrom(...names), json, { maxKeys: 3 }),
    text: anyString,
    snapshot: anyBytes,
  },
  { requiredKeys: ['id', 'label', 'kind'] },
)

const cycle = cyclic()

/** Descriptions that JSON does not preserve, or that are too long. */
const noMetas: readonly (readonly [what: string, meta: unknown])[] = [
  ['a description that is a list', []],
  ['a description that is a text', 'core'],
  ['a cycle in its description', cycle],
  ['a Map in its description', { a: new Map() }],
  ['NaN in its description', { a: [Number.NaN] }],
  ['a description of more than 100,000 characters', { a: 'x'.repeat(100_000) }],
]

/** Values that are not blocks. */
export const noBlocks: readonly (readonly [what: string, block: unknown])[] = [
  ['null', null],
  ['a text', 'persona'],
  ['a block without a label', { id: 'new', kind: 'core' }],
  ['a block without a kind', { id: 'new', label: 'new' }],
  ['a text that is not text', { id: 'new', label: 'new', kind: 'core', text: 7 }],
  ['an unknown field', { id: 'new', label: 'new', kind: 'core', lable: 'new' }],
  ...noMetas.map(([what, meta]) => [what, { id: 'new', label: 'new', kind: 'core', meta }] as const),
]

/** Values that are not changes of a block. */
export const noChanges: readonly (readonly [what: string, change: unknown])[] = [
  ['null', null],
  ['a text', 'persona'],
  ['an empty label', { label: '' }],
  ['a kind that is not a text', { kind: 7 }],
  ['an unknown field', { text: 'new' }],
  ...noMetas.map(([what, meta]) => [what, { meta }] as const),
]

/** Values that are not bytes. */
export const noBytes: readonly (readonly [what: string, bytes: unknown])[] = [
  ['nothing', undefined],
  ['empty bytes', new Uint8Array()],
  ['a view of wider numbers', new Uint16Array([1, 2])],
  ['a list of numbers', [1, 2]],
  ['a text', 'abc'],
  ['a buffer without a view', new ArrayBuffer(2)],
]

/** Values that are not revisions. */
export const noRevisions: readonly unknown[] = [-1, 0.5, Number.NaN, '1']
