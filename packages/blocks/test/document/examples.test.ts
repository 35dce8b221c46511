import { createDocument, type DocumentEvent, loadDocument, renderBlock } from '@lamella/blocks'
import { expect, it } from 'vitest'

it('sets, appends to and replaces a text', () => {
  const doc = createDocument({ schema: { type: 'text' }, label: 'persona' })
  doc.asSystem().setText('Hello, world!')
  doc.asSystem().appendText(' More text.')
  expect(doc.asSystem().replaceText('Hello', 'Hi')).toBe(true)
  expect(doc.asSystem().replaceText('Goodbye', 'Bye')).toBe(false)
  expect(doc.getText()).toBe('Hi, world! More text.')
  expect(doc.render()).toBe('Hi, world! More text.')
})

it('sets map fields of every type', () => {
  const doc = createDocument({
    schema: {
      type: 'map',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'status', type: 'text', readOnly: true },
        { name: 'tags', type: 'list' },
        { name: 'score', type: 'counter' },
      ],
    },
    label: 'profile',
  })
  doc.asSystem().setField('name', 'Alice')
  doc.asSystem().setTextField('status', 'active')
  doc.asSystem().appendToListField('tags', 'important')
  expect(doc.asSystem().incrementCounter('score', 5)).toBe(5)
  expect(doc.getField('name')).toBe('Alice')
  expect(doc.render()).toBe('name: Alice\nstatus [read-only]: active\ntags:\n- important\nscore: 5')
})

it('appends, inserts and deletes items of a list', () => {
  const doc = createDocument({ schema: { type: 'list' }, label: 'tasks' })
  doc.asSystem().pushItem({ task: 'Review PR' })
  doc.asSystem().insertItem(0, { task: 'Urgent' })
  expect(doc.render()).toBe('1. Urgent\n2. Review PR')
  doc.asSystem().deleteItem(1)
  expect(doc.items()).toEqual([{ task: 'Urgent' }])
})

it('adds entries to a log and returns the newest first', () => {
  const doc = createDocument({
    schema: {
      type: 'log',
      displayLimit: 2,
      entry: { timestamp: true, fields: [{ name: 'message', type: 'text', required: true }] },
    },
    label: 'audit',
  })
  for (const [day, message] of ['User logged in', 'User looked around', 'User logged out'].entries()) {
    doc.asSystem().appendLogEntry({ timestamp: `2025-01-0${day + 1}T00:00:00Z`, message })
  }
  expect(doc.logEntries()).toEqual([
    { timestamp: '2025-01-03T00:00:00Z', message: 'User logged out' },
    { timestamp: '2025-01-02T00:00:00Z', message: 'User looked around' },
  ])
  expect(doc.logEntries(5)).toHaveLength(3)
  expect(doc.logEntries(0)).toEqual([])
  expect(doc.render()).toBe('[2025-01-03T00:00:00Z] User logged out\n[2025-01-02T00:00:00Z] User looked around')
})

it('changes the sections of a composite document, each by its own schema', () => {
  const doc = createDocument({
    schema: {
      type: 'composite',
      sections: [
        { name: 'notes', schema: { type: 'text' } },
        { name: 'stats', schema: { type: 'map', fields: [{ name: 'count', type: 'number' }] } },
        { name: 'diagnostics', readOnly: true, schema: { type: 'list' } },
      ],
    },
    label: 'all',
  })
  doc.asSystem().section('notes').setText('notes here')
  doc.asSystem().section('stats').setField('count', 42)
  doc.asSystem().section('diagnostics').pushItem('fine')
  doc.asSystem().section('diagnostics').pushItem('still fine')
  expect(doc.section('stats').getField('count')).toBe(42)
  expect(doc.render()).toBe(
    '=== notes ===\n\nnotes here\n\n=== stats ===\n\ncount: 42\n\n=== diagnostics [read-only] ===\n\n1. fine\n2. still fine',
  )
})

it('calls listeners when a change is committed', () => {
  const doc = createDocument({
    schema: { type: 'map', fields: [{ name: 'counter', type: 'counter' }] },
    label: 'counted',
  })
  const events: DocumentEvent[] = []
  const unsubscribe = doc.subscribe((event) => events.push(event))
  doc.asSystem().incrementCounter('counter', 1)
  expect(events).toEqual([])
  doc.commit()
  expect(events).toEqual([
    { label: 'counted', by: 'system', changes: [{ path: ['counter'], change: { type: 'counter', by: 1 } }] },
  ])
  unsubscribe()
  doc.asSystem().incrementCounter('counter', 1)
  doc.commit()
  expect(events).toHaveLength(1)
})

it('renders blocks with their permissions, in both wordings', () => {
  const content = 'Rendered content from StructuredDocument'
  const description = 'Block description (if include_descriptions enabled)'
  expect(
    renderBlock({ label: 'label', permission: 'ReadWrite', description, content }, { shortPermissions: true }),
  ).toBe(`<block:label permission="ReadWrite">\n${description}\n\n${content}\n</block:label>`)
  const shared = 'Content shared from another agent'
  expect(
    renderBlock(
      { label: 'shared_notes', permission: 'Append', sharedFrom: 'Archive', content: shared },
      { shortPermissions: true },
    ),
  ).toBe(`<block:shared_notes permission="Append" shared_from="Archive">\n${shared}\n</block:shared_notes>`)
})

it('restores a document from a snapshot and updates', () => {
  const doc = createDocument({ schema: { type: 'text' }, label: 'persona' })
  doc.setText('Hello')
  const snapshot = doc.exportSnapshot()
  const version = doc.version()
  doc.appendText(', world')
  const update = doc.exportUpdates(version)
  expect(doc.exportUpdates(doc.version())).toBeUndefined()
  const copy = loadDocument({ schema: { type: 'text' }, label: 'persona', snapshot, updates: update ? [update] : [] })
  expect(copy.getText()).toBe('Hello, world')
})
