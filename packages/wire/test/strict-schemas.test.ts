import type { JsonSchema } from '@lamella/core'
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
