import { describe, expect, it } from 'vitest'
import { createMemoryCache, defineSchema, withSchema } from '../../src/index.ts'
import { newId, newMemory, scope } from './support.ts'

const missing = expect.objectContaining({ code: 'BLOCK_MISSING' })

describe('a memory cache', () => {
  it('creates, reads, changes and deletes blocks', async () => {
    const { memory, blocks } = newMemory()
    const id = await memory.createBlock('entropy', 'persona', {
      ...{ type: 'Core', description: 'Who I am', pinned: true, limit: 50, permission: 'Admin' },
      content: 'I break tasks down.',
    })
    expect(await memory.getRenderedContent('entropy', 'persona')).toBe('I break tasks down.')
    await memory.appendToBlock('entropy', 'persona', ' I like lists.')
    expect(await memory.replaceInBlock('entropy', 'persona', 'lists', 'short lists')).toBe(true)
    expect(await memory.replaceInBlock('entropy', 'persona', 'nowhere', 'x')).toBe(false)
    const text = 'I break tasks down. I like short lists.'
    expect(await memory.getRenderedContent('entropy', 'persona')).toBe(text)
    // Other programs see the durable change and its text.
    expect(await blocks.get({ ...scope, agent: 'entropy' }, id)).toMatchObject({ label: 'persona', text, kind: 'core' })
    await memory.updateBlockText('entropy', 'persona', 'New.')
    expect(await memory.listBlocks('entropy')).toEqual([
      {
        ...{ id, label: 'persona', type: 'Core', schema: { type: 'text' }, permission: 'Admin' },
        ...{ description: 'Who I am', pinned: true, limit: 50, revision: 4, size: expect.any(Number) },
      },
    ])
    expect(await memory.deleteBlock('entropy', 'persona')).toBe(true)
    expect(memory.cached().blocks).toBe(0)
    expect(await memory.deleteBlock('entropy', 'persona')).toBe(false)
    expect(await memory.getBlock('entropy', 'persona')).toBeUndefined()
    expect(await memory.getRenderedContent('entropy', 'persona')).toBeUndefined()
    expect(memory.cached()).toEqual({ blocks: 0, bytes: 0 })
  })

  it('gives each agent its own blocks, even with equal labels', async () => {
    const { memory } = newMemory()
    await memory.createBlock('a', 'notes', { type: 'Working', content: 'of a' })
    await memory.createBlock('b', 'notes', { type: 'Working', content: 'of b' })
    expect(await memory.getRenderedContent('a', 'notes')).toBe('of a')
    expect(await memory.getRenderedContent('b', 'notes')).toBe('of b')
    expect(await memory.listBlocks('c')).toEqual([])
    await expect(memory.createBlock('a', 'notes', { type: 'Working' })).rejects.toMatchObject({ code: 'BLOCK_EXISTS' })
  })

  it('rejects changes to a block that does not exist', async () => {
    const { memory } = newMemory()
    await expect(memory.appendToBlock('a', 'notes', 'x')).rejects.toEqual(missing)
    await expect(memory.persistBlock('a', 'notes')).rejects.toEqual(missing)
    await expect(memory.setBlockPinned('a', 'notes', true)).rejects.toEqual(missing)
    await expect(memory.setBlockType('a', 'notes', 'Core')).rejects.toEqual(missing)
    await expect(memory.updateBlockSchema('a', 'notes', { type: 'text' })).rejects.toEqual(missing)
    expect(memory.cached()).toEqual({ blocks: 0, bytes: 0 })
  })

  it('lists blocks across pages, and blocks of one type', async () => {
    const { memory } = newMemory()
    for (let n = 0; n < 1203; n++) {
      await memory.createBlock('a', `b${n}`, { type: n % 3 === 0 ? 'Log' : 'Archival', id: String(n).padStart(5, '0') })
    }
    const all = await memory.listBlocks('a')
    expect(all.map(({ label }) => label)).toEqual(Array.from({ length: 1203 }, (_, n) => `b${n}`))
    expect(await memory.listBlocksByType('a', 'Log')).toHaveLength(401)
    expect(await memory.listBlocksByType('a', 'Core')).toEqual([])
    await expect(memory.listBlocksByType('a', 'core' as 'Core')).rejects.toMatchObject({ code: 'BLOCK_VALUE_INVALID' })
  })

  it('returns documents whose changes are durable after persistBlock or another change', async () => {
    const { memory, blocks } = newMemory()
    const schema = defineSchema({
      type: 'composite',
      sections: [
        { name: 'notes', schema: { type: 'text' } },
        { name: 'stats', readOnly: true, schema: { type: 'map', fields: [{ name: 'count', type: 'counter' }] } },
      ],
    })
    await memory.createBlock('a', 'work', { type: 'Working', schema })
    const found = await memory.getBlock('a', 'work')
    const document = withSchema(found as NonNullable<typeof found>, schema)
    document.section('notes').setText('notes here')
    document.asSystem().section('stats').incrementCounter('count', 42)
    document.section('notes').appendText('!')
    expect(() => document.section('stats').incrementCounter('count', 1)).toThrow(/read-only/)
    const other = createMemoryCache({ blocks, scope, newId })
    expect(await other.getRenderedContent('a', 'work')).not.toContain('notes here')
    await memory.persistBlock('a', 'work')
    expect(await other.getRenderedContent('a', 'work')).toMatch(/notes here![\s\S]*count: 42$/)
    document.section('notes').appendText('?')
    await memory.changeBlock('a', 'work', 'appendText', ['?'], { section: 'notes' })
    expect(await other.getRenderedContent('a', 'work')).toContain('notes here!??')
    await expect(
      memory.changeBlock('a', 'work', 'incrementCounter', ['count', 1], { section: 'stats' }),
    ).rejects.toMatchObject({ code: 'BLOCK_FORBIDDEN', details: { reason: 'read-only' } })
    await memory.changeBlock('a', 'work', 'incrementCounter', ['count', 1], { section: 'stats', system: true })
    expect(await other.getRenderedContent('a', 'work')).toContain('count: 43')
    await expect(memory.changeBlock('a', 'work', 'close' as 'setText', [])).rejects.toMatchObject({
      code: 'BLOCK_VALUE_INVALID',
    })
  })

  it('marks content over its limit, without rejecting or cutting it', async () => {
    const { memory } = newMemory()
    await memory.createBlock('a', 'notes', { type: 'Core', limit: 5, content: '12345' })
    expect(await memory.getRenderedContent('a', 'notes')).toBe('12345')
    await memory.appendToBlock('a', 'notes', '678')
    expect(await memory.getRenderedContent('a', 'notes')).toBe('12345678\n[3 characters over the limit of 5]')
    expect((await memory.getBlock('a', 'notes'))?.render()).toBe('12345678')
  })

  it('stores the time of changes if there is a clock', async () => {
    const { memory } = newMemory({ now: () => new Date('2026-01-02T03:04:05Z') })
    await memory.createBlock('a', 'notes', { type: 'Core' })
    await memory.appendToBlock('a', 'notes', 'x')
    const at = '2026-01-02T03:04:05.000Z'
    expect(await memory.getBlockMetadata('a', 'notes')).toMatchObject({ createdAt: at, updatedAt: at })
  })

  it('pins blocks and changes their type', async () => {
    const { memory, blocks } = newMemory()
    const id = await memory.createBlock('a', 'notes', { type: 'Working', description: 'Notes' })
    const owner = { ...scope, agent: 'a' }
    const { meta } = (await blocks.get(owner, id)) as { meta: object }
    await blocks.change(owner, id, { meta: { ...meta, theirs: 1 } })
    await memory.setBlockPinned('a', 'notes', true)
    await memory.setBlockType('a', 'notes', 'Core')
    expect(await memory.getBlockMetadata('a', 'notes')).toMatchObject({
      pinned: true,
      type: 'Core',
      description: 'Notes',
    })
    // Keys of other programs stay.
    expect(await blocks.get(owner, id)).toMatchObject({ kind: 'core', meta: { theirs: 1, pinned: true } })
    await memory.setBlockPinned('a', 'notes', false)
    expect(await memory.getBlockMetadata('a', 'notes')).toMatchObject({ pinned: false, type: 'Core' })
  })
})

describe('an archive', () => {
  it('stores, finds and removes the entries of each agent', async () => {
    const { memory } = newMemory()
    const id = await memory.insertArchival('a', 'Ada likes green tea.', { tags: ['tea'], importance: 7 })
    await memory.insertArchival('b', 'Bob likes black tea.', { metadata: { from: ['chat', 7], seen: null } })
    expect((await memory.searchArchival('b', 'tea')).hits).toMatchObject([
      { metadata: { from: ['chat', 7], seen: null } },
    ])
    const found = (await memory.searchArchival('a', 'Which tea?', 5)).hits
    expect(found).toMatchObject([
      { id, content: 'Ada likes green tea.', kind: 'archival', tags: ['tea'], importance: 7 },
    ])
    expect(await memory.deleteArchival('b', id)).toBe(false)
    expect(await memory.deleteArchival('a', id)).toBe(true)
    expect((await memory.searchArchival('a', 'tea')).hits).toEqual([])
    await expect(memory.insertArchival('a', 'x', { colour: 'red' } as object)).rejects.toMatchObject({
      code: 'STORE_VALUE_INVALID',
    })
  })

  it('is rejected without a store', async () => {
    const { memory } = newMemory({ archive: undefined as never })
    for (const call of [
      () => memory.insertArchival('a', 'x'),
      () => memory.searchArchival('a', 'x'),
      () => memory.deleteArchival('a', 'x'),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'BLOCK_UNSUPPORTED' })
    }
  })
})

describe('options', () => {
  it.each([
    [{ maxBytes: -1 }, 'maxBytes'],
    [{ compactAfter: { update: 1 } }, 'compactAfter'],
    [{ compactAfter: { updates: 0 } }, 'compactAfter'],
    [{ newId: 'x' }, 'newId'],
    [{ blocks: {} }, 'blocks'],
    [{ maxByte: 1 }, 'maxByte'],
  ])('%j are rejected', (options, option) => {
    expect(() => newMemory(options as object)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', details: expect.objectContaining({ option }) }),
    )
  })

  it('without a tenant are rejected', () => {
    expect(() => newMemory({ scope: {} as never })).toThrow(expect.objectContaining({ code: 'SCOPE_INVALID' }))
  })

  it.each([
    [{ type: 'core' }, 'OPTION_INVALID'],
    [{}, 'OPTION_INVALID'],
    [{ type: 'Core', limit: 0 }, 'OPTION_INVALID'],
    [{ type: 'Core', permission: 'readonly' }, 'OPTION_INVALID'],
    [{ type: 'Core', schema: { type: 'tree' } }, 'BLOCK_SCHEMA_INVALID'],
    [{ type: 'Core', schema: { type: 'list' }, content: 'x' }, 'BLOCK_OPERATION_UNFIT'],
    [{ type: 'Core', colour: 'red' }, 'OPTION_INVALID'],
    [{ type: 'Core', content: '\ud800' }, 'BLOCK_VALUE_INVALID'],
    [{ type: 'Core', description: '\ud800' }, 'OPTION_INVALID'],
  ])('%j of a new block are rejected with %s, and nothing is created', async (options, code) => {
    const { memory } = newMemory()
    await expect(memory.createBlock('a', 'notes', options as never)).rejects.toMatchObject({ code })
    expect(await memory.listBlocks('a')).toEqual([])
  })
})
