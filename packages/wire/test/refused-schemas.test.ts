import type { JsonSchema } from '@lamella/core'
import { encodeAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import { encodeBedrockConverse, validateBedrockConverse } from '@lamella/wire/bedrock-converse'
import { encodeGemini, validateGemini } from '@lamella/wire/gemini'
import { encodeOpenAIChat, validateOpenAIChat } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses, validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { describe, expect, it, test } from 'vitest'
import { danglingIn } from '../src/shared/schema/visit-schemas.ts'

const formats = {
  anthropic: [encodeAnthropic, validateAnthropic],
  'bedrock-converse': [encodeBedrockConverse, validateBedrockConverse],
  gemini: [encodeGemini, validateGemini],
  'openai-chat': [encodeOpenAIChat, validateOpenAIChat],
  'openai-responses': [encodeOpenAIResponses, validateOpenAIResponses],
} as const

type Name = keyof typeof formats
const names = Object.keys(formats) as Name[]
const openai = ['openai-chat', 'openai-responses'] as const

function send(name: Name, schema: object, model = 'some-model', options: object = {}) {
  const [encode, validate] = formats[name]
  const tools = [{ name: 'f', description: 'Does it.', inputSchema: schema as JsonSchema }]
  const context = { messages: [{ role: 'user' as const, content: 'Hi' }], tools }
  const { request, repairs } = encode(context, { model, ...options })
  return { ...toolIn(request), rows: repairs.map(({ code }) => code), broken: brokenIn(validate(request)) }
}

function brokenIn(found: readonly { readonly code: string; readonly path: string }[]): readonly string[] {
  return found.filter(({ code }) => /SCHEMA|TOOL/.test(code)).map(({ path }) => path.split('.').slice(-2).join('.'))
}

function toolIn(request: object): { readonly schema?: unknown; readonly description?: unknown } {
  const found: { schema?: unknown; description?: unknown } = {}
  JSON.parse(JSON.stringify(request), (key, value) => {
    if (['input_schema', 'json', 'parameters', 'parametersJsonSchema'].includes(key)) found.schema = value
    if (value?.name === 'f') found.description = value.description
    return value
  })
  return found
}

const fields = (field: object): object => ({ type: 'object', properties: { field } })

/** A request that nobody encoded, with a schema as it is. */
function brokenBy(name: (typeof openai)[number], field: object): readonly string[] {
  const tool = { name: 'f', description: 'F', strict: false, parameters: fields(field) }
  const request =
    name === 'openai-chat'
      ? { model: 'm', messages: [{ role: 'user', content: 'Hi' }], tools: [{ type: 'function', function: tool }] }
      : { model: 'm', input: 'Hi', tools: [{ type: 'function', ...tool }] }
  return brokenIn(formats[name][1](request))
}

describe.each(openai)('%s gets no pattern that OpenAI cannot read:', (name) => {
  test.each([
    ['a look ahead', String.raw`^(?!\.)[a-z]+@x$`],
    ['a look behind', '(?<!a)b'],
    ['a class of Unicode', String.raw`^[^\p{Cc}]{1,9}$`],
    ['a name of a group', '(?<year>[0-9]{4})'],
    ['any character', '[^]*'],
  ])('%s', (_, pattern) => {
    const sent = send(name, fields({ anyOf: [{ type: 'string', format: 'email', pattern }] }))
    expect(sent).toMatchObject({ schema: fields({ anyOf: [{ type: 'string', format: 'email' }] }), rows: ['schema'] })
    expect(brokenBy(name, { type: 'string', pattern })).toEqual(['properties.field'])
  })

  test('the names that fields may have', () => {
    const open = { type: 'object', patternProperties: { [String.raw`^\p{L}+$`]: {} }, additionalProperties: false }
    expect(send(name, fields(open)).schema).toEqual(fields({ type: 'object' }))
  })

  test('others stay', () => {
    const field = { type: 'string', pattern: String.raw`^(?:a|\\p|\(x)[^a\d]{2,}$` }
    expect(send(name, fields(field))).toMatchObject({ schema: fields(field), rows: [], broken: [] })
    expect(brokenBy(name, field)).toEqual([])
  })
})

describe.each(openai)('%s gets no value that its own type does not allow:', (name) => {
  test.each([
    ['of another branch', { type: 'null', enum: ['A', 'B'] }, { type: 'null' }],
    ['null', { type: 'string', enum: ['A', null] }, { type: 'string', enum: ['A'] }],
    [
      'of the items',
      { type: 'array', items: { type: 'integer' }, enum: [0, 1] },
      { type: 'array', items: { type: 'integer' } },
    ],
    ['none', { type: 'string', enum: [] }, { type: 'string' }],
  ])('%s', (_, field, sent) => {
    expect(send(name, fields(field))).toMatchObject({ schema: fields(sent), rows: ['schema'], broken: [] })
    expect(brokenBy(name, field)).toEqual(['field.enum'])
  })

  test('others stay', () => {
    for (const field of [
      { enum: ['a', 1] },
      { type: ['string', 'null'], enum: ['a', null] },
      { type: 'integer', enum: [1] },
    ])
      expect(send(name, fields(field))).toMatchObject({ schema: fields(field), rows: [] })
  })
})

describe.each(names)('%s gets no reference to nothing:', (name) => {
  it.each(['#/$defs/Gone', '#/definitions/Gone', 'https://schemas.example/x.json', '#gone'])('%s', ($ref) => {
    const { schema, rows, broken } = send(name, fields({ $ref, description: 'A date' }))
    expect({ schema, broken }).toEqual({ schema: fields({ description: 'A date' }), broken: [] })
    expect(rows).toContain('schema')
  })
})

it('references to nothing are found, and those by a name are left to the API', () => {
  const tool = (field: object) => ({ name: 'f', description: 'F', input_schema: fields(field) })
  const request = (field: object) => ({
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'Hi' }],
    tools: [tool(field)],
  })
  expect(brokenIn(validateAnthropic(request({ $ref: '#/$defs/Gone' })))).toEqual(['field.$ref'])
  const named = { type: 'object', properties: { a: { $ref: '#text' }, b: { $anchor: 'text', type: 'string' } } }
  expect(send('anthropic', named)).toMatchObject({ schema: named, rows: [], broken: [] })
})

it('references by a name that is not valid, and is left out, are left out, too', () => {
  const named = { type: 'object', properties: { a: { $ref: '#1 2' }, b: { $anchor: '1 2', type: 'string' } } }
  const schema = { type: 'object', properties: { a: {}, b: { type: 'string' } } }
  expect(send('anthropic', named)).toMatchObject({ schema, broken: [] })
})

it('the names in a schema are looked for once, however many references point to nothing', () => {
  let reads = 0
  const root = {
    type: 'object',
    get properties() {
      reads++
      return { a: { type: 'string' } }
    },
  }
  const isDangling = danglingIn(root)
  const found = Array.from({ length: 100 }, (_, index) => isDangling(`#/$defs/${index}`))
  expect(found).toEqual(found.map(() => true))
  expect(reads).toBeLessThan(5)
})

it.each([
  ...names.map((name) => [name, 'some-model'] as const),
  ['bedrock-converse', 'us.amazon.nova-pro-v1:0'] as const,
])('a chain of ten thousand definitions is no problem for %s (%s)', (name, model) => {
  const one = (next: string): object => ({
    ...fields({ $ref: next }),
    required: ['field'],
    additionalProperties: false,
  })
  const $defs = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`d${at}`, one(`#/$defs/d${at + 1}`)]))
  const schema = { ...one('#/$defs/d0'), $defs: { ...$defs, d10000: { type: 'string' } } }
  const providerOptions = { anthropic: { strict: true }, openai: { strict: true } }
  const tools = [{ name: 'f', description: 'Does it.', inputSchema: schema as JsonSchema, providerOptions }]
  const [encode] = formats[name]
  const { request } = encode({ messages: [{ role: 'user', content: 'Hi' }], tools }, { model })
  expect(toolIn(request).description).toContain('Does it.')
})

it('parameters of Gemini have no empty string in an enum', () => {
  const sent = send('gemini', fields({ type: 'string', enum: ['open', ''] }), 'gemini-2.0-flash')
  const schema = { type: 'OBJECT', properties: { field: { type: 'STRING', enum: ['open'] } } }
  expect(sent).toMatchObject({ schema, rows: ['schema'], broken: [] })
  const declaration = { name: 'f', parameters: { ...schema, properties: { field: { type: 'STRING', enum: [''] } } } }
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
  expect(brokenIn(validateGemini({ contents, tools: [{ functionDeclarations: [declaration] }] }))).toEqual([
    'field.enum',
  ])
})

describe('parameters of Gemini have nothing next to anyOf, which Vertex refuses:', () => {
  const sent = (field: object) => send('gemini', fields(field), 'gemini-2.0-flash')
  const written = (field: object) => ({ type: 'OBJECT', properties: { field } })
  const [text, count] = [{ type: 'string', description: 'A name.' }, { type: 'number' }]

  it.each([
    ['a description', { description: 'Who?', anyOf: [text, count] }, { description: 'Who? A name.' }],
    ['null', { anyOf: [text, count, { type: 'null' }] }, { nullable: true, description: 'A name.' }],
    ['a default', { default: 'Ada', oneOf: [text, count] }, { description: 'A name.', default: 'Ada' }],
  ])('%s', (_, field, own) => {
    const { schema, broken } = sent(field)
    expect(schema).toEqual(written({ anyOf: [{ type: 'STRING', ...own }, { type: 'NUMBER' }] }))
    expect(broken).toEqual([])
  })

  it('in alternatives of alternatives, and in several types', () => {
    const nested = {
      description: 'D',
      anyOf: [{ anyOf: [{ type: 'string' }, count], title: 'T' }, { type: 'boolean' }],
    }
    const inner = { anyOf: [{ type: 'STRING', title: 'T', description: 'D' }, { type: 'NUMBER' }] }
    expect(sent(nested).schema).toEqual(written({ anyOf: [inner, { type: 'BOOLEAN' }] }))
    expect(sent({ type: ['string', 'number', 'null'], description: 'D' }).schema).toEqual(
      written({
        anyOf: [{ type: 'STRING', nullable: true, description: 'D' }, { type: 'NUMBER' }],
      }),
    )
  })

  it('which the rules find', () => {
    const field = { description: 'D', anyOf: [{ type: 'STRING' }] }
    const tools = [{ functionDeclarations: [{ name: 'f', parameters: written(field) }] }]
    expect(brokenIn(validateGemini({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], tools }))).toEqual([
      'properties.field',
    ])
  })
})

it('Gemini gets alternatives at the top level as one object with the fields of all, as other formats do', () => {
  const [one, two] = ['id', 'name'].map((name) => ({
    type: 'object',
    properties: { [name]: { type: 'string' } },
    required: [name],
  }))
  const sent = send('gemini', { oneOf: [one, two] })
  expect(sent).toMatchObject({ schema: { properties: { ...one?.properties, ...two?.properties } }, broken: [] })
  expect(Object.keys(sent.schema as object)).not.toContain('oneOf')
  expect(sent.rows).toContain('schema')
})

describe('Nova gets', () => {
  const nova = (schema: object) => send('bedrock-converse', schema, 'us.amazon.nova-lite-v1:0')

  it('only type, properties and required at the top level, with definitions in their places', () => {
    const sent = nova({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      title: 'Plan',
      description: 'One bed.',
      properties: {
        plant: { $ref: '#/$defs/Plant', description: 'Which' },
        plants: { items: { $ref: '#/$defs/Plant' } },
      },
      required: ['plant'],
      additionalProperties: false,
      $defs: { Plant: { type: 'object', properties: { name: { $ref: '#/$defs/Name' } } }, Name: { type: 'string' } },
    })
    const plant = { type: 'object', properties: { name: { type: 'string' } } }
    expect(sent.schema).toEqual({
      type: 'object',
      properties: { plant: { ...plant, description: 'Which' }, plants: { items: plant } },
      required: ['plant'],
    })
    expect(sent).toMatchObject({ description: 'Does it.\n\nOne bed.', rows: ['schema'], broken: [] })
  })

  it('a schema that contains itself as far as it goes', () => {
    const tree = { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/tree' } } } }
    const { schema } = nova({ type: 'object', properties: { tree: { $ref: '#/$defs/tree' } }, $defs: { tree } })
    const kids = { type: 'array', items: { type: 'object' } }
    expect(schema).toEqual({ type: 'object', properties: { tree: { type: 'object', properties: { kids } } } })
  })

  it('a schema of bounded size', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `a${at}`,
        { type: 'object', properties: { one: { $ref: `#/$defs/a${at + 1}` }, two: { $ref: `#/$defs/a${at + 1}` } } },
      ]),
    )
    const { schema } = nova({ type: 'object', properties: { a: { $ref: '#/$defs/a0' } }, $defs: { ...$defs, a40: {} } })
    expect(JSON.stringify(schema).length).toBeLessThan(500_000)
  })

  it('what is valid as it is, without a row', () => {
    expect(nova(fields({ type: 'string' }))).toMatchObject({ schema: fields({ type: 'string' }), rows: [] })
  })

  it('no other keys, by the rules', () => {
    const json = { type: 'object', properties: {}, $defs: {} }
    const tools = [{ toolSpec: { name: 'f', inputSchema: { json } } }]
    const request = { messages: [{ role: 'user', content: [{ text: 'Hi' }] }], toolConfig: { tools } }
    expect(brokenIn(validateBedrockConverse({ ...request, modelId: 'amazon.nova-pro-v1:0' }))).toEqual(['json.$defs'])
    expect(brokenIn(validateBedrockConverse({ ...request, modelId: 'anthropic.claude-opus-5-5-v1:0' }))).toEqual([])
  })
})

it('Bedrock says that it changed the type of a schema', () => {
  expect(send('bedrock-converse', { type: 'string' })).toMatchObject({ schema: { type: 'object' }, rows: ['schema'] })
})
