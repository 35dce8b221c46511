import { createDocument, defineSchema } from '@lamella/blocks'
import { describe, expect, it } from 'vitest'

const schema = defineSchema({
  type: 'map',
  fields: [
    { name: 'name', type: 'text', default: 'nobody' },
    { name: 'age', type: 'number' },
    { name: 'adult', type: 'boolean', default: false },
    { name: 'born', type: 'timestamp' },
    { name: 'visits', type: 'counter', default: 3 },
    { name: 'tags', type: 'list' },
    { name: 'a/b:c%', type: 'list' },
    { name: 'constructor', type: 'text' },
  ],
})
const create = () => createDocument({ schema, label: 'm' })
const refused = expect.objectContaining({ code: 'BLOCK_VALUE_INVALID' })

describe('fields', () => {
  it('have their defaults until they are set, even to an empty value', () => {
    const doc = create()
    expect([doc.getField('name'), doc.getField('adult'), doc.getField('age')]).toEqual(['nobody', false, undefined])
    expect([doc.getField('visits'), doc.getField('tags'), doc.getField('constructor')]).toEqual([3, [], undefined])
    doc.setField('name', '')
    doc.setField('age', 0)
    expect([doc.getField('name'), doc.getField('age')]).toEqual(['', 0])
  })

  it('return the value that was set', () => {
    const doc = create()
    doc.setField('name', 'Ada')
    doc.setField('age', 36.5)
    doc.setField('adult', true)
    doc.setField('born', '1815-12-10')
    doc.setField('tags', ['x', { b: 1, a: [null] }])
    doc.setField('visits', 10)
    doc.setField('constructor', 'x')
    doc.appendToListField('a/b:c%', 1)
    expect(doc.content()).toEqual({
      type: 'map',
      leftOut: 0,
      fields: [
        ['name', 'Ada'],
        ['age', 36.5],
        ['adult', true],
        ['born', '1815-12-10'],
        ['visits', 10],
        ['tags', ['x', { a: [null], b: 1 }]],
        ['a/b:c%', [1]],
        ['constructor', 'x'],
      ],
    })
    expect(doc.notices()).toEqual([])
  })

  it('have their defaults again after they are unset, and can be set again', () => {
    const doc = create()
    doc.setField('name', 'Ada')
    doc.setField('age', 36.5)
    doc.setField('adult', true)
    doc.setField('born', '1815-12-10')
    doc.setField('tags', ['x', 1])
    doc.incrementCounter('visits', 4)
    for (const { name } of schema.fields) doc.unsetField(name)
    expect(doc.content()).toEqual(create().content())
    expect(doc.notices()).toEqual([])
    doc.setField('name', 'Grace')
    expect([doc.getField('name'), doc.getField('age')]).toEqual(['Grace', undefined])
    for (const name of ['none', '', undefined, { name: 'age' }]) {
      expect(() => doc.unsetField(name as 'age')).toThrow(expect.objectContaining({ code: 'BLOCK_TARGET_UNKNOWN' }))
    }
  })

  it('merge when unset: one value wins, and lists and counters keep concurrent additions', () => {
    const [a, b] = [create(), create()]
    a.setField('name', 'Ada')
    a.setField('tags', ['x'])
    a.incrementCounter('visits', 1)
    b.import(a.exportSnapshot(), { system: true })
    for (const name of ['name', 'tags', 'visits'] as const) a.unsetField(name)
    b.appendToListField('tags', 'y')
    b.incrementCounter('visits', 5)
    const [fromA, fromB] = [a.exportSnapshot(), b.exportSnapshot()]
    a.import(fromB, { system: true })
    b.import(fromA, { system: true })
    expect(a.content()).toEqual(b.content())
    expect([a.getField('name'), a.getField('tags'), a.getField('visits')]).toEqual(['nobody', ['y'], 8])
  })

  it('accept only values of their type', () => {
    const doc = create()
    const bad: readonly (readonly [string, unknown])[] = [
      ['name', 1],
      ['name', 'a\ud800'],
      ['age', '1'],
      ['age', Number.NaN],
      ['age', Number.POSITIVE_INFINITY],
      ['adult', 'true'],
      ['born', 'yesterday'],
      ['born', '2025-02-31'],
      ['born', '2025-01-01T00:00:00'],
      ['visits', 1.5],
      ['tags', 'x'],
      ['tags', [undefined]],
      ['tags', [{ ['__proto__']: 1 }]],
      ['tags', [new Date(0)]],
      ['tags', ['🦜:cid:root-x:Text']],
      ['age', null],
    ]
    for (const [field, value] of bad) {
      expect(() => doc.setField(field as 'name', value as string), `${field} ${String(value)}`).toThrow(refused)
    }
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(() => doc.appendToListField('tags', cycle as never)).toThrow(refused)
    expect(() => doc.setTextField('age' as 'name', 'x')).toThrow(refused)
    expect(() => doc.appendToListField('name' as 'tags', 'x')).toThrow(refused)
    expect(() => doc.incrementCounter('age' as 'visits', 1)).toThrow(refused)
    expect(create().content()).toEqual(doc.content())
  })

  it('exist only if the schema has them, and the error for others lists the known ones', () => {
    const doc = create()
    const unknown = expect.objectContaining({
      code: 'BLOCK_TARGET_UNKNOWN',
      message: expect.stringContaining("'name'"),
    })
    expect(() => doc.setField('nmae' as 'name', 'x')).toThrow(unknown)
    for (const name of ['__proto__', 'toString', '', undefined, 7]) {
      expect(() => doc.getField(name as 'name')).toThrow(expect.objectContaining({ code: 'BLOCK_TARGET_UNKNOWN' }))
    }
  })
})

describe('counter and list fields', () => {
  it('add whole numbers, positive or negative, within the safe integers', () => {
    const doc = create()
    expect([doc.incrementCounter('visits', 5), doc.incrementCounter('visits', -10)]).toEqual([8, -2])
    expect(doc.incrementCounter('visits', 0)).toBe(-2)
    for (const by of [0.5, Number.NaN, '1', Number.MIN_SAFE_INTEGER]) {
      expect(() => doc.incrementCounter('visits', by as number)).toThrow(refused)
    }
    expect(doc.getField('visits')).toBe(-2)
  })

  it('remove an item by its zero-based index', () => {
    const doc = create()
    doc.setField('tags', ['a', 'b', 'c'])
    doc.removeFromListField('tags', 1)
    expect(doc.getField('tags')).toEqual(['a', 'c'])
    for (const index of [-1, 2, 0.5, '0', undefined]) {
      expect(() => doc.removeFromListField('tags', index as number)).toThrow(refused)
    }
    doc.setField('tags', [])
    expect(() => doc.removeFromListField('tags', 0)).toThrow(refused)
  })

  it('keep items that another replica adds while the list is set', () => {
    const [a, b] = [create(), create()]
    a.setField('tags', ['a', 'b'])
    b.import(a.exportSnapshot(), { system: true })
    a.setField('tags', ['a', 'x'])
    b.appendToListField('tags', 'c')
    a.import(b.exportSnapshot(), { system: true })
    expect(a.getField('tags')).toEqual(expect.arrayContaining(['a', 'x', 'c']))
  })
})
