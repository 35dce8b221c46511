import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { blockStores, bytes } from './stores.ts'

const ada = { tenant: 'acme', user: 'ada' }
const block = { id: 'b', label: 'l', kind: 'k' }
const runs = Number(process.env['LAMELLA_RUNS'] ?? 125)

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
  fc.string({ unit: codePoint, maxLength: 20 }),
  fc.constantFrom('', 'x'.repeat(512), 'x'.repeat(513), 'NEAR(', 'OR', 'CON', ' a ', 'A', 'a'),
)

describe.each(blockStores)('%s', (_, open) => {
  it(`keeps any well-formed id and label apart from all others, and rejects the rest: ${runs} of each`, async () => {
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
    expect(known.size).toBeGreaterThan(0)
  })

  it('stores blocks of 10 MB and texts of 1 MB', async () => {
    const blocks = await open()
    const large = new Uint8Array(10_000_000).map((___, index) => index * 7)
    await blocks.create(ada, { ...block, snapshot: large, text: 'tea '.repeat(250_000) })
    await blocks.append(ada, 'b', large.subarray(1))
    const { snapshot, updates } = (await blocks.read(ada, 'b')) ?? { updates: [] }
    expect(Buffer.compare(snapshot as Uint8Array, large)).toBe(0)
    expect(Buffer.compare(updates[0] as Uint8Array, large.subarray(1))).toBe(0)
    expect((await blocks.search(ada, { query: 'tea', mode: 'keyword' })).hits[0]?.item.id).toBe('b')
    expect((await blocks.compact(ada, 'b', large, 2)).updatesSize).toBe(0)
  })

  it("rejects an update that is larger than SQLite's limit for one value", async () => {
    const blocks = await open()
    await blocks.create(ada, block)
    const update = new Uint8Array(2 ** 28 + 1)
    await expect(blocks.append(ada, 'b', update)).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
    expect(await blocks.get(ada, 'b')).toMatchObject({ revision: 1 })
  })

  it('returns plain byte arrays, not Buffers', async () => {
    const blocks = await open()
    await blocks.create(ada, { ...block, snapshot: Buffer.from('one') })
    await blocks.append(ada, 'b', Buffer.from('two'))
    const { snapshot, updates = [] } = (await blocks.read(ada, 'b')) ?? {}
    for (const given of [snapshot, ...updates]) expect(given?.constructor).toBe(Uint8Array)
    expect(updates).toEqual([bytes('two')])
  })

  it('never finds changes after the year 9999 by date', async () => {
    const blocks = await open()
    await blocks.create(ada, { ...block, text: 'tea' }, { at: new Date(Date.UTC(12_026, 1)) })
    const find = async (filter: object): Promise<number> =>
      (await blocks.search(ada, { query: 'tea', mode: 'keyword', filter })).hits.length
    expect([await find({}), await find({ from: '2026-05-10' })]).toEqual([1, 0])
  })
})
