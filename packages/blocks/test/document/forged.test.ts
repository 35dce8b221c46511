import { createDocument, defineSchema, loadDocument, type StructuredDocument } from '@lamella/blocks'
import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forge } from '../support/forge.ts'

const map = defineSchema({
  type: 'map',
  fields: [
    { name: 'name', type: 'text' },
    { name: 'age', type: 'number' },
    { name: 'tags', type: 'list' },
    { name: 'score', type: 'counter' },
  ],
})
const list = defineSchema({ type: 'list' })

function originals(): readonly (readonly [typeof map | typeof list, Uint8Array])[] {
  const fields = createDocument({ schema: map, label: 'b' })
  fields.setField('name', 'Ada Lovelace')
  fields.setField('age', 36)
  fields.appendToListField('tags', { a: 1 })
  fields.incrementCounter('score', 4)
  const items = createDocument({ schema: list, label: 'b' })
  for (let index = 0; index < 10; index++) items.pushItem(index % 2 === 0 ? `text ${index}` : { a: index, b: 'x' })
  return [
    [map, fields.exportSnapshot()],
    [map, fields.exportUpdates() ?? new Uint8Array()],
    [list, items.exportSnapshot()],
    [list, items.exportUpdates() ?? new Uint8Array()],
  ]
}

/** The guarantees of a document, whatever its bytes: only values of the schema, and one notice per omitted value. */
function expectSchema(doc: StructuredDocument): void {
  const content = doc.content()
  const lines = doc.render().split('\n')
  if (content.type === 'map') {
    const types: Readonly<Record<string, (value: unknown) => boolean>> = {
      name: (value) => typeof value === 'string',
      age: (value) => Number.isFinite(value),
      tags: (value) => Array.isArray(value),
      score: (value) => Number.isSafeInteger(value),
    }
    for (const [name, value] of content.fields) expect(types[name]?.(value), `${name}: ${String(value)}`).toBe(true)
    expect(lines.every((line) => line === '' || /^(name:|age:|tags:|score:|- | {2}|\[\d)/.test(line))).toBe(true)
    expect(doc.notices().filter(({ path }) => path.length > 0)).toHaveLength(content.leftOut)
  }
  if (content.type === 'list') {
    expect(JSON.parse(JSON.stringify(content.items))).toEqual(content.items)
    expect(lines.filter((line) => /^(\d+\.|\[[ x]\])/.test(line))).toHaveLength(content.items.length)
  }
}

it('reproduces the checksum of unchanged bytes', () => {
  for (const [, bytes] of originals()) expect(forge(bytes)).toEqual(bytes)
})

it('rejects forged bytes, or reads only content of the schema from them and stays usable', () => {
  const taken = { yes: 0, no: 0 }
  const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))
  const all = originals()
  const property = fc.property(
    fc.constantFrom(...all),
    fc.array(change, { minLength: 1, maxLength: 3 }),
    (one, changes) => {
      const [schema, bytes] = one
      const damaged = bytes.slice()
      for (const [at, value] of changes) damaged[20 + (at % (bytes.length - 20))] = value
      let doc: StructuredDocument
      try {
        doc = loadDocument({ schema: schema as never, label: 'b', permission: 'Admin', snapshot: forge(damaged) })
        taken.yes++
      } catch (error) {
        expect(isLamellaError(error, 'BLOCK_BYTES_INVALID')).toBe(true)
        taken.no++
        return
      }
      expectSchema(doc)
      if (schema.type === 'map') {
        doc.setField('name', 'Grace')
        doc.setField('tags', ['x'])
        expect([doc.getField('name'), doc.getField('tags')]).toEqual(['Grace', ['x']])
      } else {
        const { length } = doc.items()
        if (length > 0) doc.updateItem(length - 1, { z: 1 })
        doc.insertItem(0, 'first')
        expect(doc.items()).toHaveLength(length + 1)
      }
      doc.close()
    },
  )
  fc.assert(property, { numRuns: 2000 })
  expect(taken.yes).toBeGreaterThan(20)
  expect(taken.no).toBeGreaterThan(200)
})
