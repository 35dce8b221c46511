import type { BlockStore } from '@lamella/store'
import { createBlockStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { renderBlock } from '../../src/index.ts'
import { memoryOver, newMemory, scope } from './support.ts'

describe('a shared block', () => {
  it('is read and written by the other agent under its owner, and log entries name their author', async () => {
    const { memory, blocks } = newMemory()
    const schema = {
      type: 'log',
      displayLimit: 5,
      entry: { agent: true, fields: [{ name: 'said', type: 'text' }] },
    } as const
    const id = await memory.createBlock('Archive', 'shared_notes', { type: 'Log', schema, permission: 'ReadWrite' })
    await memory.shareBlock('Archive', 'shared_notes', 'entropy', { permission: 'Append', system: true })
    expect(await memory.listSharedBlocks('entropy')).toMatchObject([
      {
        ...{ id, label: 'shared_notes', type: 'Log', permission: 'Append', schema },
        ...{ owner: { ...scope, agent: 'Archive' }, sharedFrom: 'Archive' },
      },
    ])
    const document = await memory.getSharedBlock('entropy', 'Archive', 'shared_notes')
    if (document === undefined) throw new Error('there is none')
    expect([document.agent, document.sharedFrom, document.permission]).toEqual(['entropy', 'Archive', 'Append'])
    document.appendLogEntry({ said: 'tea' })
    expect(() => document.appendLogEntry({ said: 'tea', agent: 'Archive' })).toThrow(/entropy/)
    await memory.persistBlock('entropy', 'shared_notes', { owner: 'Archive' })
    await memory.changeBlock('Archive', 'shared_notes', 'appendLogEntry', [{ said: 'milk' }])
    const content = await memory.getRenderedContent('Archive', 'shared_notes')
    expect(content).toBe('(Archive) milk\n(entropy) tea')
    expect(await memory.getRenderedContent('entropy', 'shared_notes', { owner: 'Archive' })).toBe(content)
    expect(renderBlock({ ...document, content: document.render() })).toBe(
      `<block:shared_notes permission="Append Only" shared_from="Archive">\n${content}\n</block:shared_notes>`,
    )
    // The owner also finds text written through a share.
    expect(await blocks.get({ ...scope, agent: 'Archive' }, id)).toMatchObject({ text: content })
  })

  it('is unreachable after the share ends, and unsaved changes are rejected', async () => {
    const { memory } = newMemory()
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    expect(await memory.getSharedBlock('b', 'a', 'notes')).toBeUndefined()
    await memory.shareBlock('a', 'notes', 'b', { permission: 'ReadWrite', system: true })
    const document = await memory.getSharedBlock('b', 'a', 'notes')
    expect(await memory.listShares('a', 'notes')).toEqual([
      { scope: { ...scope, agent: 'b' }, permission: 'ReadWrite' },
    ])
    document?.appendText('!')
    expect(await memory.unshareBlock('a', 'notes', 'b', { system: true })).toBe(true)
    expect(await memory.unshareBlock('a', 'notes', 'b', { system: true })).toBe(false)
    const gone = { code: 'BLOCK_NOT_SHARED' }
    await expect(memory.persistBlock('b', 'notes', { owner: 'a' })).rejects.toMatchObject(gone)
    expect(() => document?.getText()).toThrow(expect.objectContaining({ code: 'BLOCK_CLOSED' }))
    expect(await memory.getSharedBlock('b', 'a', 'notes')).toBeUndefined()
    await expect(memory.appendToBlock('b', 'notes', 'x', { owner: 'a' })).rejects.toMatchObject({
      code: 'BLOCK_MISSING',
    })
    expect(await memory.getRenderedContent('a', 'notes')).toBe('x')
    expect(await memory.listSharedBlocks('b')).toEqual([])
  })

  it('rejects changes made under an earlier, wider share', async () => {
    const { memory, blocks } = newMemory()
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    await memory.shareBlock('a', 'notes', 'b', { permission: 'ReadWrite', system: true })
    const other = memoryOver(blocks)
    const document = await other.getSharedBlock('b', 'a', 'notes')
    document?.setText('y')
    await memory.shareBlock('a', 'notes', 'b', { permission: 'Append', system: true })
    await expect(other.getRenderedContent('b', 'notes', { owner: 'a' })).rejects.toMatchObject({
      code: 'BLOCK_NOT_SHARED',
    })
    await other.appendToBlock('b', 'notes', '!', { owner: 'a' })
    await expect(other.updateBlockText('b', 'notes', 'z', { owner: 'a' })).rejects.toMatchObject({
      code: 'BLOCK_FORBIDDEN',
    })
    expect(await memory.getRenderedContent('a', 'notes')).toBe('x!')
  })

  it('allows no more than its own permission after that is lowered', async () => {
    const { memory, blocks } = newMemory()
    const id = await memory.createBlock('a', 'notes', { type: 'Core', permission: 'Admin' })
    await memory.shareBlock('a', 'notes', 'b', { permission: 'ReadWrite' })
    const owner = { ...scope, agent: 'a' }
    const { meta } = (await blocks.get(owner, id)) as { meta: object }
    for (const [own, shared] of [
      ['Append', 'Append'],
      ['Partner', 'Partner'],
      ['ReadOnly', 'ReadOnly'],
      ['Admin', 'ReadWrite'],
    ]) {
      await blocks.change(owner, id, { meta: { ...meta, permission: own } as never })
      expect(await memory.listSharedBlocks('b')).toMatchObject([{ permission: shared }])
      expect((await memory.getSharedBlock('b', 'a', 'notes'))?.permission).toBe(shared)
    }
  })

  it('cannot be written through the share if it is read-only, even by the system', async () => {
    const { memory, blocks } = newMemory()
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    await memory.shareBlock('a', 'notes', 'b', { permission: 'ReadOnly', system: true })
    expect(await blocks.listShared({ ...scope, agent: 'b' })).toMatchObject([{ write: false }])
    const options = { owner: 'a', system: true }
    await expect(memory.appendToBlock('b', 'notes', '!', options)).rejects.toMatchObject({ code: 'BLOCK_NOT_SHARED' })
    expect(await memory.getRenderedContent('b', 'notes', { owner: 'a' })).toBe('x')
  })

  it('can belong to another user of the tenant, but not to another tenant', async () => {
    const { memory } = newMemory()
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    const bob = { tenant: 'acme', user: 'bob', agent: 'b' }
    await memory.shareBlock('a', 'notes', bob, { permission: 'ReadOnly', system: true })
    expect(await memory.listSharedBlocks('b')).toEqual([])
    expect(await memory.getSharedBlock('b', 'a', 'notes')).toBeUndefined()
    await expect(
      memory.shareBlock('a', 'notes', { ...bob, tenant: 'other' }, { permission: 'ReadOnly', system: true }),
    ).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
    await expect(memory.shareBlock('a', 'notes', 'a', { permission: 'ReadOnly', system: true })).rejects.toMatchObject({
      code: 'STORE_VALUE_INVALID',
    })
  })

  it('is reached by the owner’s scope if another user’s agent owns it', async () => {
    const { memory, blocks } = newMemory()
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    const bob = memoryOver(blocks, { scope: { tenant: 'acme', user: 'bob' } })
    const owner = { ...scope, agent: 'a' }
    await memory.shareBlock(
      'a',
      'notes',
      { tenant: 'acme', user: 'bob', agent: 'b' },
      { permission: 'Append', system: true },
    )
    await bob.appendToBlock('b', 'notes', '!', { owner })
    expect((await bob.getSharedBlock('b', owner, 'notes'))?.sharedFrom).toBe('a')
    expect(await memory.getRenderedContent('a', 'notes')).toBe('x!')
  })

  it('is not confused with a block of the agent if another user’s agent has the same name', async () => {
    const { memory, blocks } = newMemory()
    const bob = memoryOver(blocks, { scope: { tenant: 'acme', user: 'bob' } })
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'of ada' })
    await bob.createBlock('a', 'notes', { type: 'Core', content: 'of bob' })
    const owner = { tenant: 'acme', user: 'bob', agent: 'a' }
    expect(await memory.getSharedBlock('a', owner, 'notes')).toBeUndefined()
    await bob.shareBlock('a', 'notes', { ...scope, agent: 'a' }, { permission: 'ReadOnly', system: true })
    expect(await memory.getRenderedContent('a', 'notes', { owner })).toBe('of bob')
    expect(await memory.getRenderedContent('a', 'notes')).toBe('of ada')
  })

  it('requires a store that supports sharing', async () => {
    const { share: _, ...blocks } = createBlockStore({ ranker: wordRanker })
    const memory = memoryOver(blocks as BlockStore as never)
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    const unsupported = { code: 'BLOCK_UNSUPPORTED' }
    await expect(memory.listSharedBlocks('a')).rejects.toMatchObject(unsupported)
    await expect(memory.shareBlock('a', 'notes', 'b', { permission: 'ReadOnly' })).rejects.toMatchObject(unsupported)
    await expect(memory.getSharedBlock('b', 'a', 'notes')).rejects.toMatchObject(unsupported)
    expect(await memory.getRenderedContent('a', 'notes')).toBe('x')
  })
})
