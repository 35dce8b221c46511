import { type BlockSchema, createDocument, defineSchema } from '@lamella/blocks'
import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSchema } from '../../src/schema/check-schema.ts'

const full: BlockSchema = {
  type: 'composite',
  sections: [
    { name: 'notes', description: 'Free', schema: { type: 'text', viewport: { startLine: 1, displayLines: 9 } } },
    {
      name: 'facts',
      readOnly: true,
      schema: {
        type: 'map',
        fields: [
          { name: 'name', type: 'text', description: 'Preferred name', default: '' },
          { name: 'level', type: 'counter', default: 5, readOnly: true },
          { name: 'seen', type: 'timestamp', default: '2025-01-01T00:00:00+02:00' },
          { name: 'tags', type: 'list' },
        ],
      },
    },
    {
      name: 'tasks',
      schema: {
        type: 'list',
        maxItems: 9,
        item: { type: 'map', fields: [{ name: 'labels', type: 'list', default: ['new'] }] },
      },
    },
    {
      name: 'log',
      schema: {
        type: 'log',
        displayLimit: 20,
        entry: { timestamp: true, agent: true, fields: [{ name: 'said', type: 'text' }] },
      },
    },
  ],
}

describe('schemas', () => {
  it('are copied and frozen, and can be stored as JSON', () => {
    const copy = checkSchema(JSON.parse(JSON.stringify(full)))
    expect(copy).toEqual(full)
    expect(defineSchema(full)).toEqual(full)
    expect(copy).not.toBe(full)
    const sections = (copy as unknown as { sections: unknown[] }).sections
    expect(() => sections.push({})).toThrow(TypeError)
    expect(Object.isFrozen(full)).toBe(false)
  })

  const text = { name: 'a', type: 'text' } as const
  const map = (...fields: unknown[]) => ({ type: 'map', fields })
  const log = (entry: unknown, displayLimit: unknown = 1) => ({ type: 'log', displayLimit, entry })
  const composite = (...sections: unknown[]) => ({ type: 'composite', sections })
  it.each([
    [undefined, ''],
    [null, ''],
    [[], ''],
    [{}, 'type'],
    [{ type: 'txt' }, 'type'],
    [{ type: 'constructor' }, 'type'],
    [{ type: 'text', viewpotr: 1 }, 'viewpotr'],
    [{ type: 'text', viewport: { startLine: 0, displayLines: 1 } }, 'viewport.startLine'],
    [{ type: 'text', viewport: { startLine: 1 } }, 'viewport.displayLines'],
    [map(), 'fields'],
    [{ type: 'map' }, 'fields'],
    [map(text, text), 'fields[1].name'],
    [map({ name: '', type: 'text' }), 'fields[0].name'],
    [map({ name: 'a\nb', type: 'text' }), 'fields[0].name'],
    [map({ name: '__proto__', type: 'text' }), 'fields[0].name'],
    [map({ name: ' a', type: 'text' }), 'fields[0].name'],
    [map({ name: 'a', type: 'string' }), 'fields[0].type'],
    [map({ name: 'a', type: '__proto__' }), 'fields[0].type'],
    [map({ ...text, default: 1 }), 'fields[0].default'],
    [map({ name: 'a', type: 'counter', default: 0.5 }), 'fields[0].default'],
    [map({ name: 'a', type: 'list', default: [] }), 'fields[0].default'],
    [map({ ...text, required: true }), 'fields[0].required'],
    [map({ ...text, readOnly: 'yes' }), 'fields[0].readOnly'],
    [map({ ...text, description: 1 }), 'fields[0].description'],
    [{ type: 'list', maxItems: 0 }, 'maxItems'],
    [{ type: 'list', item: { type: 'list' } }, 'item.type'],
    [{ type: 'list', item: map({ name: 'a', type: 'counter' }) }, 'item.fields[0].type'],
    [{ type: 'list', item: map({ ...text, readOnly: true }) }, 'item.fields[0].readOnly'],
    [log({ fields: [text] }, 0), 'displayLimit'],
    [log({ fields: [] }), 'entry.fields'],
    [log({ fields: [{ name: 'agent', type: 'text' }] }), 'entry.fields[0].name'],
    [log({ fields: [text], agent: 1 }), 'entry.agent'],
    [composite(), 'sections'],
    [composite({ name: 's' }), 'sections[0].schema'],
    [composite({ name: 's', schema: full }), 'sections[0].schema.type'],
    [composite({ name: 's', schema: { type: 'text' } }, { name: 's', schema: { type: 'text' } }), 'sections[1].name'],
    [composite({ name: 's', schema: map({ ...text, x: 1 }) }), 'sections[0].schema.fields[0].x'],
    [{ type: 'text', viewport: () => 1 }, ''],
  ])('are rejected if they are invalid, with the path to the problem: %j', (schema, path) => {
    expect(() => checkSchema(schema)).toThrow(
      expect.objectContaining({ code: 'BLOCK_SCHEMA_INVALID', details: { path, problem: expect.any(String) } }),
    )
  })

  it('are either rejected or accepted, and every accepted schema can create a document', () => {
    const property = fc.property(
      fc.oneof(
        fc.anything(),
        fc.record({ type: fc.constantFrom('text', 'map', 'list', 'log'), fields: fc.anything(), item: fc.anything() }),
      ),
      (value) => {
        let schema: BlockSchema
        try {
          schema = checkSchema(value)
        } catch (error) {
          expect(isLamellaError(error, 'BLOCK_SCHEMA_INVALID')).toBe(true)
          return
        }
        const doc = createDocument({ schema, label: 'x' })
        expect(doc.render()).toBe('')
        doc.close()
      },
    )
    fc.assert(property, { numRuns: 1000 })
  })
})
