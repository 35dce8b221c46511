import type { JsonSchema } from '@lamella/core'
import { encodeAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import { encodeBedrockConverse, validateBedrockConverse } from '@lamella/wire/bedrock-converse'
import { encodeGemini, validateGemini } from '@lamella/wire/gemini'
import { encodeOpenAIChat, validateOpenAIChat } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses, validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { describe, expect, it, test } from 'vitest'

const formats = {
  anthropic: [encodeAnthropic, validateAnthropic],
  'bedrock-converse': [encodeBedrockConverse, validateBedrockConverse],
  gemini: [encodeGemini, validateGemini],
  'openai-chat': [encodeOpenAIChat, validateOpenAIChat],
  'openai-responses': [encodeOpenAIResponses, validateOpenAIResponses],
} as const

type Format = keyof typeof formats

function send(format: Format, schema: object): { schema: object; rows: readonly string[]; refused: unknown[] } {
  const [encode, validate] = formats[format]
  const tools = [{ name: 'f', inputSchema: schema as JsonSchema }]
  const { request, repairs } = encode({ messages: [{ role: 'user', content: 'Hi' }], tools }, { model: 'some-model' })
  const refused = validate(request).filter(({ code, level }) => code.includes('SCHEMA') && level !== 'server')
  return { schema: schemaIn(request), rows: repairs.map(({ code }) => code), refused }
}

function schemaIn(request: object): object {
  const texts = JSON.stringify(request)
  const found: object[] = []
  JSON.parse(texts, (key, value) => {
    if (['input_schema', 'json', 'parameters', 'parametersJsonSchema'].includes(key)) found.push(value)
    return value
  })
  return found.at(-1) ?? {}
}

const one = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const two = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const inFields = (field: object): object => ({ type: 'object', properties: { field } })

const oldSchemas: readonly [what: string, before: object, after: object][] = [
  ['true as limit', { type: 'integer', minimum: 0, exclusiveMinimum: true }, { type: 'integer', exclusiveMinimum: 0 }],
  ['false as limit', { type: 'integer', maximum: 9, exclusiveMaximum: false }, { type: 'integer', maximum: 9 }],
  [
    'a list of items',
    { type: 'array', items: [{ type: 'number' }, { type: 'string' }], additionalItems: { type: 'null' } },
    { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: { type: 'null' } },
  ],
  [
    'a limit inside items',
    { type: 'array', items: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
    { type: 'array', items: { type: 'integer', exclusiveMinimum: 0 } },
  ],
  ['a fragment as id', { $id: '#here', type: 'string' }, { $anchor: 'here', type: 'string' }],
  ["a fragment as draft 4's id", { id: '#here', type: 'string' }, { $anchor: 'here', type: 'string' }],
  [
    'a recursive reference of draft 2019-09',
    { $recursiveAnchor: true, type: 'array', items: { $recursiveRef: '#' } },
    { type: 'array', items: { $ref: '#' } },
  ],
  [
    'types in capitals',
    { type: 'OBJECT', properties: { a: { type: ['STRING', 'NULL'] } } },
    { type: 'object', properties: { a: { type: ['string', 'null'] } } },
  ],
  [
    'words inside the content of a text',
    { type: 'string', contentSchema: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
    { type: 'string', contentSchema: { type: 'integer', exclusiveMinimum: 0 } },
  ],
]

for (const format of ['anthropic', 'bedrock-converse', 'openai-chat', 'openai-responses'] as const) {
  it.each(oldSchemas)(`writes the words of draft 2020-12 to ${format}, with a row: %s`, (_, before, after) => {
    const sent = send(format, inFields(before))
    expect(sent.schema).toEqual(inFields(after))
    expect(sent.rows).toEqual(['schema'])
    expect(sent.refused).toEqual([])
  })

  it(`keeps references to schemas that move, in ${format}`, () => {
    const pair = { type: 'array', items: [{ type: 'number' }] }
    const properties = { pair, first: { $ref: '#/properties/pair/items/0' } }
    const sent = send(format, { type: 'object', properties })
    expect(sent.schema).toMatchObject({ properties: { first: { $ref: '#/properties/pair/prefixItems/0' } } })
  })

  it.each([
    ['oneOf', { oneOf: [one, two] }, undefined],
    [
      'anyOf',
      { ...one, required: undefined, anyOf: [{ required: ['id'] }, { properties: two.properties }] },
      undefined,
    ],
    ['allOf', { allOf: [one, two] }, ['id', 'name']],
  ])(`sends %s at the top level to ${format} as one object`, (_, schema, required) => {
    const sent = send(format, schema)
    expect(sent.schema).toMatchObject({ type: 'object', properties: { ...one.properties, ...two.properties } })
    expect((sent.schema as { required?: unknown }).required).toEqual(required)
    expect(sent.rows).toEqual(['schema'])
    expect(sent.refused).toEqual([])
  })
}

describe.each(['anthropic', 'bedrock-converse', 'openai-chat', 'openai-responses', 'gemini'] as const)(
  'a reference at the top level, sent to %s,',
  (format) => {
    it.each(['$defs', 'definitions'])('is replaced with what it points to in %s, which is not sent twice', (place) => {
      const schema = { $ref: `#/${place}/a`, [place]: { a: { $ref: `#/${place}/one` }, one } }
      const sent = send(format, schema)
      expect(sent.schema).toEqual(one)
      expect(sent.rows).toEqual(['schema'])
    })

    it('keeps definitions that are used', () => {
      const a = { type: 'object', properties: { next: { $ref: '#/$defs/a' } } }
      expect(send(format, { $ref: '#/$defs/a', $defs: { a } }).schema).toEqual({ ...a, $defs: { a } })
    })

    it('has the fields next to it, too', () => {
      const { schema } = send(format, { $ref: '#/$defs/one', ...two, $defs: { one } })
      const names = new Set(JSON.stringify(schema).match(/"(?:id|name)":/g))
      expect([...names].sort()).toEqual(['"id":', '"name":'])
    })

    it('may lead to alternatives', () => {
      const { schema, refused } = send(format, { $ref: '#/$defs/any', $defs: { any: { oneOf: [one, two] } } })
      expect(refused).toEqual([])
      expect(JSON.stringify(schema)).not.toContain('$ref')
    })
  },
)

describe('a field that several schemas at the top level have', () => {
  const fieldOf = (schema: object): unknown => (send('anthropic', schema).schema as typeof one).properties.id
  const [text, short] = [{ type: 'string' }, { minLength: 3 }]

  it('must match those that all hold', () => {
    expect(fieldOf({ allOf: [one, { properties: { id: short } }] })).toEqual({ allOf: [text, short] })
    expect(fieldOf({ ...one, allOf: [one] })).toEqual(text)
  })

  it('may match any of alternatives', () => {
    const kinds = ['a', 'b'].map((kind) => ({ properties: { id: { const: kind } } }))
    expect(fieldOf({ anyOf: kinds })).toEqual({ anyOf: [{ const: 'a' }, { const: 'b' }] })
    expect(fieldOf({ ...one, anyOf: kinds })).toEqual({ allOf: [text, { anyOf: [{ const: 'a' }, { const: 'b' }] }] })
  })

  it('is not narrowed by what only one alternative says of it', () => {
    expect(fieldOf({ ...one, anyOf: [{ properties: { id: short } }, { required: ['id'] }] })).toEqual(text)
  })
})

test('Gemini gets the words of draft 2020-12', () => {
  for (const [, before, after] of oldSchemas.filter(([what]) => /limit|list|capitals/.test(what)))
    expect(send('gemini', inFields(before)).schema).toEqual(inFields(after))
})

test.each(['openai-chat', 'openai-responses'] as const)(
  'the rules of %s find alternatives at the top level',
  (format) => {
    const parameters = { ...one, not: {}, oneOf: [one] }
    const tool = { name: 'f', description: 'F', strict: false, parameters }
    const request =
      format === 'openai-chat'
        ? { model: 'm', messages: [{ role: 'user', content: 'Hi' }], tools: [{ type: 'function', function: tool }] }
        : { model: 'm', input: 'Hi', tools: [{ type: 'function', ...tool }] }
    const found = formats[format][1](request).filter(({ level }) => level === 'error')
    expect(found.map(({ path }) => path.split('.').at(-1)).sort()).toEqual(['not', 'oneOf'])
  },
)

describe.each(['openai-chat', 'openai-responses'] as const)('lists in the schemas of %s', (format) => {
  test.each([
    ['no items', { type: 'array' }, { type: 'array', items: {} }],
    ['a list among other types', { type: ['array', 'null'] }, { type: ['array', 'null'], items: {} }],
    ['only the first ones', { type: 'array', prefixItems: [{}] }, { type: 'array', prefixItems: [{}], items: {} }],
    [
      'no others than the first ones',
      { type: 'array', prefixItems: [{}], items: false },
      { type: 'array', prefixItems: [{}], items: {}, maxItems: 1 },
    ],
    ['any', { type: 'array', items: true }, { type: 'array', items: {} }],
  ])('say what their items are: %s', (_, before, after) => {
    const sent = send(format, inFields({ anyOf: [before] }))
    expect(sent.schema).toEqual(inFields({ anyOf: [after] }))
    expect(sent.rows).toEqual(['schema'])
  })

  test('are found by the rules', () => {
    const parameters = inFields({ type: 'array' })
    const tool = { type: 'function', name: 'f', strict: false, parameters, function: { name: 'f', parameters } }
    const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], input: 'Hi', tools: [tool] }
    const found = formats[format][1](request).filter(({ code }) => code.endsWith('-SCHEMA'))
    expect(found.map(({ level, path }) => [level, path.split('.').slice(-3).join('.')])).toEqual([
      ['error', 'properties.field.items'],
    ])
  })
})

// "reference to component '#/$defs/City' which was not found in the schema": open-webui/computer#87.
test.each(Object.keys(formats) as Format[])('%s gets no reference to nothing', (format) => {
  const properties = { to: { $ref: '#/$defs/City', description: 'Where to.' }, from: { $ref: '#/properties/to' } }
  const { schema, rows, refused } = send(format, { type: 'object', properties, required: ['to'] })
  expect(schema).toMatchObject({ properties: { to: { description: 'Where to.' } }, required: ['to'] })
  expect(JSON.stringify(schema)).not.toContain('City')
  expect([rows, refused]).toEqual([expect.arrayContaining(['schema']), []])
})
