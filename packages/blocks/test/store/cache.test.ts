import { createBlockStore } from '@lamella/store/memory'
import { LoroDoc } from 'loro-crdt'
import { describe, expect, it, vi } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { createDocument, type StructuredDocument } from '../../src/index.ts'
import { deferred, memoryOver, newMemory, scope, watched } from './support.ts'

const owner = { ...scope, agent: 'a' }
const names = (calls: readonly { readonly name: string }[]): readonly string[] => calls.map(({ name }) => name)

async function mustGet(found: Promise<StructuredDocument | undefined>): Promise<StructuredDocument> {
  const document = await found
  if (document === undefined) throw new Error('there is none')
  return document
}

describe('loading', () => {
  it('happens once for concurrent calls, and later reads only new updates', async () => {
    const watch = watched(createBlockStore({ ranker: wordRanker }))
    const memory = memoryOver(watch.blocks)
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'x'.repeat(1000) })
    watch.calls.length = 0
    const [one, two] = await Promise.all([memory.getBlock('a', 'notes'), memory.getBlock('a', 'notes')])
    expect(one).toBe(two)
    await memory.getRenderedContent('a', 'notes')
    expect(names(watch.calls)).toEqual(['find', 'read', 'find', 'find'])
    const other = memoryOver(watch.blocks)
    await other.appendToBlock('a', 'notes', 'y')
    watch.calls.length = 0
    expect(await memory.getRenderedContent('a', 'notes')).toBe(`${'x'.repeat(1000)}y`)
    expect(watch.calls.map(({ name, args }) => [name, args[2]])).toEqual([
      ['find', undefined],
      ['read', 1],
    ])
    // The same document has the change.
    expect(one?.getText()).toBe(`${'x'.repeat(1000)}y`)
  })

  it('is repeated after a failure', async () => {
    const watch = watched(createBlockStore({ ranker: wordRanker }))
    const memory = memoryOver(watch.blocks)
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    watch.fail = (name) => (name === 'read' ? 'before' : undefined)
    await expect(memory.getBlock('a', 'notes')).rejects.toThrow('read failed')
    watch.fail = () => undefined
    expect(await memory.getRenderedContent('a', 'notes')).toBe('x')
  })
})

describe('saving', () => {
  it('appends bytes in proportion to the edit, not to the block', async () => {
    const watch = watched(createBlockStore({ ranker: wordRanker }))
    const memory = memoryOver(watch.blocks)
    const sizes: number[] = []
    for (const words of [10, 100_000]) {
      const label = `b${words}`
      await memory.createBlock('a', label, { type: 'Core', content: 'some words '.repeat(words) })
      await memory.appendToBlock('a', label, 'Ada ')
      watch.calls.length = 0
      await memory.replaceInBlock('a', label, 'Ada', 'Bob')
      const appends = watch.calls.filter(({ name }) => name === 'append')
      expect(appends).toHaveLength(1)
      sizes.push(((appends[0]?.args[2] ?? []) as Uint8Array).length)
      // One word does not cause the text of a large block to be written.
      expect(names(watch.calls).includes('setText')).toBe(words === 10)
      expect(names(watch.calls)).not.toContain('compact')
    }
    console.log(`one word in a block of 110 and of 1,100,000 characters: ${sizes.join(' and ')} bytes appended`)
    expect(Math.max(...sizes)).toBeLessThan(300)
  })

  it('appends several edits together, and nothing without edits', async () => {
    const watch = watched(createBlockStore({ ranker: wordRanker }))
    const memory = memoryOver(watch.blocks)
    await memory.createBlock('a', 'notes', { type: 'Core' })
    const document = await mustGet(memory.getBlock('a', 'notes'))
    document.appendText('1')
    document.commit()
    document.appendText('2')
    watch.calls.length = 0
    await memory.persistBlock('a', 'notes')
    await memory.persistBlock('a', 'notes')
    expect(names(watch.calls).filter((name) => name === 'append')).toHaveLength(1)
    await Promise.all([1, 2, 3].map((n) => memory.appendToBlock('a', 'notes', `<${n}>`)))
    expect(await memoryOver(watch.blocks).getRenderedContent('a', 'notes')).toBe('12<1><2><3>')
  })

  it('compacts after the configured updates or bytes, and loses nothing', async () => {
    const watch = watched(createBlockStore({ ranker: wordRanker }))
    const memory = memoryOver(watch.blocks, { compactAfter: { updates: 5 } })
    await memory.createBlock('a', 'notes', { type: 'Core' })
    for (let n = 0; n < 23; n++) await memory.appendToBlock('a', 'notes', `${n} `)
    const info = await watch.blocks.find(owner, 'notes')
    expect([info?.updates, info?.textRevision === info?.contentRevision]).toEqual([3, true])
    expect(names(watch.calls).filter((name) => name === 'compact')).toHaveLength(4)
    expect(await memoryOver(watch.blocks).getRenderedContent('a', 'notes')).toMatch(/^0 1 .* 22 $/)
    const large = memoryOver(watch.blocks, { compactAfter: { bytes: 1000 } })
    await large.appendToBlock('a', 'notes', 'x'.repeat(2000))
    expect(await watch.blocks.find(owner, 'notes')).toMatchObject({ updates: 0 })
  })

  it('makes no snapshot of a large block for a few bytes', async () => {
    const { memory, blocks } = newMemory({ compactAfter: { bytes: 100 } })
    const words = Array.from({ length: 2000 }, (_, n) => ((n * 2_654_435_761) % 4_294_967_296).toString(36))
    await memory.createBlock('a', 'notes', { type: 'Core', content: words.join(' ') })
    await memory.appendToBlock('a', 'notes', 'x'.repeat(200))
    expect(await blocks.find(owner, 'notes')).toMatchObject({ updates: 1 })
  })

  it('is durable even if writing the text and the snapshot fails, which onError reports', async () => {
    const watch = watched(createBlockStore({ ranker: wordRanker }))
    const told: string[] = []
    const memory = memoryOver(watch.blocks, {
      compactAfter: { updates: 1 },
      onError: (error, block) => told.push(`${(error as Error).message} (${block.agent} ${block.label})`),
    })
    const id = await memory.createBlock('a', 'notes', { type: 'Core' })
    watch.fail = (name) => (name === 'setText' || name === 'compact' ? 'before' : undefined)
    const document = await mustGet(memory.getBlock('a', 'notes'))
    document.subscribe(() => {
      throw new Error('a listener')
    })
    await memory.appendToBlock('a', 'notes', 'x')
    expect(told).toEqual(['a listener (a notes)', 'setText failed before (a notes)'])
    watch.fail = () => undefined
    await memory.appendToBlock('a', 'notes', 'y')
    expect(await watch.blocks.find(owner, 'notes')).toMatchObject({ updates: 0 })
    expect(await watch.blocks.get(owner, id)).toMatchObject({ text: 'xy' })
  })

  it('keeps a change that the store refused, throws, and saves the change once, with the next one', async () => {
    const watch = watched(createBlockStore({ ranker: wordRanker }))
    const memory = memoryOver(watch.blocks)
    await memory.createBlock('a', 'notes', { type: 'Core' })
    for (const when of ['before', 'after'] as const) {
      watch.fail = (name) => (name === 'append' ? when : undefined)
      await expect(memory.appendToBlock('a', 'notes', `${when} `)).rejects.toMatchObject({
        code: 'BLOCK_UNSAVED',
        details: { labels: ['notes'] },
        cause: { message: `append failed ${when}` },
      })
      // This memory has the change.
      expect(await memory.getRenderedContent('a', 'notes')).toContain(when)
      await expect(memory.close()).rejects.toMatchObject({ code: 'BLOCK_UNSAVED' })
      watch.fail = () => undefined
    }
    await memory.appendToBlock('a', 'notes', 'more')
    const { revision } = (await watch.blocks.find(owner, 'notes')) ?? {}
    // Two updates: the one whose answer was lost, and one with all later changes.
    expect(revision).toBe(3)
    await memory.close()
    expect(await memoryOver(watch.blocks).getRenderedContent('a', 'notes')).toBe('before after more')
  })
})

describe('eviction', () => {
  // Incompressible content.
  const text = Array.from({ length: 1500 }, (_, n) => ((n * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ')
  const large = { type: 'Core', content: text } as const

  it('removes the least recently used blocks', async () => {
    const watch = watched(createBlockStore({ ranker: wordRanker }))
    const memory = memoryOver(watch.blocks, { maxBytes: 150_000 })
    for (let n = 0; n < 10; n++) await memory.createBlock('a', `b${n}`, large)
    for (let n = 0; n < 10; n++) {
      await memory.getRenderedContent('a', `b${n}`)
      await memory.getRenderedContent('a', 'b0')
    }
    // Each block was loaded once, even the one in constant use.
    expect(names(watch.calls).filter((name) => name === 'read')).toHaveLength(10)
    const { blocks, bytes } = memory.cached()
    expect(bytes).toBeLessThanOrEqual(150_000)
    expect(blocks).toBeGreaterThan(2)
    console.log(`${blocks} of 10 blocks kept, ${bytes} bytes`)
    watch.calls.length = 0
    await memory.getRenderedContent('a', 'b0')
    await memory.getRenderedContent('a', 'b9')
    expect(names(watch.calls)).not.toContain('read')
    await memory.getRenderedContent('a', 'b1')
    expect(names(watch.calls)).toContain('read')
  })

  it('never removes unsaved blocks, whatever the limit', async () => {
    const watch = watched(createBlockStore({ ranker: wordRanker }))
    const memory = memoryOver(watch.blocks, { maxBytes: 0 })
    for (let n = 0; n < 50; n++) await memory.createBlock('a', `b${n}`, large)
    watch.fail = (name) => (name === 'append' ? 'before' : undefined)
    for (let n = 0; n < 50; n++)
      await expect(memory.appendToBlock('a', `b${n}`, `${n}`)).rejects.toThrow('BLOCK_UNSAVED')
    expect(memory.cached().blocks).toBe(50)
    watch.fail = () => undefined
    for (let n = 0; n < 50; n++) await memory.persistBlock('a', `b${n}`)
    await memory.getRenderedContent('a', 'b0')
    await memory.getRenderedContent('a', 'b1')
    expect(memory.cached().blocks).toBeLessThan(50)
    const other = memoryOver(watch.blocks)
    for (let n = 0; n < 50; n++) expect(await other.getRenderedContent('a', `b${n}`)).toBe(`${large.content}${n}`)
  })

  it('keeps a document that a caller holds until it is closed', async () => {
    const { memory } = newMemory({ maxBytes: 0 })
    for (const label of ['b0', 'b1', 'b2']) await memory.createBlock('a', label, large)
    const document = await mustGet(memory.getBlock('a', 'b0'))
    const system = document.asSystem()
    const section = Object.entries({ append: document.appendText })
    await memory.getRenderedContent('a', 'b1')
    await memory.getRenderedContent('a', 'b2')
    expect(memory.cached().blocks).toBe(1)
    document.appendText('!')
    system.appendText('?')
    expect(section).toHaveLength(1)
    await memory.persistBlock('a', 'b0')
    expect(await memory.getBlock('a', 'b0')).toBe(document)
    document.close()
    document.close()
    for (const call of [() => document.appendText('x'), () => system.getText(), () => document.render()]) {
      expect(call).toThrow(expect.objectContaining({ code: 'BLOCK_CLOSED' }))
    }
    await memory.getRenderedContent('a', 'b1')
    expect(memory.cached().blocks).toBe(0)
    expect(await memory.getRenderedContent('a', 'b0')).toBe(`${large.content}!?`)
  })

  it('keeps documents with listeners, which still hear the changes of others', async () => {
    const { memory, blocks } = newMemory({ maxBytes: 0 })
    await memory.createBlock('a', 'b0', large)
    const heard: string[] = []
    const stop = (await mustGet(memory.getBlock('a', 'b0'))).subscribe(({ by }) => heard.push(by))
    await memoryOver(blocks).appendToBlock('a', 'b0', '!')
    await memory.getRenderedContent('a', 'b0')
    await memory.appendToBlock('a', 'b0', '!')
    expect(heard).toEqual(['import', 'agent'])
    stop()
    const document = await mustGet(memory.getBlock('a', 'b0'))
    document.subscribe(() => heard.push('never'))
    document.close()
    await memory.appendToBlock('a', 'b0', '!')
    expect([memory.cached().blocks, heard.length]).toEqual([0, 2])
  })
})

describe("a caller's document", () => {
  it('stays the same when the metadata of the block changes, and keeps unsaved changes', async () => {
    const { memory, blocks } = newMemory()
    const id = await memory.createBlock('a', 'notes', { type: 'Core', content: 'x', description: 'old' })
    const document = await mustGet(memory.getBlock('a', 'notes'))
    const heard: string[] = []
    document.subscribe(({ by }) => heard.push(by))
    document.appendText('y')
    const { meta } = (await blocks.get(owner, id)) as { meta: object }
    await blocks.change(owner, id, { meta: { ...meta, permission: 'ReadOnly', description: 'new' } })
    expect(document.permission).toBe('ReadWrite')
    expect(await memory.getRenderedContent('a', 'notes')).toBe('xy')
    expect(await memory.getBlock('a', 'notes')).toBe(document)
    expect([document.permission, document.description]).toEqual(['ReadOnly', 'new'])
    expect(() => document.appendText('z')).toThrow(expect.objectContaining({ code: 'BLOCK_FORBIDDEN' }))
    await memory.appendToBlock('a', 'notes', 'z', { system: true })
    expect(heard).toEqual(['agent', 'system'])
    expect(await memoryOver(blocks).getRenderedContent('a', 'notes')).toBe('xyz')
    expect({ ...document }).toMatchObject({ label: 'notes', permission: 'ReadOnly', agent: 'a' })
    expect('setText' in document).toBe(true)
    expect(Reflect.set(document, 'label', 'x')).toBe(false)
  })

  it('adopts a new schema in place, and keeps its listeners', async () => {
    const { memory } = newMemory()
    const fields = [{ name: 'name', type: 'text' }] as const
    const more = [...fields, { name: 'age', type: 'number' }] as const
    await memory.createBlock('a', 'b', { type: 'Core', permission: 'Admin', schema: { type: 'map', fields } })
    const document = await mustGet(memory.getBlock('a', 'b'))
    const heard: unknown[] = []
    document.subscribe(({ changes }) => heard.push(changes[0]?.path), { field: 'name' })
    expect(() => document.setField('age', 1)).toThrow(expect.objectContaining({ code: 'BLOCK_TARGET_UNKNOWN' }))
    await memory.updateBlockSchema('a', 'b', { type: 'map', fields: more })
    document.setField('age', 36)
    document.setField('name', 'Ada')
    document.commit()
    expect(heard).toEqual([['name']])
    expect(document.render()).toBe('name: Ada\nage: 36')
  })

  it('is closed when its block is deleted, and is not reused for a new block with that label', async () => {
    const told: unknown[] = []
    const { memory, blocks } = newMemory({ onError: (error) => told.push(error) })
    const id = await memory.createBlock('a', 'notes', { type: 'Core', content: 'old' })
    const document = await mustGet(memory.getBlock('a', 'notes'))
    document.appendText(' and unsaved')
    await blocks.delete(owner, id)
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'new' })
    expect(await memory.getRenderedContent('a', 'notes')).toBe('new')
    expect(() => document.appendText('x')).toThrow(expect.objectContaining({ code: 'BLOCK_CLOSED' }))
    expect(told).toMatchObject([{ code: 'BLOCK_UNSAVED', cause: { code: 'BLOCK_MISSING' } }])
    expect((await memory.getBlock('a', 'notes')) === document).toBe(false)
  })

  it('is saved when the label of its block changes', async () => {
    const { memory, blocks } = newMemory()
    const id = await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    const document = await mustGet(memory.getBlock('a', 'notes'))
    document.appendText('y')
    await blocks.change(owner, id, { label: 'other' })
    expect(await memory.getBlock('a', 'notes')).toBeUndefined()
    expect(await memory.getRenderedContent('a', 'other')).toBe('xy')
  })

  it('is loaded again after the library fails', async () => {
    const told: unknown[] = []
    const { memory } = newMemory({ onError: (error) => told.push(error) })
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    const document = await mustGet(memory.getBlock('a', 'notes'))
    const spy = vi.spyOn(LoroDoc.prototype, 'getText').mockImplementation(() => {
      throw new Error('unreachable')
    })
    try {
      expect(() => document.appendText('y')).toThrow(expect.objectContaining({ code: 'BLOCK_FAILED' }))
    } finally {
      spy.mockRestore()
    }
    expect(() => document.getText()).toThrow(expect.objectContaining({ code: 'BLOCK_FAILED' }))
    expect(await memory.getRenderedContent('a', 'notes')).toBe('x')
    await memory.appendToBlock('a', 'notes', 'z')
    expect(await memory.getRenderedContent('a', 'notes')).toBe('xz')
    expect(told).toMatchObject([{ code: 'BLOCK_UNSAVED', cause: { code: 'BLOCK_FAILED' } }])
  })

  it('throws for changes of a deleted block', async () => {
    const { memory, blocks } = newMemory()
    const id = await memory.createBlock('a', 'notes', { type: 'Core' })
    const document = await mustGet(memory.getBlock('a', 'notes'))
    await blocks.delete(owner, id)
    document.appendText('x')
    await expect(memory.persistBlock('a', 'notes')).rejects.toMatchObject({ code: 'BLOCK_MISSING' })
    expect(await memory.getBlock('a', 'notes')).toBeUndefined()
  })
})

describe('close()', () => {
  it('saves everything, and then rejects every call', async () => {
    const { memory, blocks } = newMemory()
    await memory.createBlock('a', 'notes', { type: 'Core' })
    const document = await mustGet(memory.getBlock('a', 'notes'))
    document.appendText('x')
    const going = memory.appendToBlock('a', 'notes', 'y')
    await Promise.allSettled([memory.close(), going])
    await memory.close()
    expect(() => document.getText()).toThrow(expect.objectContaining({ code: 'BLOCK_CLOSED' }))
    const closed = expect.objectContaining({ code: 'BLOCK_MEMORY_CLOSED' })
    await expect(memory.getBlock('a', 'notes')).rejects.toEqual(closed)
    await expect(memory.appendToBlock('a', 'notes', 'x')).rejects.toEqual(closed)
    expect(await memoryOver(blocks).getRenderedContent('a', 'notes')).toMatch(/x/)
  })
})

describe('consent', () => {
  it('is requested while other calls use the block', async () => {
    const asked = deferred<boolean>()
    const { memory } = newMemory({ consent: () => asked.promise, maxBytes: 0 })
    await memory.createBlock('a', 'notes', { type: 'Core', permission: 'Partner', content: 'x' })
    const waiting = memory.appendToBlock('a', 'notes', 'z')
    await memory.appendToBlock('a', 'notes', 'y', { system: true })
    await memory.setBlockPinned('a', 'notes', true, { system: true })
    expect(await memory.getRenderedContent('a', 'notes')).toBe('xy')
    asked.resolve(true)
    await waiting
    expect(await memory.getRenderedContent('a', 'notes')).toBe('xyz')
  })

  it('is requested again by a held document if its block changes meanwhile', async () => {
    const first = deferred<boolean>()
    const asked: string[] = []
    const { memory, blocks } = newMemory({
      consent: ({ permission }) => (asked.push(permission) === 1 ? first.promise : true),
    })
    const id = await memory.createBlock('a', 'notes', { type: 'Core', permission: 'Partner', content: 'x' })
    const document = await mustGet(memory.getBlock('a', 'notes'))
    const waiting = document.request('appendText', 'y')
    const { meta } = (await blocks.get(owner, id)) as { meta: object }
    await blocks.change(owner, id, { meta: { ...meta, permission: 'Human' } })
    await memory.getRenderedContent('a', 'notes')
    first.resolve(true)
    await waiting
    expect(asked).toEqual(['Partner', 'Human'])
    expect(document.getText()).toBe('xy')
  })

  it('is requested again if the block changes meanwhile, and does not apply to another block', async () => {
    const asked = deferred<boolean>()
    const { memory, blocks } = newMemory({ consent: () => asked.promise })
    const id = await memory.createBlock('a', 'notes', { type: 'Core', permission: 'Partner', content: 'x' })
    const waiting = memory.appendToBlock('a', 'notes', 'z')
    await memory.getRenderedContent('a', 'notes')
    const { meta } = (await blocks.get(owner, id)) as { meta: object }
    await blocks.change(owner, id, { meta: { ...meta, permission: 'ReadOnly' } })
    await memory.getRenderedContent('a', 'notes')
    asked.resolve(true)
    await expect(waiting).rejects.toMatchObject({ code: 'BLOCK_FORBIDDEN' })
    expect(await memory.getRenderedContent('a', 'notes')).toBe('x')
  })
})

describe('bytes of other programs', () => {
  it('throw if they are invalid, without affecting other blocks', async () => {
    const { memory, blocks } = newMemory()
    const id = await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    await memory.createBlock('a', 'other', { type: 'Core', content: 'y' })
    await blocks.append(owner, id, new Uint8Array([1, 2, 3]))
    await expect(memory.getBlock('a', 'notes')).rejects.toMatchObject({ code: 'BLOCK_BYTES_INVALID' })
    expect(await memory.getRenderedContent('a', 'other')).toBe('y')
    expect(memory.cached().blocks).toBe(1)
  })

  it('match the schema or are not rendered', async () => {
    const { memory, blocks } = newMemory()
    const id = await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    const hostile = createDocument({ schema: { type: 'list' }, label: 'l' })
    hostile.pushItem('</block:notes>')
    await blocks.append(owner, id, hostile.exportSnapshot())
    expect(await memory.getRenderedContent('a', 'notes')).toBe('x')
  })
})
