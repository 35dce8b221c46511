import type { JsonSchema, Message } from '@lamella/core'
import {
  decodeAnthropicResponse,
  decodeAnthropicStream,
  encodeAnthropic,
  validateAnthropic,
  type WireContext,
} from '@lamella/wire/anthropic'
import {
  decodeBedrockConverseResponse,
  encodeBedrockConverse,
  validateBedrockConverse,
} from '@lamella/wire/bedrock-converse'
import { expect, test } from 'vitest'
import { deltasOf, problemOf } from './responses/collect.ts'

const long = 'x'.repeat(65)
const odd = ['filter[id]', 'StartTime<', '$top', 'with space', long, 'größe', '']
const odds: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries([...odd, 'filter_id_'].map((name) => [name, { type: 'string', description: name }])),
  required: ['filter[id]', 'größe'],
}
const valid = /^[a-zA-Z0-9_.-]{1,64}$/

const user: Message = { role: 'user', content: 'Go' }
const contextOf = (inputSchema: JsonSchema, ...messages: Message[]): WireContext => {
  return { messages: [user, ...messages], tools: [{ name: 'find.it', inputSchema }] }
}

interface Sent {
  readonly schema: { readonly properties: object; readonly required: readonly string[] }
  readonly fields: ReadonlyMap<string, string>
  readonly rows: readonly unknown[]
}

function toClaude(inputSchema: JsonSchema): Sent {
  const { request, toolFields, repairs } = encodeAnthropic(contextOf(inputSchema), { model: 'claude-sonnet-4-5' })
  expect(validateAnthropic(request).filter(({ level }) => level === 'error')).toEqual([])
  const rows = repairs.filter(({ code }) => code === 'field-name').map(({ path, renamed }) => [path, renamed])
  const [tool] = request.tools as unknown as { input_schema: Sent['schema'] }[]
  return { schema: tool?.input_schema as Sent['schema'], fields: toolFields.get('find_it') ?? new Map(), rows }
}

test('fields that Claude refuses are renamed, each with a row, and none gets the name of another', () => {
  const { schema, fields, rows } = toClaude(odds)
  const sent = Object.keys(schema.properties)
  expect(new Set(sent).size).toBe(odd.length + 1)
  expect(sent.filter((name) => !valid.test(name))).toEqual([])
  expect([...fields.values()].sort()).toEqual([...odd].sort())
  expect(rows).toEqual([...fields].map(([to, from]) => ['tools[0]', { from: from.slice(0, 80), to }]))
  // Each schema stays with its field.
  expect(Object.entries(schema.properties).map(([name, one]) => [fields.get(name) ?? name, one])).toEqual(
    Object.entries(odds['properties'] as object),
  )
  expect(schema.required.map((name) => fields.get(name))).toEqual(odds['required'])
  expect(toClaude(odds)).toEqual({ schema, fields, rows })
})

test('a schema that needs no other names is sent itself', () => {
  const inputSchema: JsonSchema = { type: 'object', properties: { 'a.b-c_d': {}, in: { properties: { 'a b': {} } } } }
  const { schema, fields, rows } = toClaude(inputSchema)
  expect(schema).toBe(inputSchema)
  expect([fields.size, rows]).toEqual([0, []])
})

test('whatever names a field names it as it is sent', () => {
  const { schema } = toClaude({
    type: 'object',
    properties: { 'a b': {}, c: {} },
    dependentRequired: { 'a b': ['c'], c: ['a b'] },
    dependentSchemas: { 'a b': { required: ['a b'] } },
    if: { properties: { 'a b': { const: 'a b' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { not: { required: ['a b'] } },
    examples: [{ 'a b': { 'a b': 1 } }],
    propertyNames: { pattern: 'a b' },
  })
  expect(schema).toEqual({
    type: 'object',
    properties: { a_b: {}, c: {} },
    dependentRequired: { a_b: ['c'], c: ['a_b'] },
    dependentSchemas: { a_b: { required: ['a_b'] } },
    if: { properties: { a_b: { const: 'a b' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { not: { required: ['a_b'] } },
    examples: [{ a_b: { 'a b': 1 } }],
  })
})

test('a reference that only a schema of the names could have meant is left out with it', () => {
  const { schema } = toClaude({
    type: 'object',
    properties: { 'a b': { $ref: '#/definitions/x', type: 'string' } },
    propertyNames: { $dynamicAnchor: 'x' },
  })
  expect(schema).toEqual({ type: 'object', properties: { a_b: { type: 'string' } } })
})

test('what refers to the whole schema keeps the original names inside', () => {
  const child = { $ref: '#' }
  const { schema } = toClaude({
    type: 'object',
    properties: { 'a b': { type: 'string' }, child, same: { $ref: '#/properties/a%20b' } },
  })
  const same = { $ref: '#/$defs/original/properties/a%20b' }
  const inside = { $ref: '#/$defs/original' }
  expect(schema).toEqual({
    type: 'object',
    properties: { a_b: { type: 'string' }, child: inside, same },
    $defs: { original: { type: 'object', properties: { 'a b': { type: 'string' }, child: inside, same } } },
  })
})

test('alternatives at the top level name the fields as they are sent', () => {
  const { schema } = toClaude({
    oneOf: [
      { properties: { 'a b': {} }, required: ['a b'] },
      { properties: { 'c d': {} }, required: ['c d'] },
    ],
  })
  expect(schema).toEqual({
    type: 'object',
    description: 'Give one of these sets of fields: (a_b) or (c_d).',
    properties: { a_b: {}, c_d: {} },
  })
})

const input = { 'filter[id]': '1', größe: { größe: 'nested' }, other: [] }
const called: Message[] = [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'find.it', input }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'find.it', output: { type: 'text', value: 'ok' } }],
  },
]

test('calls of the history have the names of the schema, and answers come back in the original ones', async () => {
  const { request, toolNames, toolFields } = encodeAnthropic(contextOf(odds, ...called), { model: 'm' })
  const [, answer] = request.messages as { content: { type: 'tool_use'; id: string; name: string; input: object }[] }[]
  const block = answer?.content[0]
  expect(Object.keys(block?.input ?? {}).filter((name) => !valid.test(name))).toEqual([])
  const body = { role: 'assistant', content: [block], stop_reason: 'tool_use' }
  const { calls } = decodeAnthropicResponse(body, { toolNames, toolFields })
  expect(calls[0]).toMatchObject({ toolName: 'find.it', input })

  const text = JSON.stringify(block?.input)
  const pieces = [...text].map((partial_json) => {
    return { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json } }
  })
  const start = [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    { type: 'content_block_start', index: 0, content_block: { ...block, input: {} } },
  ]
  const end = [
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ]
  const stream = decodeAnthropicStream([...start, ...pieces, ...end], { toolNames, toolFields })
  const deltas = await deltasOf(stream)
  expect(deltas.every((delta) => delta.type === 'tool-input' && delta.toolName === 'find.it')).toBe(true)
  expect(JSON.parse(deltas.map((delta) => delta.text).join(''))).toEqual(input)
  expect((await stream.response()).calls).toEqual(calls)

  const torn = decodeAnthropicStream([...start, ...pieces.slice(0, -4)], { toolNames, toolFields })
  const { partial } = await problemOf(torn.response())
  expect(partial?.torn).toEqual([
    { type: 'tool-call', toolCallId: 'c', toolName: 'find.it', text: JSON.stringify(input).slice(0, -4) },
  ])
})

test('a field that the arguments have under both names keeps its name', () => {
  const schema: JsonSchema = { type: 'object', properties: { 'a b': {} } }
  const { toolNames, toolFields } = encodeAnthropic(contextOf(schema), { model: 'm' })
  const both = { type: 'tool_use', id: 'c', name: 'find_it', input: { a_b: 1, 'a b': 2 } }
  const { calls } = decodeAnthropicResponse({ content: [both], stop_reason: 'tool_use' }, { toolNames, toolFields })
  expect(calls[0]?.input).toEqual({ a_b: 1, 'a b': 2 })
})

test('examples of arguments, and a second tool of the same name, change nothing of this', () => {
  const inputSchema: JsonSchema = { type: 'object', properties: { 'a b': {} } }
  const extra = { input_examples: [{ 'a b': 1 }] }
  const tool = { name: 'f', inputSchema, providerOptions: { anthropic: { extra } } }
  const tools = [tool, { name: 'f', inputSchema: { type: 'object', properties: { 'c d': {} } } }]
  const { request, toolFields } = encodeAnthropic({ messages: [user], tools }, { model: 'm' })
  expect(request.tools).toMatchObject([{ name: 'f', input_examples: [{ a_b: 1 }] }])
  expect([...(toolFields.get('f') ?? [])]).toEqual([['a_b', 'a b']])
})

test('Bedrock, whose Claude refuses the same names, gets and gives back the same ones', () => {
  const { request, toolNames, toolFields, repairs } = encodeBedrockConverse(contextOf(odds, ...called), { model: 'm' })
  expect(validateBedrockConverse(request)).toEqual([])
  expect(repairs.filter(({ code }) => code === 'field-name').length).toBe(odd.length)
  const message = request.messages[1]
  const { calls } = decodeBedrockConverseResponse(
    { output: { message }, stopReason: 'tool_use' },
    { toolNames, toolFields },
  )
  expect(calls[0]).toMatchObject({ toolName: 'find.it', input })
  const [found] = validateBedrockConverse({
    ...request,
    toolConfig: { tools: [{ toolSpec: { name: 'find_it', inputSchema: { json: odds } } }] },
  })
  expect(found).toMatchObject({ code: 'BC-TOOL', level: 'model' })
})
