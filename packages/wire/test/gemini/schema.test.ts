import { decodeGemini, encodeGemini, type GeminiOptions } from '@lamella/wire/gemini'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deepFreeze } from '../freeze.ts'
import { geminiBody } from './encoded.ts'
import { schema as anySchema } from './schemas.ts'

type Schema = Readonly<Record<string, unknown>>

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 63)
const messages = [{ role: 'user', content: 'Hello' } as const]

/** Returns the schema of one tool as sent, and the rows about it. */
function sent(inputSchema: Schema, options: GeminiOptions = {}): { schema: unknown; changes: string[] } {
  const tools = [{ name: 'f', inputSchema: deepFreeze(inputSchema) }]
  const { request, repairs } = encodeGemini({ messages, tools }, { model: 'gemini-2.5-pro', ...options })
  const [declaration] = request.tools?.[0]?.functionDeclarations ?? []
  expect(repairs.every(({ code, path }) => code === 'schema' && path === 'tools[0]')).toBe(true)
  expect(repairs.length).toBeLessThan(3)
  const row = repairs.find(({ what }) => what.includes('for Gemini'))
  const changes = row === undefined ? [] : row.what.replace(/^.*for Gemini, with |\.$/g, '').split(', ')
  return { schema: declaration?.parametersJsonSchema ?? declaration?.parameters, changes }
}

const object = (properties: Schema, more: Schema = {}): Schema => ({ type: 'object', properties, ...more })

describe('complete JSON Schemas', () => {
  test.for<Schema>([
    object({}),
    object({ a: { type: ['string', 'null'] }, b: { const: 1 }, c: { type: 'array' } }, { additionalProperties: false }),
    object({ a: { $ref: '#/$defs/A', description: 'It.' } }, { $defs: { A: object({ a: { $ref: '#/$defs/A' } }) } }),
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...object({ a: { oneOf: [{ type: 'string' }, true] } }),
    },
  ])('that Gemini accepts are sent unchanged, as the same object: %j', (schema) => {
    expect(sent(schema)).toEqual({ schema, changes: [] })
    expect(sent(schema).schema).toBe(schema)
  })

  test.for<[what: string, given: Schema, schema: Schema, changes: string[]]>([
    ['no type and no properties', {}, object({}), ['a top-level object with properties']],
    [
      'external references',
      object({ a: { type: 'object' }, b: { type: 'array', items: { $ref: '#/properties/a' } } }),
      object(
        { a: { type: 'object' }, b: { type: 'array', items: { $ref: '#/$defs/a' } } },
        { $defs: { a: { type: 'object' } } },
      ),
      ['all references moved to $defs'],
    ],
    [
      'definitions of draft 7, some of them unused',
      object({ a: { $ref: '#/definitions/A%20b' } }, { definitions: { 'A b': { type: 'string' }, B: {} } }),
      object({ a: { $ref: '#/$defs/schema_0780d6c2' } }, { $defs: { schema_0780d6c2: { type: 'string' } } }),
      ['all references moved to $defs', 'unused definitions removed'],
    ],
    [
      'a description and other keywords next to a reference',
      object({ a: { $ref: '#/$defs/A', title: 'T', description: 'D' } }, { $defs: { A: { type: 'string' } } }),
      object(
        { a: { title: 'T', description: 'D', anyOf: [{ $ref: '#/$defs/A' }] } },
        { $defs: { A: { type: 'string' } } },
      ),
      ['siblings moved out of references'],
    ],
    [
      'a reference by a name',
      object({ a: { $ref: '#name', description: 'D' }, b: { $anchor: 'name', type: 'string' } }),
      object({ a: { description: 'D' }, b: { $anchor: 'name', type: 'string' } }),
      ['unresolved references removed'],
    ],
    [
      'a reference at the top',
      { $ref: '#/definitions/A', definitions: { A: object({ a: { $ref: '#/definitions/A' } }) } },
      object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: object({ a: { $ref: '#/$defs/A' } }) } }),
      ['the top-level reference inlined', 'all references moved to $defs'],
    ],
    [
      'a definition that must hold itself',
      object(
        { a: { $ref: '#/$defs/A' } },
        { $defs: { A: object({ x: { $ref: '#/$defs/A' }, y: {} }, { required: ['x', 'y'] }) } },
      ),
      object(
        { a: { $ref: '#/$defs/A' } },
        { $defs: { A: object({ x: { $ref: '#/$defs/A' }, y: {} }, { required: ['y'] }) } },
      ),
      ['a property made optional to break an infinite loop'],
    ],
  ])('are changed where Gemini does not accept them: %s', ([, given, schema, changes]) => {
    expect(sent(given)).toEqual({ schema, changes })
  })

  test('may be recursive where the recursion can end', () => {
    for (const next of [
      { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }] },
      { type: 'array', items: { $ref: '#/$defs/A' } },
    ]) {
      const schema = object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: object({ next }, { required: ['next'] }) } })
      expect(sent(schema).changes).toEqual([])
    }
  })

  test('keep their meaning', () => {
    let compared = 0
    fc.assert(
      fc.property(
        anySchema,
        fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 8 }),
        ({ $schema, ...node }, values) => {
          const { $defs, definitions, ...rest } = node
          // Below the top level, which is always an object; references there lead to the same place.
          const whole = {
            type: 'object',
            properties: { x: rest },
            ...($defs !== undefined && { $defs }),
            ...(definitions !== undefined && { definitions }),
          }
          const { schema, changes } = sent(whole)
          if (changes.some((change) => /unresolved|infinite loop/.test(change))) return
          const before = compiled(whole)
          const after = compiled(schema as Schema)
          if (before === undefined || after === undefined) return
          for (const x of [...values, {}, [], 'a', 1, null, { x: {} }, { x: 'a' }]) {
            const valid = verdict(before, { x })
            if (valid === undefined) continue
            expect(verdict(after, { x }), JSON.stringify(x)).toBe(valid)
            compared++
          }
        },
      ),
      // Compiling a schema twice is slow.
      { numRuns: Math.ceil(numRuns / 5) },
    )
    expect(compared).toBeGreaterThan(0)
  })
})

/** Compiles a schema to a function; returns undefined for an invalid schema. */
function compiled(schema: Schema): ValidateFunction | undefined {
  try {
    return new Ajv2020({ strict: false, logger: false, validateFormats: false }).compile(schema)
  } catch {
    return undefined
  }
}

/** Whether a value is valid; undefined if a schema only refers to itself and never ends. */
function verdict(validate: ValidateFunction, value: unknown): boolean | undefined {
  try {
    return validate(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

describe('the subset of OpenAPI', () => {
  const openApi = (inputSchema: Schema): ReturnType<typeof sent> => sent(inputSchema, { schemas: 'openapi' })
  /** The schema of a property. */
  const property = (schema: unknown): unknown => {
    const { properties } = openApi(object({ a: schema })).schema as { properties: { a: unknown } }
    return properties.a
  }

  test('has types in capital letters, and no unknown keywords', () => {
    const schema = object(
      {
        city: { type: 'string', description: 'D', minLength: 1, examples: ['Bern'] },
        days: { type: 'integer', minimum: 1 },
      },
      { required: ['city', 'gone'], additionalProperties: false, $schema: 'x', description: 'It.' },
    )
    expect(openApi(schema)).toEqual({
      schema: {
        type: 'OBJECT',
        properties: {
          city: { type: 'STRING', minLength: 1, description: 'D' },
          days: { type: 'INTEGER', minimum: 1 },
        },
        required: ['city'],
        description: 'It.',
      },
      changes: ['additionalProperties removed', '$schema removed', 'examples removed'],
    })
  })

  test('has no schema for a function without parameters', () => {
    expect(openApi(object({}))).toEqual({ schema: undefined, changes: [] })
    expect(openApi({ type: 'object' })).toEqual({ schema: undefined, changes: [] })
  })

  test.for<[Schema | boolean, object]>([
    [{ type: ['string', 'null'] }, { type: 'STRING', nullable: true }],
    [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] }],
    [{ type: 'null' }, { type: 'STRING', nullable: true }],
    [{ const: 'a' }, { type: 'STRING', enum: ['a'] }],
    [{ enum: ['a', null] }, { type: 'STRING', enum: ['a'], nullable: true }],
    [
      { type: 'integer', enum: [1, 2] },
      { type: 'INTEGER', format: 'enum', enum: ['1', '2'] },
    ],
    [{ type: 'string', enum: ['a', 1] }, { type: 'STRING' }],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'STRING', nullable: true }],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] }],
    [
      {
        allOf: [
          object({ x: { type: 'string' } }, { required: ['x'] }),
          object({ y: { type: 'string' } }, { required: ['y'] }),
        ],
      },
      { type: 'OBJECT', properties: { x: { type: 'STRING' }, y: { type: 'STRING' } }, required: ['x', 'y'] },
    ],
    [
      { type: 'array', items: { type: 'string' }, minItems: 2 },
      { type: 'ARRAY', items: { type: 'STRING' }, minItems: 2 },
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
      { type: 'ARRAY', items: { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] } },
    ],
    [
      { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 5 },
      { type: 'INTEGER', minimum: 2, maximum: 4 },
    ],
    [
      { type: 'number', exclusiveMinimum: 1.5 },
      { type: 'NUMBER', minimum: 1.5 },
    ],
    [{ type: 'string', format: 'email' }, { type: 'STRING' }],
    [
      { type: 'string', format: 'date-time' },
      { type: 'STRING', format: 'date-time' },
    ],
    [{ type: 'object', properties: {} }, { type: 'OBJECT' }],
    [
      true,
      { anyOf: [{ type: 'STRING', nullable: true }, { type: 'NUMBER' }, { type: 'BOOLEAN' }, { type: 'OBJECT' }] },
    ],
    [{ $ref: '#/properties/a' }, { type: 'OBJECT' }],
  ])('keeps the fields that it supports: %j', ([schema, written]) => {
    expect(property(schema)).toEqual(written)
  })

  test('always has items for an array', () => {
    expect(property({ type: 'array' })).toMatchObject({
      type: 'ARRAY',
      items: { anyOf: [{ nullable: true }, {}, {}, {}] },
    })
  })

  test('inlines references, and replaces a loop with an object', () => {
    const node = object({ name: { type: 'string' }, next: { $ref: '#/$defs/Node' } })
    const { schema, changes } = openApi(
      object({ first: { $ref: '#/$defs/Node', description: 'D' } }, { $defs: { Node: node } }),
    )
    expect(schema).toEqual({
      type: 'OBJECT',
      properties: {
        first: { type: 'OBJECT', properties: { name: { type: 'STRING' }, next: { type: 'OBJECT' } }, description: 'D' },
      },
    })
    expect(changes).toEqual(['references inlined', 'an object in place of endless nesting'])
  })

  test('terminates for definitions that double at every step', () => {
    const names = Array.from({ length: 40 }, (_, index) => `d${index}`)
    const twice = (index: number): Schema =>
      object({ a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } })
    const $defs = Object.fromEntries(names.map((name, index) => [name, twice(index)]))
    const { schema } = openApi(object({ a: { $ref: '#/$defs/d0' } }, { $defs }))
    expect(JSON.stringify(schema).length).toBeLessThan(1_000_000)
    // If the complete schema is sent, nothing has to be written twice.
    expect(JSON.stringify(sent(object({ a: { $ref: '#/$defs/d0' } }, { $defs })).schema).length).toBeLessThan(10_000)
  })

  test('merges alternative objects at the top level: all properties, and the required ones common to all', () => {
    const { schema } = openApi({
      anyOf: [
        object({ kind: { const: 'a' }, x: { type: 'string' } }, { required: ['kind', 'x'] }),
        object({ kind: { const: 'b' } }, { required: ['kind'] }),
      ],
    })
    expect(schema).toEqual({
      type: 'OBJECT',
      properties: { kind: { type: 'STRING', enum: ['a'] }, x: { type: 'STRING' } },
      required: ['kind'],
    })
  })

  test('round-trips to an equivalent JSON Schema', () => {
    fc.assert(
      fc.property(anySchema, (inputSchema) => {
        const request = geminiBody({ messages, tools: [{ name: 'f', inputSchema }] }, { schemas: 'openapi' })
        const again = geminiBody(decodeGemini(request), { schemas: 'openapi' })
        expect(again).toEqual(request)
        // It is also a JSON Schema if the rest of it is one.
        const [tool] = decodeGemini(request).tools
        expect(JSON.stringify(tool?.inputSchema)).not.toMatch(/"(?:type":"[A-Z]|nullable")/)
      }),
      { numRuns },
    )
  })

  test('can be read with counts written as text', () => {
    const parameters = { type: 'ARRAY', items: { type: 'STRING', min_length: '3' }, maxItems: '5' }
    const [tool] = decodeGemini({
      contents: 'x',
      tools: [{ functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT', properties: { a: parameters } } }] }],
    }).tools
    expect(tool?.inputSchema).toEqual(
      object({ a: { type: 'array', items: { type: 'string', minLength: 3 }, maxItems: 5 } }),
    )
  })
})

test('a single-branch schema is written in the same order as any other', () => {
  const said = { description: 'One of them.' }
  const branch = { type: 'string', ...said }
  const { schema } = sent(object({ x: { anyOf: [{ type: 'null' }, { anyOf: [branch], ...said }], ...said } }), {
    model: 'gemini-2.0-flash',
  })
  const text = '{"type":"STRING","nullable":true,"description":"One of them."}'
  expect(JSON.stringify(schema)).toBe(`{"type":"OBJECT","properties":{"x":${text}}}`)
})

test('a schema that JSON cannot represent is an error', () => {
  const cycle: Record<string, unknown> = { type: 'object' }
  cycle['properties'] = { self: cycle }
  expect(() => geminiBody({ messages, tools: [{ name: 'f', inputSchema: cycle }] })).toThrow(/WIRE_UNENCODABLE/)
})
