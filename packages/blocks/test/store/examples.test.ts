import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryCache, defineSchema, type MemoryCache } from '../../src/index.ts'
import { newId, newMemory, scope } from './support.ts'

const system = { system: true } as const

/** A memory over a database file, as a program opens it. */
async function open(path: string) {
  const { blocks, memory: archive, sessions, search, close } = await sqlite(path)
  const memory: MemoryCache = createMemoryCache({ blocks, archive, search, scope, newId })
  const end = async (): Promise<void> => {
    await memory.close()
    await close()
  }
  return { memory, sessions, end }
}

it('supports everything that the reference store does, in a database that is reopened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lamella-blocks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'constellation.db')
  const first = await open(path)
  const { memory } = first

  // Blocks.
  const id = await memory.createBlock('entropy', 'persona', { type: 'Core', description: 'Who I am' })
  await memory.createBlock('entropy', 'tasks', {
    type: 'Working',
    schema: defineSchema({ type: 'list' }),
    pinned: true,
  })
  await memory.createBlock('Archive', 'shared_notes', { type: 'Core', permission: 'Admin', content: 'Content' })
  expect((await memory.listBlocks('entropy')).map(({ label }) => label).toSorted()).toEqual(['persona', 'tasks'])
  expect(await memory.listBlocksByType('entropy', 'Core')).toMatchObject([{ id, label: 'persona' }])
  expect(await memory.getBlock('entropy', 'nothing')).toBeUndefined()

  // Contents.
  await memory.updateBlockText('entropy', 'persona', 'I break tasks down.')
  await memory.appendToBlock('entropy', 'persona', ' More text.')
  expect(await memory.replaceInBlock('entropy', 'persona', 'More', 'Some more')).toBe(true)
  expect(await memory.replaceInBlock('entropy', 'persona', 'Goodbye', 'Bye')).toBe(false)
  const document = await memory.getBlock('entropy', 'tasks')
  document?.pushItem({ task: 'Review PR' })
  await memory.persistBlock('entropy', 'tasks')

  // The archive.
  const kept = await memory.insertArchival('entropy', 'Task management is about small steps.', { tags: ['tasks'] })
  expect((await memory.searchArchival('entropy', 'task management', 5)).hits).toMatchObject([
    { id: kept, tags: ['tasks'] },
  ])

  // Shared blocks.
  await memory.shareBlock('Archive', 'shared_notes', 'entropy', { permission: 'Append' })
  expect(await memory.listSharedBlocks('entropy')).toMatchObject([
    { label: 'shared_notes', permission: 'Append', sharedFrom: 'Archive' },
  ])
  const shared = await memory.getSharedBlock('entropy', 'Archive', 'shared_notes')
  expect([shared?.sharedFrom, shared?.permission, shared?.render()]).toEqual(['Archive', 'Append', 'Content'])
  expect(await memory.getSharedBlock('flux', 'Archive', 'shared_notes')).toBeUndefined()

  // Configuration.
  await memory.setBlockPinned('entropy', 'tasks', false)
  await memory.setBlockType('entropy', 'persona', 'Working')
  const longer = defineSchema({ type: 'list', maxItems: 20 })
  await memory.updateBlockSchema('entropy', 'tasks', longer, system)

  await first.end()
  const second = await open(path)
  expect(await second.memory.getRenderedContent('entropy', 'persona')).toBe('I break tasks down. Some more text.')
  expect(await second.memory.getRenderedContent('entropy', 'tasks')).toBe('1. Review PR')
  expect(await second.memory.getBlockMetadata('entropy', 'persona')).toMatchObject({ id, type: 'Working' })
  expect(await second.memory.getBlockMetadata('entropy', 'tasks')).toMatchObject({ schema: longer, pinned: false })
  expect(await second.memory.deleteArchival('entropy', kept)).toBe(true)
  expect((await second.memory.searchArchival('entropy', 'task management', 5)).hits).toEqual([])
  expect(await second.memory.deleteBlock('entropy', 'persona', system)).toBe(true)
  expect(await second.memory.getRenderedContent('entropy', 'persona')).toBeUndefined()
  await second.end()
})

it('searches messages by words, with a limit, and for several agents at once', async () => {
  const { memory, sessions, end } = await open(':memory:')
  onTestFinished(end)
  await sessions.append({ ...scope, agent: 'entropy' }, 'main', [
    { role: 'user', content: 'How is task management done?' },
    { role: 'assistant', content: 'In small steps.' },
  ])
  await memory.createBlock('flux', 'notes', { type: 'Core', content: 'Task management bores me.' })
  const options = { mode: 'fts', contentTypes: ['messages'], limit: 20 } as const
  // The answer is found with its question, whose words it lacks.
  const hit = { agent: 'entropy', contentType: 'messages', by: ['keyword'] }
  const found = (await memory.search('entropy', 'task management', options)).hits
  expect(found).toHaveLength(2)
  for (const position of [0, 1])
    expect(found).toContainEqual(
      expect.objectContaining({ ...hit, found: expect.objectContaining({ session: 'main', position }) }),
    )
  const all = (await memory.searchAll('task management', { agents: ['entropy', 'flux'], mode: 'auto', limit: 20 })).hits
  expect(all.map(({ agent, contentType }) => `${agent} ${contentType}`).sort()).toEqual([
    'entropy messages',
    'entropy messages',
    'flux blocks',
  ])
})

it('merges lists by rank with the constant 60', async () => {
  const { memory } = newMemory()
  await memory.createBlock('a', 'drinks', { type: 'Core', content: 'Green tea.' })
  await memory.insertArchival('a', 'Tea, and more tea.')
  await memory.insertArchival('a', 'Tea is drunk at four, when the sun is low and the work is done.')
  const found = (await memory.search('a', 'tea')).hits
  expect(found.map(({ contentType, score }) => [contentType, score])).toEqual([
    ['blocks', 1 / 61],
    ['archival', 1 / 61],
    ['archival', 1 / 62],
  ])
})
