import { createDocument, defineSchema, loadDocument, withSchema } from '@lamella/blocks'
import fc from 'fast-check'
import { LoroDoc, LoroList, LoroMap, LoroText } from 'loro-crdt'
import { describe, expect, it, vi } from 'vitest'

const schema = defineSchema({
  type: 'map',
  fields: [
    { name: 'name', type: 'text' },
    { name: 'age', type: 'number' },
    { name: 'tags', type: 'list' },
    { name: 'score', type: 'counter' },
  ],
})
const list = { type: 'list', item: { type: 'map', fields: [{ name: 'task', type: 'text' }] } } as const
const log = {
  type: 'log',
  displayLimit: 5,
  entry: { timestamp: true, fields: [{ name: 'said', type: 'text' }] },
} as const
const invalid = expect.objectContaining({ code: 'BLOCK_BYTES_INVALID' })

function made() {
  const doc = createDocument({ schema, label: 'm', peer: '1' })
  doc.setField('name', 'Ada')
  doc.appendToListField('tags', { b: 1, a: 2 })
  doc.incrementCounter('score', 4)
  return doc
}

describe('bytes', () => {
  it('restore a document, whole or in pieces, in any order and repeatedly', () => {
    const doc = made()
    const snapshot = doc.exportSnapshot()
    const updates: Uint8Array[] = []
    for (const age of [1, 2, 3]) {
      const since = doc.version()
      doc.setField('age', age)
      doc.incrementCounter('score', 1)
      updates.push(doc.exportUpdates(since) ?? new Uint8Array())
    }
    const [a, b, c] = updates as [Uint8Array, Uint8Array, Uint8Array]
    for (const order of [
      [a, b, c],
      [c, b, a],
      [b, b, a, c, a],
    ]) {
      const copy = loadDocument({ schema, label: 'm', snapshot, updates: order })
      expect(copy.content()).toEqual(doc.content())
      expect(copy.exportUpdates(doc.version())).toBeUndefined()
    }
    expect(loadDocument({ schema, label: 'm', updates: [snapshot, c, a, b] }).content()).toEqual(doc.content())
    expect(loadDocument({ schema, label: 'm' }).exportUpdates(doc.version())).toBeUndefined()
  })

  it('with missing dependencies take effect later, and cause a notice until then', () => {
    const doc = made()
    const since = doc.version()
    doc.setField('age', 1)
    const first = doc.exportUpdates(since) ?? new Uint8Array()
    const between = doc.version()
    doc.setField('age', 2)
    const second = doc.exportUpdates(between) ?? new Uint8Array()
    const copy = loadDocument({ schema, label: 'm', snapshot: made().exportSnapshot() })
    expect(copy.import(second, { system: true })).toEqual({ changed: false, waiting: true })
    expect(copy.notices()).toEqual([{ path: [], problem: 'has updates that need earlier ones that are missing' }])
    expect(copy.import(first, { system: true })).toEqual({ changed: true, waiting: false })
    expect(copy.getField('age')).toBe(2)
    expect(copy.notices()).toEqual([])
  })

  it('are rejected if they are damaged or invalid, and change nothing', () => {
    const doc = made()
    const before = JSON.stringify(doc.content())
    const bytes = doc.exportSnapshot()
    const property = fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = bytes.slice()
      damaged[at] = (damaged[at] ?? 0) ^ change
      const copy = createDocument({ schema, label: 'm' })
      try {
        copy.import(damaged, { system: true })
      } catch (error) {
        expect(error).toEqual(invalid)
        expect(copy.content()).toEqual(createDocument({ schema, label: 'm' }).content())
      }
      copy.close()
    })
    fc.assert(property, { numRuns: 500 })
    for (const bad of [new Uint8Array(), new Uint8Array(50), 'abc', null, {}, new Uint16Array(9), bytes.slice(0, 40)]) {
      expect(() => doc.import(bad as Uint8Array, { system: true })).toThrow(invalid)
      expect(() => loadDocument({ schema, label: 'm', snapshot: bad as Uint8Array })).toThrow(invalid)
    }
    for (const bad of [new Uint8Array(), new Uint8Array(99).fill(255), 'x']) {
      expect(() => doc.exportUpdates(bad as Uint8Array)).toThrow(invalid)
    }
    expect(JSON.stringify(doc.content())).toBe(before)
  })
})

/** Bytes of a document that another program created with the library, with any content. */
function foreign(make: (doc: LoroDoc) => void): Uint8Array {
  const doc = new LoroDoc()
  make(doc)
  doc.commit()
  return doc.export({ mode: 'snapshot' })
}

describe('foreign content in a document', () => {
  it('is omitted, with a notice, if it does not match the schema', () => {
    const snapshot = foreign((doc) => {
      const fields = doc.getMap('fields')
      fields.set('age', 'old')
      fields.setContainer('name', new LoroMap()).set('x', 1)
      fields.set('__proto__', { polluted: true })
      doc.getList('list:tags').push('fine')
      doc.getList('list:tags').push(new Uint8Array([1]))
      doc.getCounter('counter:score').increment(0.5)
      doc.getText('fields').insert(0, 'of another kind')
      doc.getText('secret').insert(0, 'unseen')
    })
    const doc = loadDocument({ schema, label: 'm', snapshot })
    expect(doc.render()).toBe('tags:\n- fine\nscore: 0\n[4 values do not match the schema and are left out]')
    expect(doc.notices()).toEqual([
      { path: [], problem: "holds 'secret', which is not in its schema" },
      { path: ['name'], problem: 'holds an unreadable value' },
      { path: ['age'], problem: 'must be a number' },
      { path: ['tags'], problem: 'holds 1 unreadable items' },
      { path: ['score'], problem: 'has a sum that is not a safe integer' },
    ])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    doc.setField('name', 'Ada')
    doc.setField('age', 1)
    doc.removeFromListField('tags', 0)
    expect([doc.getField('name'), doc.getField('age'), doc.getField('tags')]).toEqual(['Ada', 1, []])
  })

  it('does not shift the indexes of visible items', () => {
    const snapshot = foreign((doc) => {
      const items = doc.getMovableList('items')
      items.push(7)
      items.pushContainer(new LoroList()).push('deep')
      items.pushContainer(new LoroMap()).set('task', 'first')
      items.push({ task: 1 })
      const deep = items.pushContainer(new LoroMap())
      deep.set('task', 'second')
      deep.setContainer('more', new LoroText()).insert(0, 'x')
    })
    const doc = loadDocument({ schema: list, label: 'l', permission: 'Admin', snapshot })
    expect(doc.items()).toEqual([{ task: 'first' }, {}, { task: 'second' }])
    expect(doc.render()).toContain('[2 values do not match the schema and are left out]')
    doc.updateItem(2, { task: 'changed' })
    doc.deleteItem(0)
    doc.insertItem(0, { task: 'new' })
    expect(doc.items()).toEqual([{ task: 'new' }, {}, { task: 'changed' }])
  })

  it('is omitted from a log', () => {
    const snapshot = foreign((doc) => {
      const entries = doc.getList('entries')
      entries.push('text')
      entries.push({ timestamp: '2025-01-01', said: 7 })
      entries.push({ timestamp: 'never', said: 'x' })
      entries.pushContainer(new LoroMap()).set('said', 'y')
    })
    const doc = loadDocument({ schema: log, label: 'l', snapshot })
    expect(doc.render()).toBe('x\n[2025-01-01]\n[2 values do not match the schema and are left out]')
    expect(doc.notices()).toHaveLength(4)
  })

  it('is not read inside nested containers', () => {
    const snapshot = foreign((doc) => {
      let map = doc.getMovableList('items').pushContainer(new LoroMap())
      for (let depth = 0; depth < 500; depth++) map = map.setContainer('more', new LoroMap())
    })
    const doc = loadDocument({ schema: { type: 'list' }, label: 'l', snapshot })
    expect(doc.render()).toBe('1.')
    expect(doc.notices()).toEqual([{ path: [0], problem: 'has 1 keys with unreadable values' }])
  })
})

describe('documents', () => {
  it('read no clock: a commit has the given time', () => {
    const changes = (doc: { exportSnapshot(): Uint8Array }): readonly number[] => {
      const raw = new LoroDoc()
      raw.import(doc.exportSnapshot())
      return [...raw.getAllChanges().values()].flat().map(({ timestamp }) => timestamp)
    }
    const doc = made()
    doc.commit()
    expect(changes(doc)).toEqual([0])
    doc.setField('age', 1)
    doc.commit({ at: new Date('2025-01-01T00:00:00.900Z') })
    expect(changes(doc)).toEqual([0, 1_735_689_600])
    expect(() => doc.commit({ at: new Date(Number.NaN) })).toThrow(
      expect.objectContaining({ code: 'BLOCK_VALUE_INVALID' }),
    )
  })

  it('have the same bytes if their peer and operations are the same', () => {
    expect(made().exportUpdates()).toEqual(made().exportUpdates())
  })

  it('reject every call except close() after they are closed', async () => {
    const doc = made()
    const listener = vi.fn()
    doc.subscribe(listener)
    doc.close()
    doc.close()
    const closed = expect.objectContaining({ code: 'BLOCK_CLOSED' })
    for (const use of [
      () => doc.render(),
      () => doc.getField('name'),
      () => doc.setField('age', 1),
      () => doc.version(),
      () => doc.commit(),
      () => doc.notices(),
    ]) {
      expect(use).toThrow(closed)
    }
    await expect(doc.request('getField', 'name')).rejects.toEqual(closed)
    expect(listener).not.toHaveBeenCalled()
  })

  it('check their options', () => {
    const options = { schema: { type: 'text' }, label: 'ok' } as const
    for (const wrong of [
      { label: '' },
      { label: 'a b' },
      { label: 'a>' },
      { permission: 'Write' },
      { peer: -1n },
      { peer: '1e3' },
      { peer: 2n ** 64n - 1n },
      { agent: '' },
      { consent: true },
      { lable: 'x' },
    ]) {
      expect(() => createDocument({ ...options, ...wrong } as typeof options)).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID' }),
      )
    }
    expect(createDocument({ ...options, peer: 2n ** 64n - 2n }).permission).toBe('ReadWrite')
  })

  it('accept only their own schema as their type', () => {
    const doc = loadDocument({ schema: schema as never, label: 'm', snapshot: made().exportSnapshot() })
    expect(withSchema(doc, schema).getField('name')).toBe('Ada')
    expect(() => withSchema(doc, { type: 'text' })).toThrow(expect.objectContaining({ code: 'BLOCK_VALUE_INVALID' }))
  })
})
