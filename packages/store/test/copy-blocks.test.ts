import type { Ranker } from '@lamella/core'
import { type BlockSharing, type BlockStore, copyBlocks } from '@lamella/store'
import { createBlockStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

type Blocks = Required<BlockStore & BlockSharing>

const scope = { tenant: 'acme', user: 'ada' }
const friend = { tenant: 'acme', user: 'bob' }
const others = [{ tenant: 'acme' }, { tenant: 'acme', user: 'ada', agent: 'x' }, { tenant: 'other', user: 'ada' }]
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
/** Finds texts that contain the question. */
const ranker: Ranker = {
  spec: 1,
  name: 'contains',
  rank: (query, documents) => documents.map(({ text }) => (text.includes(query) ? 1 : 0)),
}
const open = (): Blocks => createBlockStore({ ranker })
const day = (n: number): Date => new Date(Date.UTC(2026, 0, n))

/** A block with a snapshot, two updates and a text that is current. */
async function withBlock(id = 'b'): Promise<Blocks> {
  const store = open()
  await store.create(
    scope,
    { id, label: `of ${id}`, kind: 'core', meta: { a: [1] }, snapshot: bytes('snap') },
    { at: day(1) },
  )
  await store.append(scope, id, bytes('one'), { at: day(2), operation: 'x' })
  const { revision } = await store.append(scope, id, bytes('two'), { at: day(3) })
  await store.setText(scope, id, 'the text', revision)
  await store.share(scope, id, friend, { permission: 'editor', write: true })
  return store
}

/** Everything of a block that a copy keeps. */
async function told(store: Blocks, id = 'b'): Promise<unknown> {
  const { revision: _, ...content } = (await store.read(scope, id)) ?? {}
  const block = await store.get(scope, id)
  const { revision: __, contentRevision = 0, textRevision = 0, ...rest } = block ?? {}
  return [rest, textRevision < contentRevision, content, await store.shares(scope, id)]
}

describe('copyBlocks', () => {
  it('copies bytes, names, metadata, text, times and shares', async () => {
    const [from, to] = [await withBlock(), open()]
    expect(await copyBlocks(from, to, scope)).toEqual({ copied: ['b'], present: [], unshared: [] })
    expect(await told(to)).toEqual(await told(from))
    expect(await to.get(scope, 'b')).toMatchObject({
      ...{ createdAt: day(1).toISOString(), updatedAt: day(3).toISOString(), text: 'the text', updates: 2 },
    })
    expect(await to.shares(scope, 'b')).toEqual([{ scope: friend, permission: 'editor', write: true }])
    expect((await to.search(scope, { query: 'text' })).hits.map(({ item }) => item.id)).toEqual(['b'])
  })

  it('leaves a text out of date that was so', async () => {
    const [from, to] = [await withBlock(), open()]
    const { revision } = await from.append(scope, 'b', bytes('three'), { at: day(4) })
    await from.compact(scope, 'b', bytes('all'), revision)
    await copyBlocks(from, to, scope)
    expect(await told(to)).toEqual(await told(from))
    expect((await to.list(scope, { filter: { stale: true } })).blocks).toHaveLength(1)
  })

  it('copies a block without bytes, and one without a text or a time', async () => {
    const [from, to] = [open(), open()]
    await from.create(scope, { id: 'b', label: 'l', kind: 'k' })
    await from.create(scope, { id: 'c', label: 'm', kind: 'k', text: 'hello' }, { at: day(1) })
    expect(await copyBlocks(from, to, scope)).toEqual({ copied: ['b', 'c'], present: [], unshared: [] })
    for (const id of ['b', 'c']) expect(await told(to, id)).toEqual(await told(from, id))
    expect(await copyBlocks(from, to, scope)).toEqual({ copied: [], present: ['b', 'c'], unshared: [] })
  })

  it('copies exactly one owner, in order of the ids, however many blocks there are', async () => {
    const [from, to] = [open(), open()]
    const ids = Array.from({ length: 1_001 }, (_, index) => `b${String(index).padStart(4, '0')}`)
    for (const id of ids.toReversed()) await from.create(scope, { id, label: id, kind: 'k' })
    for (const owner of others) await from.create(owner, { id: 'foreign', label: 'f', kind: 'k' })
    expect((await copyBlocks(from, to, scope)).copied).toEqual(ids)
    for (const owner of others) expect((await to.list(owner)).blocks).toEqual([])
  })

  it.each(['create', 'append', 'compact', 'setText', 'share'] as const)(
    'completes what a copy began that ended before or after %s()',
    async (method) => {
      for (const isDone of [false, true]) {
        for (let call = 1; call <= 3; call++) {
          const [from, to] = [await withBlock(), open()]
          let calls = 0
          const stopping = {
            ...to,
            [method]: async (...given: never[]) => {
              const isLast = ++calls === call
              if (isLast && !isDone) throw new Error('The power is gone.')
              const result = await (to[method] as (...all: never[]) => Promise<unknown>)(...given)
              if (isLast) throw new Error('The power is gone.')
              return result
            },
          }
          await copyBlocks(from, stopping, scope).catch((error: Error) =>
            expect(error.message).toBe('The power is gone.'),
          )
          await copyBlocks(from, to, scope)
          expect(await told(to)).toEqual(await told(from))
          expect((await copyBlocks(from, to, scope)).present).toEqual(['b'])
        }
      }
    },
  )

  it.each([
    ['has another update', (to: Blocks) => to.append(scope, 'c', bytes('of somebody else'))],
    ['has another label', (to: Blocks) => to.change(scope, 'c', { label: 'mine' })],
    ['has other metadata', (to: Blocks) => to.change(scope, 'c', { meta: {} })],
    [
      'is shared otherwise',
      (to: Blocks) => to.share(scope, 'c', { tenant: 'acme', user: 'eve' }, { permission: 'reader' }),
    ],
  ])('changes nothing if a block of the same id %s', async (_, change) => {
    const from = await withBlock('c')
    const to = open()
    await copyBlocks(from, to, scope)
    await change(to)
    await from.create(scope, { id: 'a', label: 'first', kind: 'k' })
    await expect(copyBlocks(from, to, scope)).rejects.toMatchObject({ code: 'BLOCK_EXISTS', details: { id: 'c' } })
    expect((await to.list(scope)).blocks.map(({ id }) => id)).toEqual(['c'])
  })

  it('changes nothing if another block has the label', async () => {
    const [from, to] = [await withBlock('c'), open()]
    await from.create(scope, { id: 'a', label: 'first', kind: 'k' })
    await to.create(scope, { id: 'x', label: 'of c', kind: 'k' })
    await expect(copyBlocks(from, to, scope)).rejects.toMatchObject({ code: 'BLOCK_EXISTS', details: { id: 'x' } })
    expect((await to.list(scope)).blocks.map(({ id }) => id)).toEqual(['x'])
  })

  it('names the blocks whose shares the other store cannot keep', async () => {
    const from = await withBlock()
    await from.create(scope, { id: 'c', label: 'not shared', kind: 'k' })
    const { share: _, shares: __, ...to } = open()
    const plain = to as unknown as BlockStore
    expect(await copyBlocks(from, plain, scope)).toEqual({ copied: ['b', 'c'], present: [], unshared: ['b'] })
    expect(await copyBlocks(from, plain, scope)).toEqual({ copied: [], present: ['b', 'c'], unshared: ['b'] })
  })

  it('refuses a scope without a tenant', async () => {
    await expect(copyBlocks(open(), open(), { tenant: '' })).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
  })
})
