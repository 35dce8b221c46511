import type { BlockStore, NewBlock } from '@lamella/core/store'
import { describe, expect, it } from 'vitest'
import { blockStores, bytes, textOf } from './stores.ts'

const ada = { tenant: 'acme', agent: 'ada' }
const bob = { tenant: 'acme', agent: 'bob' }
const persona: NewBlock = { id: 'b1', label: 'persona', kind: 'core' }
const at = (day: number): Date => new Date(Date.UTC(2026, 4, day))

/** What a reader has, as texts. */
async function contentOf(blocks: BlockStore, id: string, since?: number): Promise<readonly (string | undefined)[]> {
  const { snapshot, updates } = (await blocks.read(ada, id, since)) ?? { updates: [] }
  return [textOf(snapshot), ...updates.map(textOf)]
}

describe.each(blockStores)('%s', (_, open) => {
  it('gives back a block as it was made', async () => {
    const blocks = await open()
    const meta = { description: 'Who I am', limit: 5000, nested: [{ a: null }], ['__proto__']: 1 }
    const block = { ...persona, meta, text: 'I am Ada.', snapshot: bytes('one') }
    const made = await blocks.create(ada, block, { at: at(1) })
    const time = at(1).toISOString()
    const revisions = { revision: 1, contentRevision: 1, textRevision: 1 }
    const sizes = { snapshotSize: 3, updates: 0, updatesSize: 0 }
    const { snapshot, ...said } = block
    expect(made).toEqual({ ...said, ...revisions, ...sizes, createdAt: time, updatedAt: time })
    expect(Object.keys(made.meta)).toEqual(Object.keys(meta))
    expect(await blocks.get(ada, 'b1')).toEqual(made)
    const { text: _, ...known } = made
    expect(await blocks.find(ada, 'persona')).toEqual(known)
    expect(await blocks.read(ada, 'b1')).toEqual({ revision: 1, snapshot, updates: [] })
    const { text, ...info } = made
    expect(await blocks.list(ada)).toEqual({ blocks: [info], more: false })
    expect(text).toBe('I am Ada.')
  })

  it('gives the updates that a reader has not seen, and all bytes to one who has seen less than the snapshot', async () => {
    const blocks = await open()
    await blocks.create(ada, { ...persona, snapshot: bytes('s1') })
    for (const n of [2, 3, 4, 5]) {
      expect(await blocks.append(ada, 'b1', bytes(`u${n}`))).toEqual({ revision: n, repeated: false })
    }
    expect(await contentOf(blocks, 'b1')).toEqual(['s1', 'u2', 'u3', 'u4', 'u5'])
    expect(await contentOf(blocks, 'b1', 3)).toEqual([undefined, 'u4', 'u5'])
    expect(await contentOf(blocks, 'b1', 5)).toEqual([undefined])
    // Of another block of that id, as it can only be.
    expect(await contentOf(blocks, 'b1', 9)).toEqual(['s1', 'u2', 'u3', 'u4', 'u5'])
    await blocks.compact(ada, 'b1', bytes('s3'), 3)
    expect(await contentOf(blocks, 'b1')).toEqual(['s3', 'u4', 'u5'])
    expect(await contentOf(blocks, 'b1', 2)).toEqual(['s3', 'u4', 'u5'])
    expect(await contentOf(blocks, 'b1', 3)).toEqual([undefined, 'u4', 'u5'])
    expect(await blocks.read(ada, 'b2')).toBeUndefined()
  })

  it('keeps updates that came after what a snapshot was made of, and the later of two snapshots', async () => {
    const blocks = await open()
    await blocks.create(ada, persona)
    for (const n of [2, 3, 4]) await blocks.append(ada, 'b1', bytes(`u${n}`))
    const compacted = await blocks.compact(ada, 'b1', bytes('later'), 3)
    expect(compacted).toMatchObject({ revision: 4, contentRevision: 4, snapshotSize: 5, updates: 1, updatesSize: 2 })
    await blocks.compact(ada, 'b1', bytes('earlier'), 2)
    expect(await contentOf(blocks, 'b1')).toEqual(['later', 'u4'])
    await blocks.compact(ada, 'b1', bytes('again'), 3)
    expect(await contentOf(blocks, 'b1')).toEqual(['again', 'u4'])
    await expect(blocks.compact(ada, 'b1', bytes('x'), 5)).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
    await expect(blocks.compact(ada, 'b2', bytes('x'), 1)).rejects.toMatchObject({ code: 'BLOCK_MISSING' })
  })

  it('appends an operation once, whatever revision its retry expects, after a compaction, too', async () => {
    const blocks = await open()
    await blocks.create(ada, persona)
    const options = { expectedRevision: 1, operation: 'edit 1' }
    expect(await blocks.append(ada, 'b1', bytes('u'), options)).toEqual({ revision: 2, repeated: false })
    await blocks.append(ada, 'b1', bytes('v'))
    expect(await blocks.append(ada, 'b1', bytes('u'), options)).toEqual({ revision: 2, repeated: true })
    await blocks.compact(ada, 'b1', bytes('all'), 3)
    expect(await blocks.append(ada, 'b1', bytes('u'), options)).toEqual({ revision: 2, repeated: true })
    const other = blocks.append(ada, 'b1', bytes('w'), options)
    await expect(other).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
    expect(await contentOf(blocks, 'b1')).toEqual(['all'])
  })

  it('refuses a second block of an id or a label, and a revision that is not there', async () => {
    const blocks = await open()
    await blocks.create(ada, persona)
    const details = { id: 'b1', label: 'persona' }
    const second = { code: 'BLOCK_EXISTS', details }
    await expect(blocks.create(ada, { ...persona, label: 'other' })).rejects.toMatchObject(second)
    await expect(blocks.create(ada, { ...persona, id: 'b2' })).rejects.toMatchObject(second)
    await blocks.create(ada, { ...persona, id: 'b2', label: 'other' })
    await expect(blocks.change(ada, 'b2', { label: 'persona' })).rejects.toMatchObject(second)
    const conflict = { code: 'BLOCK_CONFLICT', details: { id: 'b1', expected: 7, actual: 1 } }
    const options = { expectedRevision: 7 }
    await expect(blocks.append(ada, 'b1', bytes('u'), options)).rejects.toMatchObject(conflict)
    await expect(blocks.change(ada, 'b1', { kind: 'log' }, options)).rejects.toMatchObject(conflict)
    await expect(blocks.delete(ada, 'b1', options)).rejects.toMatchObject(conflict)
    await expect(blocks.append(ada, 'b3', bytes('u'))).rejects.toMatchObject({ code: 'BLOCK_MISSING' })
    await expect(blocks.change(ada, 'b3', {})).rejects.toMatchObject({ code: 'BLOCK_MISSING' })
    await expect(blocks.setText(ada, 'b3', '', 1)).rejects.toMatchObject({ code: 'BLOCK_MISSING' })
    // Nothing of it is anybody else's business.
    await blocks.create(bob, persona)
    expect((await blocks.get(ada, 'b1'))?.revision).toBe(1)
  })

  it('lets one of many that make a label at once have it', async () => {
    const blocks = await open()
    const tries = Array.from({ length: 8 }, (_, n) => blocks.create(ada, { ...persona, id: `b${n}` }))
    const done = await Promise.allSettled(tries)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await blocks.list(ada)).blocks).toHaveLength(1)
  })

  it('changes what is known, and lets labels go', async () => {
    const blocks = await open()
    await blocks.create(ada, { ...persona, meta: { a: 1, b: 2 }, text: 'Tea' }, { at: at(1) })
    const changed = await blocks.change(
      ada,
      'b1',
      { label: 'self', meta: { b: 3 } },
      { at: at(2), expectedRevision: 1 },
    )
    expect(changed).toMatchObject({ label: 'self', kind: 'core', text: 'Tea', revision: 2, contentRevision: 1 })
    expect(changed.meta).toEqual({ b: 3 })
    expect([changed.createdAt, changed.updatedAt]).toEqual([at(1).toISOString(), at(2).toISOString()])
    expect(await blocks.get(ada, 'b1')).toEqual(changed)
    expect(await blocks.find(ada, 'persona')).toBeUndefined()
    expect(await blocks.change(ada, 'b1', { label: 'self', kind: 'core' }, { at: at(3) })).toEqual(changed)
    await blocks.create(ada, { ...persona, id: 'b2' })
    expect((await blocks.find(ada, 'persona'))?.id).toBe('b2')
    expect((await blocks.search(ada, { query: 'self' })).map(({ item }) => item.id)).toContain('b1')
  })

  it('knows whether a text shows all updates, and keeps the later of two', async () => {
    const blocks = await open()
    await blocks.create(ada, persona)
    const stale = async (): Promise<readonly string[]> =>
      (await blocks.list(ada, { filter: { stale: true } })).blocks.map(({ id }) => id)
    expect(await stale()).toEqual(['b1'])
    expect(await blocks.setText(ada, 'b1', 'one', 1)).toMatchObject({ textRevision: 1, revision: 1 })
    expect(await stale()).toEqual([])
    await blocks.append(ada, 'b1', bytes('u2'))
    await blocks.append(ada, 'b1', bytes('u3'))
    expect(await stale()).toEqual(['b1'])
    await blocks.setText(ada, 'b1', 'three', 3)
    await blocks.setText(ada, 'b1', 'two', 2)
    expect(await blocks.get(ada, 'b1')).toMatchObject({ text: 'three', textRevision: 3 })
    await blocks.change(ada, 'b1', { kind: 'log' })
    expect(await stale()).toEqual([])
    expect(await blocks.search(ada, { query: 'one two', mode: 'keyword' })).toEqual([])
    expect((await blocks.search(ada, { query: 'three', mode: 'keyword' })).map(({ item }) => item.text)).toEqual([
      'three',
    ])
  })

  it('lists by id in code unit order, by kind and by the beginning of the label', async () => {
    const blocks = await open()
    const ids = ['b', 'a', '\uff21', '😀', 'B']
    for (const id of ids) await blocks.create(ada, { id, label: `notes/${id}`, kind: id === 'a' ? 'log' : 'core' })
    await blocks.create(ada, { id: 'z', label: 'other', kind: 'core' })
    const list = async (...request: Parameters<BlockStore['list']> extends [unknown, ...infer R] ? R : never) => {
      const { blocks: found, more } = await blocks.list(ada, ...request)
      return [found.map(({ id }) => id), more]
    }
    expect(await list()).toEqual([['B', 'a', 'b', 'z', '😀', '\uff21'], false])
    expect(await list({ filter: { labelPrefix: 'notes/', kinds: ['core'] }, limit: 2 })).toEqual([['B', 'b'], true])
    expect(await list({ filter: { labelPrefix: 'notes/' }, after: 'b', limit: 2 })).toEqual([['😀', '\uff21'], false])
    expect(await list({ filter: { kinds: [] } })).toEqual([[], false])
  })

  it('finds by text and label, and by kind and time of the last change', async () => {
    const blocks = await open()
    await blocks.create(ada, { ...persona, text: 'Ada drinks green tea.' }, { at: at(1) })
    await blocks.create(ada, { id: 'b2', label: 'tea', kind: 'archival', text: 'Nothing' }, { at: at(20) })
    await blocks.create(bob, { id: 'b3', label: 'tea', kind: 'core', text: 'Bob drinks tea, tea and tea.' })
    const find = async (filter?: object): Promise<readonly string[]> =>
      (await blocks.search(ada, { query: 'Which tea?', mode: 'keyword', ...(filter && { filter }) })).map(
        ({ item }) => item.id,
      )
    expect([...(await find())].sort()).toEqual(['b1', 'b2'])
    expect(await find({ kinds: ['core'] })).toEqual(['b1'])
    expect(await find({ from: '2026-05-10' })).toEqual(['b2'])
    await expect(find({ tags: ['x'] })).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
    const recency = { halfLifeDays: 1, now: at(20) }
    const [newest] = await blocks.search(ada, { query: 'tea', mode: 'keyword', recency })
    expect(newest?.item.id).toBe('b2')
    await blocks.change(ada, 'b2', { kind: 'log' }, { at: new Date(Date.UTC(12_026, 1)) })
    expect(await find({ from: '2026-05-10' })).toEqual([])
  })

  it('deletes and erases, and begins anew', async () => {
    const blocks = await open()
    await blocks.create(ada, { ...persona, text: 'tea', snapshot: bytes('s') })
    await blocks.append(ada, 'b1', bytes('u'), { operation: 'x' })
    expect(await blocks.delete(ada, 'b1', { expectedRevision: 2 })).toBe(true)
    expect(await blocks.delete(ada, 'b1', { expectedRevision: 0 })).toBe(false)
    expect([await blocks.get(ada, 'b1'), await blocks.find(ada, 'persona')]).toEqual([undefined, undefined])
    expect(await blocks.search(ada, { query: 'tea' })).toEqual([])
    await blocks.create(ada, persona)
    expect(await blocks.append(ada, 'b1', bytes('v'), { operation: 'x' })).toEqual({ revision: 2, repeated: false })
    expect(await contentOf(blocks, 'b1')).toEqual([undefined, 'v'])
    await blocks.create({ tenant: 'acme', user: 'u', agent: 'ada' }, persona)
    await blocks.create(bob, persona)
    await blocks.create({ tenant: 'other' }, persona)
    expect(await blocks.erase(ada)).toBe(2)
    expect(await blocks.erase({ tenant: 'acme' })).toBe(1)
    expect((await blocks.list({ tenant: 'other' })).blocks).toHaveLength(1)
    await blocks.create(ada, persona)
  })

  it('hands out copies, and keeps copies', async () => {
    const blocks = await open()
    const given = bytes('one')
    const meta = { list: ['a'] }
    await blocks.create(ada, { ...persona, snapshot: given, meta })
    given.fill(0)
    meta.list.push('b')
    const update = Buffer.from('two')
    await blocks.append(ada, 'b1', update)
    update.fill(0)
    const read = await blocks.read(ada, 'b1')
    for (const one of [read?.snapshot, ...(read?.updates ?? [])]) {
      expect(one?.constructor).toBe(Uint8Array)
      one?.fill(0)
    }
    const { meta: known = {} } = (await blocks.get(ada, 'b1')) ?? {}
    if (Array.isArray(known['list'])) known['list'].push('c')
    expect(await contentOf(blocks, 'b1')).toEqual(['one', 'two'])
    expect((await blocks.get(ada, 'b1'))?.meta).toEqual({ list: ['a'] })
  })
})
