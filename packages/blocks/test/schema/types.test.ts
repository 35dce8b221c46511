import { createDocument, defineSchema, type StructuredDocument } from '@lamella/blocks'
import { expect, expectTypeOf, it } from 'vitest'

const profile = defineSchema({
  type: 'map',
  fields: [
    { name: 'name', type: 'text' },
    { name: 'age', type: 'number', default: 0 },
    { name: 'tags', type: 'list' },
  ],
})

it('types a map by its schema', () => {
  const doc = createDocument({ schema: profile, label: 'm' })
  expectTypeOf(doc.getField('name')).toEqualTypeOf<string | undefined>()
  expectTypeOf(doc.getField('age')).toEqualTypeOf<number>()
  const wrong = [
    // @ts-expect-error no such field
    () => doc.setField('nmae', 'Ada'),
    // @ts-expect-error not a text
    () => doc.setField('name', 1),
    // @ts-expect-error not a list
    () => doc.appendToListField('name', 'x'),
    // @ts-expect-error not an operation of a map
    () => doc.setText('x'),
    // @ts-expect-error no sections
    () => doc.section('y').setField('name', 'x'),
    // @ts-expect-error not a text
    () => doc.setField('age', 1, { system: 'yes' }),
  ]
  for (const one of wrong) expect(one).toThrow(/\[BLOCK_(VALUE_INVALID|TARGET_UNKNOWN|OPERATION_UNFIT)\]$/)
})

it('types items, entries and sections by their schemas', () => {
  const doc = createDocument({
    schema: {
      type: 'composite',
      sections: [
        { name: 'facts', schema: profile },
        {
          name: 'tasks',
          schema: {
            type: 'list',
            item: {
              type: 'map',
              fields: [
                { name: 'title', type: 'text', required: true },
                { name: 'done', type: 'boolean' },
              ],
            },
          },
        },
        {
          name: 'log',
          schema: {
            type: 'log',
            displayLimit: 3,
            entry: { timestamp: true, fields: [{ name: 'said', type: 'text' }] },
          },
        },
      ],
    },
    label: 'c',
  })
  const [task] = doc.section('tasks').items()
  expectTypeOf(task).toEqualTypeOf<{ readonly title: string; readonly done?: boolean | undefined } | undefined>()
  const [entry] = doc.section('log').logEntries()
  expectTypeOf(entry?.timestamp).toEqualTypeOf<string | undefined>()
  const wrong = [
    // @ts-expect-error the title is missing
    () => doc.section('tasks').pushItem({ done: true }),
    // @ts-expect-error not a list
    () => doc.section('facts').pushItem({ title: 'x' }),
    // @ts-expect-error no such field in this section
    () => doc.section('facts').setField('title', 'x'),
    // @ts-expect-error the time is missing
    () => doc.section('log').appendLogEntry({ said: 'x' }),
    // @ts-expect-error no such section
    () => doc.section('fatcs'),
    // @ts-expect-error needs a section
    () => doc.setField('name', 'x'),
  ]
  for (const one of wrong) expect(one).toThrow(/\[BLOCK_(VALUE_INVALID|TARGET_UNKNOWN|OPERATION_UNFIT)\]$/)
})

it('offers all operations for an unknown schema, and rejects unfit ones at run time', () => {
  const doc = createDocument({ schema: { type: 'text' }, label: 't' }) as unknown as StructuredDocument
  expectTypeOf(doc.setText).toBeFunction()
  const unfit = expect.objectContaining({ code: 'BLOCK_OPERATION_UNFIT' })
  expect(() => doc.pushItem('x')).toThrow(unfit)
  expect(() => doc.setField('x', 1)).toThrow(unfit)
  expect(() => doc.section('y').setText('x')).toThrow(unfit)
})
