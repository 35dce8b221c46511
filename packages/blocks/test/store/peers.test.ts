import { createBlockStore } from '@lamella/store/memory'
import { VersionVector } from 'loro-crdt'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import type { MemoryCache } from '../../src/index.ts'
import { memoryOver, newMemory, scope, watched } from './support.ts'

/** Returns the number of replicas that have written a block. */
async function writers(memory: MemoryCache, agent = 'a', owner = 'a'): Promise<number> {
  const document = await (owner === agent
    ? memory.getBlock(agent, 'notes')
    : memory.getSharedBlock(agent, owner, 'notes'))
  const version = VersionVector.decode(document?.version() ?? new Uint8Array())
  document?.close()
  return version.toJSON().size
}

describe('a block that is evicted and reloaded', () => {
  it('keeps one replica per memory, however often that happens', async () => {
    const { memory, blocks } = newMemory({ maxBytes: 0 })
    const other = memoryOver(blocks, { maxBytes: 0 })
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'Begin.' })
    for (let n = 0; n < 500; n++) {
      await memory.appendToBlock('a', 'notes', `<${n}>`)
      expect(memory.cached().blocks).toBe(0)
    }
    const words = Array.from({ length: 500 }, (_, n) => `<${n}>`).join('')
    expect(await memory.getRenderedContent('a', 'notes')).toBe(`Begin.${words}`)
    expect(await writers(memory)).toBe(1)
    for (let n = 0; n < 20; n++) {
      await other.appendToBlock('a', 'notes', '!')
      await memory.appendToBlock('a', 'notes', '?')
    }
    expect(await writers(memory)).toBe(2)
    expect(await memoryOver(blocks).getRenderedContent('a', 'notes')).toBe(`Begin.${words}${'!?'.repeat(20)}`)
  })

  it('has one replica for each agent that uses it concurrently, and they merge', async () => {
    const { memory, blocks } = newMemory({ maxBytes: 0 })
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    await memory.shareBlock('a', 'notes', 'b', { permission: 'Append', system: true })
    for (let n = 0; n < 10; n++) {
      await Promise.all([
        memory.appendToBlock('a', 'notes', `<a${n}>`),
        memory.appendToBlock('b', 'notes', `<b${n}>`, { owner: 'a' }),
      ])
    }
    expect(await writers(memory)).toBe(2)
    const text = (await memoryOver(blocks).getRenderedContent('a', 'notes')) ?? ''
    for (let n = 0; n < 10; n++) for (const who of ['a', 'b']) expect(text).toContain(`<${who}${n}>`)
  })

  it('keeps its replica when its metadata changes', async () => {
    const { memory } = newMemory()
    await memory.createBlock('a', 'notes', { type: 'Working', content: 'x' })
    const document = await memory.getBlock('a', 'notes')
    for (let n = 0; n < 10; n++) {
      document?.appendText('y')
      await memory.updateBlockSchema(
        'a',
        'notes',
        { type: 'text', viewport: { startLine: 1, displayLines: n + 1 } },
        { system: true },
      )
    }
    expect(document?.getText()).toBe(`x${'y'.repeat(10)}`)
    expect(await writers(memory)).toBe(1)
  })

  it('gets a new replica if the store lacks what the old one wrote', async () => {
    const watch = watched(createBlockStore({ ranker: wordRanker }))
    const memory = memoryOver(watch.blocks, { maxBytes: 0, onError: () => {} })
    const id = await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    const document = await memory.getBlock('a', 'notes')
    // Another program has an update that was never saved.
    document?.appendText('lost')
    const lost = document?.exportSnapshot()
    const owner = { ...scope, agent: 'a' }
    const before = await watch.blocks.read(owner, id)
    await watch.blocks.delete(owner, id)
    expect(await memory.getBlock('a', 'notes')).toBeUndefined()
    // Simulates a restored backup.
    const { snapshot } = before ?? {}
    if (snapshot === undefined || lost === undefined) throw new Error('there is none')
    const meta = { schema: { type: 'text' }, permission: 'ReadWrite' }
    await watch.blocks.create(owner, { id, label: 'notes', kind: 'core', meta, snapshot })
    await memory.appendToBlock('a', 'notes', 'y')
    expect(await writers(memory)).toBe(2)
    await watch.blocks.append(owner, id, lost)
    const text = (await memory.getRenderedContent('a', 'notes')) ?? ''
    expect([...text].sort().join('')).toBe([...'xylost'].sort().join(''))
  })
})
