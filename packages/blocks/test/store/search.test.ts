import { sqlite } from '@lamella/provider-sqlite'
import { createBlockStore, createMemoryStore } from '@lamella/store/memory'
import { describe, expect, it, onTestFinished } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { createMemoryCache } from '../../src/index.ts'
import { memoryOver, newId, newMemory, scope } from './support.ts'

describe('search', () => {
  it('finds the blocks and archival entries of each agent together', async () => {
    const { memory } = newMemory()
    const block = await memory.createBlock('a', 'drinks', { type: 'Core', content: 'Ada likes green tea.' })
    const entry = await memory.insertArchival('a', 'Tea is drunk at four.')
    await memory.createBlock('b', 'drinks', { type: 'Core', content: 'Bob likes black tea.' })
    const found = (await memory.search('a', 'tea')).hits
    expect(found.map((one) => [one.agent, one.contentType])).toEqual([
      ['a', 'blocks'],
      ['a', 'archival'],
    ])
    expect(found).toMatchObject([
      { block: { id: block, label: 'drinks', type: 'Core' }, content: 'Ada likes green tea.', by: ['keyword'] },
      { entry: { id: entry, content: 'Tea is drunk at four.' } },
    ])
    expect((await memory.search('a', 'tea', { contentTypes: ['archival'], mode: 'fts' })).hits).toHaveLength(1)
    expect((await memory.search('a', 'tea', { limit: 1 })).hits).toHaveLength(1)
    expect((await memory.search('c', 'tea')).hits).toEqual([])
  })

  it('for several agents names the agent of each result', async () => {
    const { memory } = newMemory()
    for (const agent of ['a', 'b', 'c']) {
      await memory.createBlock(agent, 'drinks', { type: 'Core', content: `${agent} likes tea.` })
    }
    const found = (await memory.searchAll('tea', { agents: ['a', 'b', 'a'], limit: 5 })).hits
    expect(found.map(({ agent }) => agent)).toEqual(['a', 'b'])
    await expect(memory.searchAll('tea', {} as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })

  it('finds blocks that another program wrote without a search text, and skips an unreadable block', async () => {
    const blocks = createBlockStore({ ranker: wordRanker })
    const told: unknown[] = []
    const memory = memoryOver(blocks, { onError: (error) => told.push(error) })
    const owner = { ...scope, agent: 'a' }
    const id = await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    const broken = await memory.createBlock('a', 'broken', { type: 'Core', content: 'x' })
    await blocks.append(owner, broken, new Uint8Array([1]))
    // Like a program that was killed before it wrote the text.
    const mute = memoryOver({ ...blocks, setText: () => Promise.reject(new Error('killed')) }, { onError: () => {} })
    await mute.updateBlockText('a', 'notes', 'Ada likes green tea.')
    expect((await blocks.get(owner, id))?.text).toBe('x')
    expect((await memory.search('a', 'tea')).hits).toMatchObject([
      { block: { label: 'notes' }, content: 'Ada likes green tea.' },
    ])
    expect(told).toMatchObject([{ code: 'BLOCK_BYTES_INVALID' }])
  })

  it.each([
    [{ mode: 'keyword' }, 'OPTION_INVALID'],
    [{ mode: '__proto__' }, 'OPTION_INVALID'],
    [{ contentTypes: ['memory'] }, 'OPTION_INVALID'],
    [{ contentTypes: 'blocks' }, 'OPTION_INVALID'],
    [{ limit: 0 }, 'OPTION_INVALID'],
    [{ limits: 1 }, 'OPTION_INVALID'],
    [{ contentTypes: ['messages'] }, 'BLOCK_UNSUPPORTED'],
    [{ mode: 'vector' }, 'STORE_VALUE_INVALID'],
  ])('with %j is rejected with %s', async (options, code) => {
    const { memory } = newMemory()
    await expect(memory.search('a', 'tea', options as never)).rejects.toMatchObject({ code })
  })
})

describe('search over one database', () => {
  it('works as over in-memory stores, and also finds messages', async () => {
    const { blocks, memory: archive, sessions, search, check, close } = await sqlite(':memory:')
    onTestFinished(() => close())
    const memory = createMemoryCache({ blocks, archive, search, scope, newId })
    await sessions.append({ ...scope, agent: 'a' }, 's', [{ role: 'user', content: 'Which tea shall I buy?' }])
    await memory.createBlock('a', 'drinks', { type: 'Core', content: 'Ada likes ' })
    await memory.appendToBlock('a', 'drinks', 'green tea.')
    await memory.insertArchival('a', 'Tea is drunk at four.')
    const found = (await memory.search('a', 'tea')).hits
    expect(new Set(found.map(({ contentType }) => contentType))).toEqual(new Set(['blocks', 'archival', 'messages']))
    expect((await memory.search('a', 'tea', { contentTypes: ['messages'] })).hits).toMatchObject([
      { contentType: 'messages', found: { session: 's', position: 0 } },
    ])
    await memory.shareBlock('a', 'drinks', 'b', { permission: 'Append', system: true })
    await memory.appendToBlock('b', 'drinks', ' And milk.', { owner: 'a' })
    expect((await memory.search('a', 'milk')).hits).toMatchObject([{ content: 'Ada likes green tea. And milk.' }])
    expect((await memory.search('b', 'milk')).hits).toMatchObject([{ block: { sharedFrom: 'a' } }])
    await memory.deleteBlock('a', 'drinks', { system: true })
    expect(await memory.listSharedBlocks('b')).toEqual([])
    await memory.close()
    expect((await check()).filter(({ code }) => code !== 'ERASE_PENDING')).toEqual([])
  })

  it('requires a store that searches', async () => {
    const mute = createMemoryCache({ blocks: createBlockStore(), archive: createMemoryStore(), scope, newId })
    for (const search of [mute.search('a', 'tea'), mute.searchAll('tea', { agents: ['a'] })])
      await expect(search).rejects.toMatchObject({ code: 'BLOCK_UNSUPPORTED' })
  })

  it('requires an archive to search archival entries', async () => {
    const memory = createMemoryCache({
      blocks: createBlockStore({ ranker: wordRanker }),
      archive: createMemoryStore({ ranker: wordRanker }),
      scope,
      newId,
    })
    expect((await memory.search('a', 'tea')).hits).toEqual([])
    const bare = createMemoryCache({ blocks: createBlockStore({ ranker: wordRanker }), scope, newId })
    await expect(bare.search('a', 'tea', { contentTypes: ['archival'] })).rejects.toMatchObject({
      code: 'BLOCK_UNSUPPORTED',
    })
  })
})
