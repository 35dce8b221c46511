import { describe, expect, it } from 'vitest'
import type { BlockSchema, FieldSchema, MemoryCache } from '../../src/index.ts'
import { memoryOver, newMemory, scope } from './support.ts'

const field = (name: string, type: FieldSchema['type'] = 'text', more: object = {}): FieldSchema =>
  ({ name, type, ...more }) as FieldSchema
const map = (...fields: readonly FieldSchema[]): BlockSchema => ({ type: 'map', fields })
const text: BlockSchema = { type: 'text' }
const list: BlockSchema = { type: 'list' }
const log: BlockSchema = { type: 'log', displayLimit: 1, entry: { fields: [{ name: 'said', type: 'text' }] } }
const sections = (...names: readonly string[]): BlockSchema => ({
  type: 'composite',
  sections: names.map((name) => ({ name, schema: name === 'log' ? log : text })),
})

/** An operation, `section.operation` in a section. */
type Change = readonly [operation: string, ...args: readonly unknown[]]

async function make(memory: MemoryCache, [path, ...args]: Change): Promise<void> {
  const [operation = '', section] = path.split('.').toReversed()
  await memory.changeBlock('a', 'b', operation as 'setText', args, section === undefined ? {} : { section })
}

const set: Change = ['setField', 'name', 'Ada']
const count: Change = ['incrementCounter', 'count', 4]
const push: Change = ['pushItem', { task: 'tea', done: true }]
const tasks = (...fields: readonly object[]): BlockSchema => ({
  type: 'list',
  item: { type: 'map', fields: fields as never },
})

describe('a new schema', () => {
  it.each<readonly [string, BlockSchema, readonly Change[], BlockSchema]>([
    ['with a field more', map(field('name')), [set], map(field('name'), field('age', 'number'))],
    [
      'with fields in another order',
      map(field('name'), field('count', 'counter')),
      [set, count],
      map(field('count', 'counter'), field('name')),
    ],
    ['without a field that was never set', map(field('name'), field('age', 'number')), [set], map(field('name'))],
    [
      'without a field that has its default',
      map(field('name'), field('age', 'number', { default: 3 })),
      [set],
      map(field('name')),
    ],
    ['with a window', text, [['setText', 'a\nb\nc']], { type: 'text', viewport: { startLine: 1, displayLines: 1 } }],
    [
      'for a text that is empty',
      text,
      [
        ['appendText', 'x'],
        ['setText', ''],
      ],
      list,
    ],
    [
      'with more display',
      log,
      [
        ['appendLogEntry', { said: 'a' }],
        ['appendLogEntry', { said: 'b' }],
      ],
      { ...log, displayLimit: 9 } as BlockSchema,
    ],
    ['with a section more', sections('a'), [['a.setText', 'x']], sections('b', 'a')],
    [
      'with room for as many items',
      list,
      [
        ['pushItem', 1],
        ['pushItem', 2],
      ],
      { type: 'list', maxItems: 2 },
    ],
  ])('%s keeps all content of the block', async (_, before, changes, after) => {
    const { memory, blocks } = newMemory()
    await memory.createBlock('a', 'b', { type: 'Core', schema: before, permission: 'Admin', description: 'd' })
    for (const change of changes) await make(memory, change)
    const document = await memory.getBlock('a', 'b')
    await memory.updateBlockSchema('a', 'b', after)
    expect(document?.schema).toEqual(after)
    expect(await memory.getBlockMetadata('a', 'b')).toMatchObject({
      schema: after,
      description: 'd',
      permission: 'Admin',
    })
    // Changing back also loses nothing.
    await memory.updateBlockSchema('a', 'b', before)
    const other = memoryOver(blocks)
    expect(await other.getRenderedContent('a', 'b')).toBe(await memory.getRenderedContent('a', 'b'))
    for (const [, value] of changes.flatMap((change) => [change])) {
      if (typeof value === 'string' && value.length > 1)
        expect(await other.getRenderedContent('a', 'b')).toContain(value)
    }
  })

  it.each<readonly [string, BlockSchema, readonly Change[], BlockSchema, readonly string[]]>([
    [
      'without a field',
      map(field('name'), field('age', 'number')),
      [set],
      map(field('age', 'number')),
      ['fields.name'],
    ],
    ['with a field of another type', map(field('name')), [set], map(field('name', 'list')), ['fields.name']],
    [
      'with another default of a counter',
      map(field('count', 'counter', { default: 1 })),
      [count],
      map(field('count', 'counter')),
      ['fields.count'],
    ],
    ['of another type', text, [['setText', 'x']], list, ['text']],
    ['in a section', text, [['setText', 'x']], sections('a'), ['text']],
    ['without a section', sections('a', 'b'), [['a.setText', 'x']], sections('b'), ['sections.a.text']],
    [
      'whose entries are others',
      sections('log', 'b'),
      [['log.appendLogEntry', { said: 'x' }]],
      sections('b'),
      ['sections.log.entries[0]'],
    ],
    [
      'with fewer items',
      list,
      [
        ['pushItem', 1],
        ['pushItem', 2],
      ],
      { type: 'list', maxItems: 1 },
      ['items[1]'],
    ],
    ['with other items', list, [['pushItem', 1]], tasks({ name: 'task', type: 'text' }), ['items[0]']],
    [
      'that an entry does not fit which is not displayed',
      {
        type: 'log',
        displayLimit: 1,
        entry: {
          fields: [
            { name: 'said', type: 'text' },
            { name: 'by', type: 'text' },
          ],
        },
      },
      [
        ['appendLogEntry', { said: 'a', by: 'b' }],
        ['appendLogEntry', { said: 'c' }],
      ],
      log,
      ['entries[0]'],
    ],
    [
      'whose items are anything',
      tasks({ name: 'task', type: 'text' }, { name: 'done', type: 'boolean' }),
      [push],
      list,
      ['items[0]'],
    ],
    ['without a field of items', list, [push], tasks({ name: 'task', type: 'text' }), ['items[0]']],
  ])(
    '%s is rejected with a list of what would be lost, and nothing changes',
    async (_, before, changes, after, lost) => {
      const { memory, blocks } = newMemory()
      const id = await memory.createBlock('a', 'b', { type: 'Core', schema: before, permission: 'Admin' })
      for (const change of changes) await make(memory, change)
      const stored = await blocks.get({ ...scope, agent: 'a' }, id)
      const refused = { code: 'BLOCK_SCHEMA_LOSES', details: { label: 'b', lost } }
      await expect(memory.updateBlockSchema('a', 'b', after)).rejects.toMatchObject(refused)
      await expect(memory.updateBlockSchema('a', 'b', after, { system: true })).rejects.toMatchObject(refused)
      expect(await blocks.get({ ...scope, agent: 'a' }, id)).toEqual(stored)
    },
  )

  it.each<readonly [FieldSchema['type'], unknown]>([
    ['text', 'Ada'],
    ['text', ''],
    ['number', 0],
    ['boolean', false],
    ['timestamp', '2025-01-01'],
    ['counter', 4],
    ['list', [1]],
  ])('can omit a field of the type %s with the value %j after it is unset', async (type, value) => {
    const { memory } = newMemory()
    const [with_, without] = [map(field('name'), field('old', type)), map(field('name'))]
    await memory.createBlock('a', 'b', { type: 'Core', schema: with_, permission: 'Admin' })
    await memory.changeBlock('a', 'b', 'setField', ['old', value])
    await expect(memory.updateBlockSchema('a', 'b', without)).rejects.toMatchObject({
      code: 'BLOCK_SCHEMA_LOSES',
      fix: expect.stringContaining('unsetField'),
    })
    await memory.changeBlock('a', 'b', 'unsetField', ['old'])
    await memory.updateBlockSchema('a', 'b', without)
    expect((await memory.getBlockMetadata('a', 'b'))?.schema).toEqual(without)
  })

  it('is rejected if it is invalid', async () => {
    const { memory } = newMemory()
    await memory.createBlock('a', 'b', { type: 'Core', permission: 'Admin' })
    const done = memory.updateBlockSchema('a', 'b', { type: 'tree' } as never)
    await expect(done).rejects.toMatchObject({ code: 'BLOCK_SCHEMA_INVALID' })
  })

  it('does not let agents add or remove a read-only mark', async () => {
    const { memory } = newMemory()
    const open = map(field('name'))
    const shut = map(field('name', 'text', { readOnly: true }))
    for (const [before, after] of [
      [open, shut],
      [shut, open],
    ] as const) {
      const label = before === open ? 'open' : 'shut'
      await memory.createBlock('a', label, { type: 'Core', schema: before, permission: 'Admin' })
      await expect(memory.updateBlockSchema('a', label, after)).rejects.toMatchObject({
        code: 'BLOCK_FORBIDDEN',
        details: { reason: 'read-only', needs: 'system' },
      })
      await memory.updateBlockSchema('a', label, after, { system: true })
    }
    expect((await memory.getBlockMetadata('a', 'shut'))?.schema).toEqual(open)
  })

  it('keeps concurrent changes', async () => {
    const { memory, blocks } = newMemory()
    const other = memoryOver(blocks)
    await memory.createBlock('a', 'b', { type: 'Core', schema: map(field('name')), permission: 'Admin' })
    await Promise.all([
      memory.updateBlockSchema('a', 'b', map(field('name'), field('age', 'number'))),
      ...Array.from({ length: 20 }, () => other.changeBlock('a', 'b', 'setField', ['name', 'Ada'])),
      other.setBlockPinned('a', 'b', true),
      other.setBlockType('a', 'b', 'Working'),
    ])
    await other.changeBlock('a', 'b', 'setField', ['age', 36])
    expect(await memory.getRenderedContent('a', 'b')).toBe('name: Ada\nage: 36')
    expect(await memory.getBlockMetadata('a', 'b')).toMatchObject({ pinned: true, type: 'Working' })
  })
})
