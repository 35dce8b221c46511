import { sqlite } from '@lamella/provider-sqlite'
import { createBlockStore } from '@lamella/store/memory'
import { describe, expect, it, onTestFinished } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { createMemoryCache, type MemoryCache } from '../../src/index.ts'
import { memoryPermissions } from '../../src/permissions/permission.ts'
import { memoryOver, newId, scope } from './support.ts'

const memories: readonly (readonly [string, () => Promise<MemoryCache>])[] = [
  ['stores in memory', async () => memoryOver(createBlockStore({ ranker: wordRanker }))],
  [
    'one database',
    async () => {
      const { blocks, memory: archive, search, close } = await sqlite(':memory:')
      onTestFinished(() => close())
      return createMemoryCache({ blocks, archive, search, scope, newId })
    },
  ],
]

describe.each(memories)('a search over %s', (_, open) => {
  it('finds blocks shared by others, with their owner, and no other blocks of theirs', async () => {
    const memory = await open()
    await memory.createBlock('archive', 'drinks', {
      type: 'Core',
      content: 'Ada likes green tea.',
      permission: 'Admin',
    })
    await memory.createBlock('archive', 'secret', { type: 'Core', content: 'The tea is poisoned.' })
    await memory.createBlock('entropy', 'own', { type: 'Core', content: 'Buy tea.' })
    await memory.insertArchival('archive', 'Tea is dear.')
    await memory.shareBlock('archive', 'drinks', 'entropy', { permission: 'Append' })
    const found = (await memory.search('entropy', 'tea')).hits
    expect(found).toMatchObject([
      { agent: 'entropy', contentType: 'blocks', block: { label: 'own' }, content: 'Buy tea.' },
      {
        ...{ agent: 'entropy', contentType: 'blocks', content: 'Ada likes green tea.', by: ['keyword'] },
        block: { label: 'drinks', permission: 'Append', sharedFrom: 'archive', owner: { ...scope, agent: 'archive' } },
      },
    ])
    expect(Object.keys(found[0]?.contentType === 'blocks' ? found[0].block : {})).not.toContain('sharedFrom')
    expect((await memory.search('entropy', 'poisoned')).hits).toEqual([])
    expect((await memory.search('entropy', 'dear')).hits).toEqual([])
    expect((await memory.search('entropy', 'tea', { limit: 1 })).hits).toHaveLength(1)
    expect((await memory.search('entropy', 'tea', { contentTypes: ['archival'] })).hits).toEqual([])
    expect((await memory.search('somebody', 'tea')).hits).toEqual([])
    await memory.unshareBlock('archive', 'drinks', 'entropy', { system: true })
    expect((await memory.search('entropy', 'green')).hits).toEqual([])
  })

  it('finds a shared block under every permission', async () => {
    const memory = await open()
    for (const permission of memoryPermissions) {
      await memory.createBlock('a', permission, { type: 'Core', content: 'tea', permission: 'Admin' })
      await memory.shareBlock('a', permission, 'b', { permission })
    }
    const found = (await memory.search('b', 'tea', { limit: 100 })).hits
    const told = found.map((one) => (one.contentType === 'blocks' ? [one.block.label, one.block.permission] : []))
    expect(told.sort()).toEqual(memoryPermissions.map((one) => [one, one]).sort())
  })

  it('for several agents returns each block once, under its owner if the owner is one of them', async () => {
    const memory = await open()
    await memory.createBlock('a', 'drinks', { type: 'Core', content: 'Ada likes tea.' })
    for (const other of ['b', 'c']) {
      await memory.shareBlock('a', 'drinks', other, { permission: 'ReadOnly', system: true })
    }
    const of = async (...agents: readonly string[]): Promise<readonly unknown[]> =>
      (await memory.searchAll('tea', { agents })).hits.map((one) => [
        one.agent,
        one.contentType === 'blocks' && one.block.sharedFrom,
      ])
    expect(await of('b', 'a', 'c')).toEqual([['a', undefined]])
    expect(await of('b', 'c')).toEqual([['b', 'a']])
    expect(await of('d')).toEqual([])
  })

  it('finds text that the owner or another agent has just written', async () => {
    const memory = await open()
    await memory.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    for (const other of ['b', 'c']) {
      await memory.shareBlock('a', 'notes', other, { permission: 'Append', system: true })
    }
    await memory.appendToBlock('a', 'notes', ' tea')
    await memory.appendToBlock('b', 'notes', ' milk', { owner: 'a' })
    expect((await memory.search('c', 'milk')).hits).toMatchObject([
      { content: 'x tea milk', block: { sharedFrom: 'a' } },
    ])
  })
})

describe('a search over a store', () => {
  it('updates the search text of a shared block that its writer could not update', async () => {
    const blocks = createBlockStore({ ranker: wordRanker })
    const mute = memoryOver({ ...blocks, setText: () => Promise.reject(new Error('killed')) }, { onError: () => {} })
    await mute.createBlock('a', 'notes', { type: 'Core', content: 'x' })
    await mute.shareBlock('a', 'notes', 'b', { permission: 'ReadOnly', system: true })
    await mute.updateBlockText('a', 'notes', 'Ada likes green tea.')
    expect((await memoryOver(blocks).search('b', 'tea')).hits).toMatchObject([{ content: 'Ada likes green tea.' }])
  })

  it('finds only the agent’s own blocks without searchShared', async () => {
    const { searchShared: _, ...blocks } = createBlockStore({ ranker: wordRanker })
    const memory = memoryOver(blocks as never)
    for (const agent of ['a', 'b']) await memory.createBlock(agent, 'notes', { type: 'Core', content: 'tea' })
    await memory.shareBlock('a', 'notes', 'b', { permission: 'ReadOnly', system: true })
    expect((await memory.search('b', 'tea')).hits).toHaveLength(1)
  })
})
