import { createDocument, defineSchema } from '@lamella/blocks'
import { describe, expect, it } from 'vitest'

const refused = expect.objectContaining({ code: 'BLOCK_VALUE_INVALID' })
const tasks = defineSchema({
  type: 'list',
  maxItems: 3,
  item: {
    type: 'map',
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'done', type: 'boolean', default: false },
      { name: 'due', type: 'timestamp' },
    ],
  },
})
const admin = { label: 'l', permission: 'Admin' } as const

describe('items', () => {
  it('are inserted, changed and deleted like array elements', () => {
    const doc = createDocument({ schema: { type: 'list', item: { type: 'text' } }, ...admin })
    for (const item of ['b', 'd']) doc.pushItem(item)
    doc.insertItem(0, 'a')
    doc.insertItem(2, 'c')
    doc.insertItem(4, 'e')
    doc.updateItem(1, 'B')
    doc.deleteItem(3)
    expect(doc.items()).toEqual(['a', 'B', 'c', 'e'])
    for (const index of [-1, 4, 1.5, '1', undefined]) {
      expect(() => doc.updateItem(index as number, 'x')).toThrow(refused)
      expect(() => doc.deleteItem(index as number)).toThrow(refused)
    }
    expect(() => doc.insertItem(5, 'x')).toThrow(refused)
    for (const bad of [1, {}, null, 'a\ud800']) expect(() => doc.pushItem(bad as string)).toThrow(refused)
  })

  it('get the defaults of their schema, and have only its fields', () => {
    const doc = createDocument({ schema: tasks, ...admin })
    doc.pushItem({ title: 'Review' })
    expect(doc.items()).toEqual([{ title: 'Review', done: false }])
    for (const bad of [{}, { title: 1 }, { title: 'x', dnoe: true }, { title: 'x', due: 'soon' }, 'x', []]) {
      expect(() => doc.pushItem(bad as never)).toThrow(refused)
      expect(() => doc.updateItem(0, bad as never)).toThrow(refused)
    }
    doc.updateItem(0, { title: 'Review', done: true, due: '2025-01-01' })
    doc.updateItem(0, { title: 'Review PR', done: true })
    expect(doc.items()).toEqual([{ title: 'Review PR', done: true }])
  })

  it('can change their type if the schema declares no item type', () => {
    const doc = createDocument({ schema: { type: 'list' }, ...admin })
    doc.pushItem('text')
    for (const item of [{ b: 1, a: [{ c: null }] }, 'text', 3, ['x'], { a: 1 }, null, false]) {
      doc.updateItem(0, item)
      expect(doc.items()).toEqual([item])
    }
  })

  it('are rejected beyond maxItems, and a merge that exceeds it adds a notice', () => {
    const [a, b] = [createDocument({ schema: tasks, ...admin }), createDocument({ schema: tasks, ...admin })]
    for (const title of ['1', '2', '3']) a.pushItem({ title })
    for (const title of ['4', '5']) b.pushItem({ title })
    expect(() => a.pushItem({ title: 'x' })).toThrow(
      expect.objectContaining({ code: 'BLOCK_FULL', details: { label: 'l', maxItems: 3 } }),
    )
    expect(() => a.insertItem(0, { title: 'x' })).toThrow(expect.objectContaining({ code: 'BLOCK_FULL' }))
    a.import(b.exportSnapshot(), { system: true })
    expect(a.items()).toHaveLength(3)
    expect(a.render()).toMatch(/^(\[ \] title: \d\n|\[ \] \d\n){3}\[2 more beyond the limit of 3\]$/)
    expect(a.notices()).toEqual([{ path: [], problem: 'has 2 more items than the 3 its schema allows' }])
    expect(() => a.deleteItem(3)).toThrow(refused)
    a.deleteItem(0)
    a.deleteItem(0)
    expect(a.items()).toHaveLength(3)
    expect(a.notices()).toEqual([])
  })
})

const log = defineSchema({
  type: 'log',
  displayLimit: 2,
  entry: {
    timestamp: true,
    agent: true,
    fields: [
      { name: 'said', type: 'text' },
      { name: 'n', type: 'number', default: 1 },
    ],
  },
})

describe('entries', () => {
  it("carry the document's agent, and no agent writes in another's name", () => {
    const doc = createDocument({ schema: log, label: 'l', permission: 'Append', agent: 'entropy' })
    const timestamp = '2025-01-01T00:00:00Z'
    doc.appendLogEntry({ timestamp, said: 'a' })
    doc.appendLogEntry({ timestamp, said: 'b', agent: 'entropy' })
    expect(() => doc.appendLogEntry({ timestamp, agent: 'archive' })).toThrow(refused)
    doc.asSystem().appendLogEntry({ timestamp, said: 'c' })
    doc.asSystem().appendLogEntry({ timestamp, said: 'd', agent: 'archive' })
    expect(doc.logEntries(9)).toEqual([
      { timestamp, agent: 'archive', said: 'd', n: 1 },
      { timestamp, said: 'c', n: 1 },
      { timestamp, agent: 'entropy', said: 'b', n: 1 },
      { timestamp, agent: 'entropy', said: 'a', n: 1 },
    ])
    const nobody = createDocument({ schema: log, label: 'l' })
    nobody.appendLogEntry({ timestamp })
    expect(() => nobody.appendLogEntry({ timestamp, agent: 'entropy' })).toThrow(refused)
  })

  it('are returned newest first by timestamp, whatever their order of addition', () => {
    const [a, b] = [1n, 2n].map((peer) => createDocument({ schema: log, label: 'l', peer }))
    for (const hour of [1, 3, 5]) a?.appendLogEntry({ timestamp: `2025-01-01T0${hour}:00:00Z`, said: `a${hour}` })
    for (const hour of [2, 4]) b?.appendLogEntry({ timestamp: `2025-01-01T0${hour}:00:00+00:00`, said: `b${hour}` })
    a?.import(b?.exportSnapshot() ?? new Uint8Array(), { system: true })
    expect(a?.logEntries(9).map(({ said }) => said)).toEqual(['a5', 'b4', 'a3', 'b2', 'a1'])
    expect(a?.logEntries().map(({ said }) => said)).toEqual(['a5', 'b4'])
  })

  it('without timestamps are returned in their order of addition', () => {
    const schema = { type: 'log', displayLimit: 9, entry: { fields: [{ name: 'said', type: 'text' }] } } as const
    const doc = createDocument({ schema, label: 'l' })
    for (const said of ['1', '2', '3']) doc.appendLogEntry({ said })
    expect(doc.logEntries(2)).toEqual([{ said: '3' }, { said: '2' }])
  })

  it('have a timestamp if the schema has one, and only fields of the schema', () => {
    const doc = createDocument({ schema: log, label: 'l' })
    for (const bad of [
      {},
      { timestamp: 'now' },
      { timestamp: '2025-01-01', x: 1 },
      { timestamp: '2025-01-01', n: '1' },
      'x',
      null,
    ]) {
      expect(() => doc.appendLogEntry(bad as never)).toThrow(refused)
    }
    for (const limit of [-1, 0.5, '1']) expect(() => doc.logEntries(limit as number)).toThrow(refused)
    expect(doc.logEntries(9)).toEqual([])
  })
})
