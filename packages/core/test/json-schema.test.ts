import { isLamellaError, type StandardJsonSchema, type ToolDefinition } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import { brokenSchema, fakeSchema, olderSchema } from './support/standard-schema.ts'

const text = { type: 'object', properties: { q: { type: 'string' } } }

describe('jsonSchemaOf', () => {
  it('gives a JSON Schema back as the same object, whatever its keys are', () => {
    for (const schema of [text, {}, JSON.parse('{"if":{},"then":{}}'), { '~standard': true }, Object.create(null)]) {
      expect(jsonSchemaOf(schema)).toBe(schema)
    }
  })

  it('asks a schema object for draft 7, once a call', () => {
    const schema = fakeSchema(text)
    expect(jsonSchemaOf(schema)).toEqual(text)
    expect(schema.asked).toEqual([{ target: 'draft-07' }])
  })

  it('asks plain objects and functions, too, as some libraries make them', () => {
    const standard = fakeSchema(text)['~standard']
    expect(jsonSchemaOf({ '~standard': standard })).toEqual(text)
    const callable = Object.assign(() => undefined, { '~standard': standard })
    expect(jsonSchemaOf(callable as unknown as StandardJsonSchema)).toEqual(text)
  })

  it('takes a JSON Schema that carries the schema object it was made from for what it is, as those of Zod do', () => {
    const source = fakeSchema({ type: 'number' })
    const made = Object.defineProperty({ ...text }, '~standard', { value: source['~standard'], enumerable: false })
    expect(jsonSchemaOf(made)).toBe(made)
    expect(source.asked).toEqual([])
  })

  it('says how to fix a schema object whose JSON Schema cannot be had', () => {
    const cause = new Error('Dates cannot be represented.')
    const bad: readonly (readonly [unknown, string])[] = [
      [olderSchema(), '(a schema of older) cannot tell its JSON Schema'],
      [
        brokenSchema(() => {
          throw cause
        }),
        '(a schema of fake) has no JSON Schema: Dates cannot be represented.',
      ],
      [brokenSchema(() => []), 'something else than a JSON Schema'],
      [brokenSchema(() => undefined), 'something else than a JSON Schema'],
      [brokenSchema(() => true), 'something else than a JSON Schema'],
      [brokenSchema(() => Promise.resolve(text)), 'something else than a JSON Schema'],
      [{ '~standard': { jsonSchema: {} } }, 'cannot tell its JSON Schema'],
      [{ '~standard': {} }, 'cannot tell its JSON Schema'],
      [null, 'is null'],
      ['object', 'is string'],
      [() => text, 'is function'],
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
