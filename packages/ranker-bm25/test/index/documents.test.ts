import { isLamellaError } from '@lamella/core'
import { createIndex, type IndexDocument, type IndexOptions } from '@lamella/ranker-bm25'
import { describe, expect, it } from 'vitest'

const refused = (code: string): Error => expect.toSatisfy((error) => isLamellaError(error, code)) as Error

describe('documents', () => {
  it('may have any text as an id', () => {
    const index = createIndex({ conversation: true, fields: { constructor: 1 } })
    const all = ['__proto__', 'constructor', '', '\ud800', 'x'.repeat(10_000)]
    index.add(all.map((id) => ({ id, text: 'tea', session: id, fields: { constructor: 'x' } })))
    expect(index.search('tea').map(({ id }) => id)).toEqual(all)
    for (const id of all)
      expect([index.has(id), index.remove(id), index.has(id), index.remove(id)]).toEqual([true, true, false, false])
    expect(index.size).toBe(0)
  })

  it('are added once, all or none', () => {
    const index = createIndex()
    index.add({ id: 'a', text: 'tea' })
    expect(() => index.add({ id: 'a', text: 'coffee' })).toThrow(refused('INDEX_DOCUMENT_EXISTS'))
    const twice = [
      { id: 'b', text: 'tea' },
      { id: 'b', text: 'coffee' },
    ]
    expect(() => index.add(twice)).toThrow(refused('INDEX_DOCUMENT_EXISTS'))
    expect([index.size, index.has('b')]).toEqual([1, false])
    expect(() => index.update({ id: 'b', text: 'tea' })).toThrow(refused('INDEX_DOCUMENT_MISSING'))
  })

  it.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'tea'],
    ['no id', { text: 'tea' }],
    ['a number as id', { id: 1, text: 'tea' }],
    ['no text', { id: 'b' }],
    ['a text that is a number', { id: 'b', text: 5 }],
    ['a session that is not a string', { id: 'b', text: '', session: 1 }],
    ['an invalid date', { id: 'b', text: '', date: 'yesterday' }],
    ['a nonexistent day', { id: 'b', text: '', date: '2026-02-31' }],
    ['importance 11', { id: 'b', text: '', importance: 11 }],
    ['importance NaN', { id: 'b', text: '', importance: Number.NaN }],
    ['a field without a weight', { id: 'b', text: '', fields: { body: 'tea' } }],
    ['a field that is not a string', { id: 'b', text: '', fields: { title: 5 } }],
    ['fields that are a list', { id: 'b', text: '', fields: ['tea'] }],
  ])('are rejected if invalid, and nothing changes: %s', (_, wrong) => {
    const index = createIndex({ fields: { title: 2 } })
    index.add({ id: 'a', text: 'tea' })
    const before = index.save()
    const all = [{ id: 'c', text: 'tea' }, wrong] as readonly IndexDocument[]
    expect(() => index.add(all)).toThrow(refused('INDEX_DOCUMENT_INVALID'))
    expect(() => index.update(wrong as IndexDocument)).toThrow(refused('INDEX_DOCUMENT_INVALID'))
    expect(Buffer.compare(index.save(), before)).toBe(0)
  })

  it('are not changed, and may have unknown properties', () => {
    const document = Object.freeze({
      id: 'a',
      text: 'tea',
      session: undefined,
      tags: ['x'],
    }) as unknown as IndexDocument
    const index = createIndex({ conversation: true })
    index.add(Object.freeze([document]))
    expect(index.search('tea')).toHaveLength(1)
  })

  it('are found by their fields, according to the weights', () => {
    const index = createIndex({ fields: { title: 3, ignored: 0 } })
    index.add([
      { id: 'text', text: 'tea and something else' },
      { id: 'title', text: 'something else', fields: { title: 'tea' } },
      { id: 'ignored', text: 'something else', fields: { ignored: 'tea' } },
    ])
    expect(index.search('tea').map(({ id }) => id)).toEqual(['title', 'text'])
  })

  it('are not partly added when a stemmer throws', () => {
    const stem = (word: string): string => {
      if (word === 'boom') throw new Error('boom')
      return word
    }
    const index = createIndex({ stem })
    expect(() => index.add({ id: 'a', text: 'tea tea boom' })).toThrow()
    index.add({ id: 'b', text: 'coffee' })
    expect([index.size, index.search('tea')]).toEqual([1, []])
  })
})

describe('options', () => {
  it.each<readonly [string, unknown]>([
    ['k1 -1', { k1: -1 }],
    ['b 2', { b: 2 }],
    ['plus NaN', { plus: Number.NaN }],
    ['a weight below 0', { fields: { title: -1 } }],
    ['a weight that is too small', { fields: { title: 1e-9 } }],
    ['fields that are a list', { fields: ['title'] }],
    ['a conversation that is a string', { conversation: 'yes' }],
    ['neighbours that are a number', { conversation: { neighbours: 0.3 } }],
    ['a neighbour below 0', { conversation: { neighbours: [-1] } }],
    ['too many neighbours', { conversation: { neighbours: Array(17).fill(0.1) } }],
    ['importance 2', { conversation: { importance: 2 } }],
    ['a misspelled part', { conversation: { neighbors: [0.3] } }],
    ['a misspelled option', { field: {} }],
    ['an unknown language', { language: 'klingon' }],
  ])('reject %s', (_, options) => {
    expect(() => createIndex(options as IndexOptions)).toThrow(refused('OPTION_INVALID'))
  })

  it('may be undefined, which counts as unset', () => {
    const options = {
      k1: undefined,
      fields: undefined,
      conversation: { question: undefined },
    } as unknown as IndexOptions
    const [given, default_] = [createIndex(options), createIndex({ conversation: true })]
    for (const index of [given, default_])
      index.add([
        { id: 'q', text: 'Tea?' },
        { id: 'a', text: 'Yes, please.' },
      ])
    expect(given.search('tea')).toEqual(default_.search('tea'))
    expect(given.search('tea').map(({ id }) => id)).toEqual(['q', 'a'])
  })
})
