import type { JsonSchema } from '@lamella/core'
import { encodeAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import { encodeOpenAIChat, validateOpenAIChat } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses, validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { describe, expect, test } from 'vitest'

const formats = {
  'openai-chat': [encodeOpenAIChat, validateOpenAIChat],
  'openai-responses': [encodeOpenAIResponses, validateOpenAIResponses],
} as const
const text = { type: 'string' }
const closed = (properties: object): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const open = (properties: object): object => ({ type: 'object', properties, required: Object.keys(properties) })

describe.each(['openai-chat', 'openai-responses'] as const)('a strict tool of %s', (name) => {
  const [encode, validate] = formats[name]

  function send(schema: object, strict: boolean | null = true) {
    const tool = {
      name: 'f',
      description: 'F',
      inputSchema: schema as JsonSchema,
      providerOptions: { openai: { strict } },
    }
    const context = { messages: [{ role: 'user' as const, content: 'Hi' }], tools: [tool] }
    const { request, repairs } = encode(context, { model: 'gpt-5' })
    const [sent] = request.tools as unknown as [{ function?: object; strict?: unknown; parameters?: unknown }]
    const { strict: isStrict, parameters } = (sent.function ?? sent) as typeof sent
    const broken = validate(request).filter(({ code, level }) => code.endsWith('-SCHEMA') && level === 'error')
    return { isStrict, parameters, rows: repairs.map(({ what }) => what), broken }
  }

  test.each([
    ['without fields', { type: 'object', properties: {} }, closed({})],
    ['with fields, at any depth', open({ a: open({ b: text }) }), closed({ a: closed({ b: text }) })],
    [
      'in lists and choices',
      open({ a: { items: open({}), type: 'array' } }),
      closed({ a: { items: closed({}), type: 'array' } }),
    ],
    [
      'with oneOf',
      closed({ a: { oneOf: [open({ k: text }), text] } }),
      closed({ a: { anyOf: [closed({ k: text }), text] } }),
    ],
    ['with a format that is not known', closed({ a: { ...text, format: 'uri' } }), closed({ a: text })],
  ])('has closed objects: %s', (_, given, sent) => {
    const { rows, ...rest } = send(given)
    expect(rest).toEqual({
      isStrict: true,
      parameters: sent,
      broken: [],
    })
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['a field that may be missing', { ...closed({ a: text, b: text }), required: ['a'] }, 'b may be missing'],
    ['a field of any kind', closed({ a: {} }), 'a value may be anything'],
    ['an object with any fields', closed({ a: { type: 'object' } }), 'an object may have any fields'],
    ['values by names', closed({ a: { type: 'object', additionalProperties: text } }), 'an object may have any fields'],
    ['allOf', closed({ a: { allOf: [text] } }), 'it has allOf'],
  ])('is none with %s, and says so', (_, given, why) => {
    const { isStrict, parameters, rows, broken } = send(given)
    expect({ isStrict, parameters, broken }).toEqual({ isStrict: false, parameters: given, broken: [] })
    expect(rows).toEqual([expect.stringContaining(why)])
  })

  test('stays as it is if it is valid, and so does one that is not strict', () => {
    const valid = closed({
      a: { anyOf: [{ ...text, format: 'date', default: 'x' }, { type: 'null' }] },
      b: { enum: ['x'] },
    })
    expect(send(valid)).toEqual({ isStrict: true, parameters: valid, rows: [], broken: [] })
    const loose = { type: 'object', properties: { a: { ...text, format: 'uri' } } }
    expect(send(loose, false)).toEqual({ isStrict: false, parameters: loose, rows: [], broken: [] })
    expect(send(loose, null)).toMatchObject({ parameters: loose, rows: [], broken: [] })
  })

  test('is found by the rules if the API would refuse it', () => {
    const tool = { name: 'f', description: 'F', strict: true, parameters: open({ a: { allOf: [text] } }) }
    const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], input: 'Hi' }
    const tools = name === 'openai-chat' ? [{ type: 'function', function: tool }] : [{ type: 'function', ...tool }]
    const found = validate({ ...request, tools }).filter(({ code }) => code.endsWith('-SCHEMA'))
    expect(found.map(({ level, path }) => [level, path.split('parameters').at(-1)])).toEqual([
      ['error', ''],
      ['error', '.additionalProperties'],
      ['error', '.properties.a.allOf'],
      ['error', '.properties.a.type'],
    ])
  })
})

describe('a strict tool of Claude', () => {
  function send(inputSchema: object) {
    const tool = { name: 'f', description: 'F', inputSchema: inputSchema as JsonSchema }
    const tools = [{ ...tool, providerOptions: { anthropic: { strict: true } } }]
    const context = { messages: [{ role: 'user' as const, content: 'Hi' }], tools }
    const { request, repairs } = encodeAnthropic(context, { model: 'claude-opus-5-5' })
    const [sent] = request.tools as unknown as [{ readonly strict?: unknown; readonly input_schema: unknown }]
    const broken = validateAnthropic(request).filter(({ code }) => code === 'AN-SCHEMA')
    return { isStrict: sent.strict, schema: sent.input_schema, rows: repairs.map(({ what }) => what), broken }
  }

  test('has closed objects without limits and unknown formats', () => {
    const count = { type: 'integer', minimum: 1, maximum: 9 }
    const list = { type: 'array', items: { ...text, maxLength: 9, format: 'regex' }, minItems: 2 }
    const given = { type: 'object', properties: { count, list, site: { ...text, format: 'uri' } }, required: ['count'] }
    expect(send(given)).toEqual({
      isStrict: true,
      schema: {
        ...given,
        properties: {
          count: { type: 'integer' },
          list: { type: 'array', items: text },
          site: { ...text, format: 'uri' },
        },
        additionalProperties: false,
      },
      rows: [expect.stringContaining('strict')],
      broken: [],
    })
  })

  test.each([
    ['any fields', { a: { type: 'object', additionalProperties: text } }, {}, 'an object may have any fields'],
    ['itself', { a: { $ref: '#' } }, {}, 'it contains itself'],
    [
      'itself through others',
      { a: { $ref: '#/$defs/a' } },
      { $defs: { a: closed({ b: { $ref: '#/$defs/b' } }), b: { type: 'array', items: { $ref: '#/$defs/a' } } } },
      'it contains itself',
    ],
    ['conditions', { a: { not: text } }, {}, 'it has not'],
  ])('is none with %s, and says so', (_, properties, more, why) => {
    const given = { ...closed(properties), ...more }
    expect(send(given)).toEqual({
      isStrict: false,
      schema: given,
      rows: [expect.stringContaining(why)],
      broken: [],
    })
  })

  test('stays as it is if it is valid, with definitions that are used twice', () => {
    const city = closed({ name: text })
    const given = {
      ...closed({ from: { $ref: '#/$defs/city' }, to: { $ref: '#/$defs/city' }, at: { minItems: 1, type: 'array' } }),
      $defs: { city },
    }
    expect(send(given)).toEqual({ isStrict: true, schema: given, rows: [], broken: [] })
  })

  test('is found by the rules if the API would refuse it', () => {
    const input_schema = { type: 'object', properties: { n: { type: 'number', minimum: 1 } } }
    const messages = [{ role: 'user', content: 'Hi' }]
    const tools = [{ name: 'f', description: 'F', strict: true, input_schema }]
    const found = validateAnthropic({ model: 'm', max_tokens: 9, messages, tools }).filter(
      ({ level }) => level === 'error',
    )
    expect(found.map(({ code, path }) => [code, path.split('input_schema').at(-1)])).toEqual([
      ['AN-SCHEMA', ''],
      ['AN-SCHEMA', '.additionalProperties'],
      ['AN-SCHEMA', '.properties.n'],
    ])
  })
})
