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

it('tells what has changed, where and by whom', () => {
  const { doc, events } = listening()
  doc.section('notes').appendText('Hi')
  doc.setFieldInSection('count', 42, 'stats')
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

it('never mixes what the system did with what an agent did', () => {
  const { doc, events } = listening()
  doc.setTextInSection('agent', 'notes')
  doc.asSystem().setTextInSection('system', 'notes')
  doc.setTextInSection('agent again', 'notes')
  doc.commit()
  doc.commit()
  expect(events.map(({ by }) => by)).toEqual(['agent', 'system', 'agent'])
})

it('tells of imports, and of exports as of commits', () => {
  const { doc, events } = listening()
  doc.setTextInSection('x', 'notes')
  const other = listening()
  other.doc.import(doc.exportSnapshot(), { system: true })
  expect(events.map(({ by }) => by)).toEqual(['agent'])
  expect(other.events).toEqual([
    { label: 'b', by: 'import', changes: [{ path: ['notes'], change: { type: 'text', edits: [{ insert: 'x' }] } }] },
  ])
  other.doc.import(doc.exportSnapshot(), { system: true })
  expect(other.events).toHaveLength(1)
})

it('tells those who asked for a section or a field of it of nothing else', () => {
  const { doc } = listening()
  const paths: unknown[] = []
  const stop = doc.subscribeTo({ section: 'stats', field: 'tags' }, ({ changes }) => paths.push(changes[0]?.path))
  doc.subscribeTo({ section: 'tasks' }, ({ changes }) => paths.push(changes[0]?.path))
  doc.setFieldInSection('count', 1, 'stats')
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
    expect(() => doc.subscribeTo(target, () => {})).toThrow(expect.objectContaining({ code: 'BLOCK_TARGET_UNKNOWN' }))
  }
})

it('tells everybody although one of them throws, and then throws that', () => {
  const { doc } = listening()
  const told: string[] = []
  doc.subscribe(() => {
    throw new Error('mine')
  })
  doc.subscribe(({ by }) => told.push(by))
  doc.setTextInSection('x', 'notes')
  expect(() => doc.commit()).toThrow('mine')
  expect(told).toEqual(['agent'])
  expect(doc.section('notes').getText()).toBe('x')
  doc.commit()
})

it('tells a change that a listener makes after the one it was told of', () => {
  const { doc, events } = listening()
  const stop = doc.subscribe(() => {
    stop()
    doc.asSystem().section('notes').appendText('!')
    doc.commit()
  })
  const later: string[] = []
  doc.subscribe(({ by }) => later.push(by))
  doc.setTextInSection('x', 'notes')
  doc.commit()
  expect(events.map(({ by }) => by)).toEqual(['agent', 'system'])
  expect(later).toEqual(['agent', 'system'])
})
