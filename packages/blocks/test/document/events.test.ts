import { createDocument, type DocumentEvent, defineSchema } from '@lamella/blocks'
import { expect, it } from 'vitest'

const schema = defineSchema({
  type: 'composite',
  sections: [
    { name: 'notes', schema: { type: 'text' } },
    {
      name: 'stats',
      schema: {
        type: 'map',
        fields: [
          { name: 'count', type: 'number' },
          { name: 'mood', type: 'text' },
          { name: 'tags', type: 'list' },
        ],
      },
    },
    { name: 'tasks', schema: { type: 'list' } },
  ],
})

function listening() {
  const doc = createDocument({ schema, label: 'b', agent: 'entropy' })
  const events: DocumentEvent[] = []
  doc.subscribe((event) => events.push(event))
  return { doc, events }
}

it('reports what changed, where, and who changed it', () => {
  const { doc, events } = listening()
  doc.section('notes').appendText('Hi')
  doc.section('stats').setField('count', 42)
  doc.section('stats').setTextField('mood', 'fine today')
  doc.section('tasks').pushItem({ task: 'x' })
  doc.commit()
  expect(events).toEqual([{ label: 'b', by: 'agent', agent: 'entropy', changes: expect.any(Array) }])
  expect(events[0]?.changes).toEqual(
    expect.arrayContaining([
      { path: ['notes'], change: { type: 'text', edits: [{ insert: 'Hi' }] } },
      { path: ['stats', 'count'], change: { type: 'value', value: 42 } },
      { path: ['stats', 'mood'], change: { type: 'value', value: 'fine today' } },
      { path: ['tasks'], change: { type: 'list', edits: [{ insert: [{ task: 'x' }] }] } },
    ]),
  )
  expect(events[0]?.changes).toHaveLength(4)
  doc.asSystem().section('tasks').updateItem(0, { task: 'y' })
  doc.asSystem().section('stats').setTextField('mood', 'very fine today')
  doc.commit()
  expect(events[1]).toEqual({
    label: 'b',
    by: 'system',
    changes: expect.arrayContaining([
      { path: ['tasks', 0, 'task'], change: { type: 'value', value: 'y' } },
      { path: ['stats', 'mood'], change: { type: 'text', edits: [{ insert: 'very ' }] } },
    ]),
  })
})

it('never combines changes of the system and of an agent in one event', () => {
  const { doc, events } = listening()
  doc.section('notes').setText('agent')
  doc.asSystem().section('notes').setText('system')
  doc.section('notes').setText('agent again')
  doc.commit()
  doc.commit()
  expect(events.map(({ by }) => by)).toEqual(['agent', 'system', 'agent'])
})

it('reports imports, and commits before an export', () => {
  const { doc, events } = listening()
  doc.section('notes').setText('x')
  const other = listening()
  other.doc.import(doc.exportSnapshot(), { system: true })
  expect(events.map(({ by }) => by)).toEqual(['agent'])
  expect(other.events).toEqual([
    { label: 'b', by: 'import', changes: [{ path: ['notes'], change: { type: 'text', edits: [{ insert: 'x' }] } }] },
  ])
  other.doc.import(doc.exportSnapshot(), { system: true })
  expect(other.events).toHaveLength(1)
})

it("reports only changes of the listener's target", () => {
  const { doc } = listening()
  const paths: unknown[] = []
  const stop = doc.subscribe(({ changes }) => paths.push(changes[0]?.path), { section: 'stats', field: 'tags' })
  doc.subscribe(({ changes }) => paths.push(changes[0]?.path), { section: 'tasks' })
  doc.section('stats').setField('count', 1)
  doc.section('notes').appendText('x')
  doc.commit()
  expect(paths).toEqual([])
  doc.section('stats').appendToListField('tags', 'a')
  doc.commit()
  doc.section('tasks').pushItem('a')
  doc.commit()
  expect(paths).toEqual([['stats', 'tags'], ['tasks']])
  stop()
  stop()
  doc.section('stats').appendToListField('tags', 'b')
  doc.commit()
  expect(paths).toHaveLength(2)
  for (const target of [{ section: 'nots' }, { section: 'stats', field: 'x' }, { field: 'count' }]) {
    expect(() => doc.subscribe(() => {}, target)).toThrow(expect.objectContaining({ code: 'BLOCK_TARGET_UNKNOWN' }))
  }
})

it('calls every listener even if one throws, and then throws its error', () => {
  const { doc } = listening()
  const authors: string[] = []
  doc.subscribe(() => {
    throw new Error('mine')
  })
  doc.subscribe(({ by }) => authors.push(by))
  doc.section('notes').setText('x')
  expect(() => doc.commit()).toThrow('mine')
  expect(authors).toEqual(['agent'])
  expect(doc.section('notes').getText()).toBe('x')
  doc.commit()
})

it("reports a listener's own change after the change that triggered it", () => {
  const { doc, events } = listening()
  const stop = doc.subscribe(() => {
    stop()
    doc.asSystem().section('notes').appendText('!')
    doc.commit()
  })
  const later: string[] = []
  doc.subscribe(({ by }) => later.push(by))
  doc.section('notes').setText('x')
  doc.commit()
  expect(events.map(({ by }) => by)).toEqual(['agent', 'system'])
  expect(later).toEqual(['agent', 'system'])
})
