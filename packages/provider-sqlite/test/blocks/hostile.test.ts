import type { BlockStore } from '@lamella/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockStores, bytes } from './stores.ts'

const ada = { tenant: 'acme', user: 'ada' }
const block = { id: 'b', label: 'l', kind: 'k' }
const runs = Number(process.env['LAMELLA_RUNS'] ?? 500)
const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

const pieces = [
  '\ud800',
  '\udc00',
  '\0',
  "'",
  '"',
  '%',
  '_',
  '*',
  '../',
  '__proto__',
  'constructor',
  '😀',
  'é',
  'e\u0301',
]
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', 'x'.repeat(512), 'x'.repeat(513), 'NEAR(', 'OR', 'CON', ' a ', 'A', 'a'),
)

type Call = (blocks: Required<BlockStore>) => Promise<unknown>
const refused: readonly (readonly [what: string, call: Call])[] = [
  ['no block', (blocks) => blocks.create(ada, null as never)],
  ['a block without kind', (blocks) => blocks.create(ada, { id: 'x', label: 'x' } as never)],
  ['an unknown field', (blocks) => blocks.create(ada, { ...block, id: 'x', lable: 'x' } as never)],
  ['half of a surrogate pair in a text', (blocks) => blocks.setText(ada, 'b', 'a\ud800', 1)],
  ['a text that is none', (blocks) => blocks.create(ada, { ...block, id: 'x', text: 1 } as never)],
  ['a list for meta', (blocks) => blocks.change(ada, 'b', { meta: [] } as never)],
  ['a cycle in meta', (blocks) => blocks.change(ada, 'b', { meta: cycle } as never)],
  ['a Map in meta', (blocks) => blocks.change(ada, 'b', { meta: { a: new Map() } } as never)],
  ['NaN in meta', (blocks) => blocks.change(ada, 'b', { meta: { a: [Number.NaN] } })],
  ['a large meta', (blocks) => blocks.change(ada, 'b', { meta: { a: 'x'.repeat(100_000) } })],
  ['no update', (blocks) => blocks.append(ada, 'b', undefined as never)],
  ['an empty update', (blocks) => blocks.append(ada, 'b', new Uint8Array())],
  ['an update of wider numbers', (blocks) => blocks.append(ada, 'b', new Uint16Array([1, 2]) as never)],
  ['a list for an update', (blocks) => blocks.append(ada, 'b', [1, 2] as never)],
  ['a text for an update', (blocks) => blocks.append(ada, 'b', 'abc' as never)],
  ['a larger update than there can be', (blocks) => blocks.append(ada, 'b', new Uint8Array(2 ** 28 + 1))],
  ['a long operation', (blocks) => blocks.append(ada, 'b', bytes('u'), { operation: 'x'.repeat(201) })],
  ['half a revision', (blocks) => blocks.append(ada, 'b', bytes('u'), { expectedRevision: 0.5 })],
  ['a time that is none', (blocks) => blocks.append(ada, 'b', bytes('u'), { at: new Date(Number.NaN) })],
  ['a snapshot of nothing', (blocks) => blocks.compact(ada, 'b', bytes('s'), 0)],
  ['an empty snapshot', (blocks) => blocks.compact(ada, 'b', new Uint8Array(), 1)],
  ['a revision that is none', (blocks) => blocks.read(ada, 'b', -1)],
  ['a filter that is none', (blocks) => blocks.list(ada, { filter: { kind: 'k' } } as never)],
  ['a limit of 0', (blocks) => blocks.list(ada, { limit: 0 })],
  ['an empty label', (blocks) => blocks.find(ada, '')],
  ['an id of half a pair', (blocks) => blocks.get(ada, '\udc00')],
]

describe.each(blockStores)('%s', (_, open) => {
  it.each(refused)('refuses %s, and changes nothing', async (__, call) => {
    const blocks = await open()
    const before = await blocks.create(ada, block)
    await expect(call(blocks)).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
    expect(await blocks.list(ada)).toMatchObject({ blocks: [{ id: 'b' }], more: false })
    expect(await blocks.get(ada, 'b')).toEqual(before)
  })

  it('refuses a scope without a tenant in every call', async () => {
    const blocks = await open()
    const calls: readonly ((scope: never) => Promise<unknown>)[] = [
      (scope) => blocks.create(scope, block),
      (scope) => blocks.append(scope, 'b', bytes('u')),
      (scope) => blocks.change(scope, 'b', {}),
      (scope) => blocks.compact(scope, 'b', bytes('s'), 1),
      (scope) => blocks.setText(scope, 'b', '', 1),
      (scope) => blocks.read(scope, 'b'),
      (scope) => blocks.get(scope, 'b'),
      (scope) => blocks.find(scope, 'l'),
      (scope) => blocks.list(scope),
      (scope) => blocks.delete(scope, 'b'),
      (scope) => blocks.search(scope, { query: 'x' }),
      (scope) => blocks.erase(scope),
    ]
    for (const call of calls) {
      for (const scope of [{}, { tenant: '' }, undefined]) {
        await expect(call(scope as never)).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
      }
    }
  })

  it(`keeps any well-formed id and label apart from all others, and refuses the rest: ${runs} of each`, async () => {
    const blocks = await open()
    const known = new Map<string, { readonly label: string; readonly text: string }>()
    const isFit = (text: string): boolean => text !== '' && text.length <= 512 && !/[\uD800-\uDFFF]/u.test(text)
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (id, label, text) => {
        const call = blocks.create(ada, { id, label, kind: 'k', text, meta: { [text]: id } })
        const isTaken = known.has(id) || [...known.values()].some((one) => one.label === label)
        const isWhole = !/[\uD800-\uDFFF]/u.test(text)
        if (!isFit(id) || !isFit(label) || !isWhole) {
          await expect(call).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
        } else if (isTaken) await expect(call).rejects.toMatchObject({ code: 'BLOCK_EXISTS' })
        else {
          await call
          known.set(id, { label, text })
          const found = await blocks.find(ada, label)
          expect(found).toMatchObject({ id, label })
          expect(await blocks.get(ada, id)).toMatchObject({ label, text })
          expect(Object.entries(found?.meta ?? {})).toEqual([[text, id]])
          const { blocks: listed } = await blocks.list(ada, { filter: { labelPrefix: label }, limit: 1000 })
          const beginning = [...known].filter(([, one]) => one.label.startsWith(label)).map(([other]) => other)
          expect(listed.map((one) => one.id)).toEqual(beginning.sort())
        }
        await blocks.search(ada, { query: text, filter: { kinds: ['k'] } })
      }),
      { numRuns: runs },
    )
    const { blocks: all } = await blocks.list(ada, { limit: Number.POSITIVE_INFINITY })
    expect(all.map(({ id }) => id)).toEqual([...known.keys()].sort())
    expect(known.size).toBeGreaterThan(50)
  })

  it('keeps blocks and texts of 10 MB and 1 MB', { timeout: 60_000 }, async () => {
    const blocks = await open()
    const large = new Uint8Array(10_000_000).map((___, index) => index * 7)
    await blocks.create(ada, { ...block, snapshot: large, text: 'tea '.repeat(250_000) })
    await blocks.append(ada, 'b', large.subarray(1))
    const { snapshot, updates } = (await blocks.read(ada, 'b')) ?? { updates: [] }
    expect(Buffer.compare(snapshot as Uint8Array, large)).toBe(0)
    expect(Buffer.compare(updates[0] as Uint8Array, large.subarray(1))).toBe(0)
    expect((await blocks.search(ada, { query: 'tea', mode: 'keyword' }))[0]?.item.id).toBe('b')
    expect((await blocks.compact(ada, 'b', large, 2)).updatesSize).toBe(0)
  })
})
