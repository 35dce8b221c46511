import { isLamellaError, type ToolDefinition } from '@lamella/core'
import { jsonSchemaOf, type StandardJsonSchema } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import { brokenSchema, fakeSchema, olderSchema } from './support/standard-schema.ts'

const text = { type: 'object', properties: { q: { type: 'string' } } }

describe('jsonSchemaOf', () => {
  it('returns a JSON Schema as the same object, whatever its keys are', () => {
    for (const schema of [text, {}, JSON.parse('{"if":{},"then":{}}'), { '~standard': true }, Object.create(null)]) {
      expect(jsonSchemaOf(schema)).toBe(schema)
    }
  })

  it('requests draft 7 from a schema object, once per call', () => {
    const schema = fakeSchema(text)
    expect(jsonSchemaOf(schema)).toEqual(text)
    expect(schema.asked).toEqual([{ target: 'draft-07' }])
  })

  it('also accepts plain objects and functions, as some libraries create them', () => {
    const standard = fakeSchema(text)['~standard']
    expect(jsonSchemaOf({ '~standard': standard })).toEqual(text)
    const callable = Object.assign(() => undefined, { '~standard': standard })
    expect(jsonSchemaOf(callable as unknown as StandardJsonSchema)).toEqual(text)
  })

  it('returns a JSON Schema unchanged even if it holds its source schema object, as Zod’s do', () => {
    const source = fakeSchema({ type: 'number' })
    const made = Object.defineProperty({ ...text }, '~standard', { value: source['~standard'], enumerable: false })
    expect(jsonSchemaOf(made)).toBe(made)
    expect(source.asked).toEqual([])
  })

  it('takes the JSON Schema out of a schema of the AI SDK', () => {
    expect(jsonSchemaOf({ jsonSchema: text, validate: undefined })).toBe(text)
  })

  it('says how to fix a schema object that cannot be converted', () => {
    const cause = new Error('Dates cannot be represented.')
    const bad: readonly (readonly [unknown, string])[] = [
      [olderSchema(), '(a schema of older) has no JSON Schema'],
      [
        brokenSchema(() => {
          throw cause
        }),
        '(a schema of fake) has no JSON Schema: Dates cannot be represented.',
      ],
      [brokenSchema(() => []), 'has no JSON Schema'],
      [brokenSchema(() => undefined), 'has no JSON Schema'],
      [brokenSchema(() => true), 'has no JSON Schema'],
      [brokenSchema(() => Promise.resolve(text)), 'has no JSON Schema'],
      [{ '~standard': { jsonSchema: {} } }, 'has no JSON Schema'],
      [{ '~standard': {} }, 'has no JSON Schema'],
      [null, 'has no JSON Schema'],
      ['object', 'has no JSON Schema'],
      [() => text, 'has no JSON Schema'],
      [{ jsonSchema: Promise.resolve(text) }, 'has no JSON Schema'],
    ]
    for (const [schema, problem] of bad) {
      try {
        jsonSchemaOf(schema as ToolDefinition['inputSchema'], 'look')
        expect.unreachable()
      } catch (error) {
        if (!isLamellaError(error, 'TOOL_SCHEMA_INVALID')) throw error
        expect(error.message).toContain(`Tool 'look'`)
        expect(error.message).toContain(problem)
        expect(error.fix).toContain('z.toJSONSchema(schema)')
        expect(error.details.tool).toBe('look')
        if (error.cause) expect(error.cause).toBe(cause)
      }
    }
  })
})
