import type { Message, ToolDefinition } from '@lamella/core'
import { type AnthropicTool, encodeAnthropic, toAnthropic, type WireContext } from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { call, result, weather } from '../fixtures.ts'
import { encodedWith, user } from './encoded.ts'
import { anthropic } from './parts.ts'

const messages = [user]
const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({ ...weather, name, ...more })

/** Returns the tools of a request, and the codes of losses and repairs. */
function sent(...tools: ToolDefinition[]): { tools: AnthropicTool[]; losses: string[]; repairs: string[] } {
  const { losses, repairs } = encodedWith({}, { messages, tools })
  return { tools: toAnthropic({ messages, tools }).tools ?? [], losses, repairs }
}

test('a valid name stays, an invalid one becomes readable, and names stay unique', () => {
  const { tools } = sent(
    ...['get_weather', 'git.create issue', 'a.b', 'a_b', '', '日本', 'x'.repeat(65)].map((name) => tool(name)),
  )
  const names = tools.map(({ name }) => name)
  expect(names.slice(0, 2)).toEqual(['get_weather', 'git_create_issue'])
  expect(names[3]).toBe('a_b')
  expect(new Set(names).size).toBe(7)
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
})

test('changed names are in the map, and the history and the tool choice use the same names', () => {
  const context: WireContext = {
    messages: [
      user,
      { role: 'assistant', content: [call('1', {}, { toolName: 'a.b' }), call('2', {}, { toolName: 'old.tool' })] },
      { role: 'tool', content: [result('1'), result('2')] },
    ],
    tools: [tool('a.b')],
    parameters: { toolChoice: { type: 'tool', toolName: 'a.b' } },
  }
  const { request, toolNames } = encodeAnthropic(context)
  expect(request.tool_choice).toEqual({ type: 'tool', name: 'a_b' })
  expect(request.messages[1]).toMatchObject({
    content: [{ name: 'a_b' }, { name: expect.stringMatching(/^old_tool_[0-9a-f]{8}$/) }],
  })
  expect([...toolNames.values()]).toEqual(['a.b', 'old.tool'])
})

test('a second tool with the same name is omitted', () => {
  const { tools, repairs } = sent(tool('a'), tool('b'), tool('a', { description: 'Another one.' }))
  expect(tools.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(repairs).toEqual(['tool-name'])
})

test('In an invalid place, the text stays and the tools are reported as a loss.', () => {
  const fields = {
    strict: true,
    deferLoading: true,
    eagerInputStreaming: false,
    allowedCallers: ['direct'],
    extra: { n: 1 },
  }
  expect(sent(weather, tool('later', anthropic(fields))).tools[1]).toEqual({
    name: 'later',
    description: weather.description,
    input_schema: weather.inputSchema,
    strict: true,
    defer_loading: true,
    eager_input_streaming: false,
    allowed_callers: ['direct'],
    n: 1,
  })
})

test('if every tool is deferred, all are loaded immediately', () => {
  const { tools, losses } = sent(
    tool('a', anthropic({ deferLoading: true })),
    tool('b', anthropic({ deferLoading: true })),
  )
  expect(tools.map((one) => 'defer_loading' in one)).toEqual([false, false])
  expect(losses).toEqual(['provider-options', 'provider-options'])
})

test('an Anthropic tool is sent unchanged, and one of another provider is omitted', () => {
  const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 }
  const own = (name: string, wire: object): ToolDefinition => ({ name, inputSchema: {}, ...anthropic({ tool: wire }) })
  const foreign = {
    name: 'image',
    inputSchema: {},
    providerOptions: { openai: { tool: { type: 'image_generation' } } },
  }
  const both = {
    ...own('web_search', search),
    providerOptions: { ...foreign.providerOptions, anthropic: { tool: search } },
  }
  expect(sent(both, foreign, own('x', { name: 'x' }))).toEqual({
    tools: [search],
    losses: ['provider-options', 'provider-tool', 'provider-tool'],
    repairs: [],
  })
})

test('an Anthropic tool is called by the name that the API knows', () => {
  const said: Message = { role: 'assistant', content: [call('1', {}, { toolName: 'shell' })] }
  const { request, toolNames, repairs } = encodeAnthropic({
    messages: [user, said, { role: 'tool', content: [result('1')] }],
    tools: [{ name: 'shell', inputSchema: {}, ...anthropic({ tool: { type: 'bash_20250124', name: 'bash' } }) }],
    parameters: { toolChoice: { type: 'tool', toolName: 'shell' } },
  })
  expect(request.messages[1]).toMatchObject({ content: [{ type: 'tool_use', name: 'bash' }] })
  expect(request.tool_choice).toEqual({ type: 'tool', name: 'bash' })
  expect([...toolNames]).toEqual([['bash', 'shell']])
  expect(repairs.map(({ code, path }) => [code, path])).toEqual([['tool-name', 'tools[0]']])
})

test('a schema gets the type that the API requires', () => {
  const schemas = (...inputSchema: object[]): unknown[] =>
    sent(...inputSchema.map((schema, at) => ({ name: `t${at}`, inputSchema: schema as never }))).tools.map(
      (one) => (one as { input_schema: unknown }).input_schema,
    )
  expect(schemas({}, { properties: { a: {} }, required: ['a'] }, { type: 'string' })).toEqual([
    { type: 'object', properties: {} },
    { type: 'object', properties: { a: {} }, required: ['a'] },
    { type: 'object', properties: {} },
  ])
  expect(sent({ name: 'a', inputSchema: { type: 'string' } }).repairs).toEqual(['schema'])
})

test('a valid schema is not copied, and a Standard Schema becomes its JSON Schema', () => {
  const [first] = sent(weather).tools as { input_schema: unknown }[]
  expect(first?.input_schema).toBe(weather.inputSchema)
  const inputSchema = z.object({ city: z.string() })
  expect(sent({ name: 'a', inputSchema }).tools[0]).toMatchObject({
    input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  })
})

/** Returns the encoding of a schema with alternatives at its top level. */
function flat(inputSchema: object): unknown {
  const { tools, repairs } = sent({ name: 'a', inputSchema: inputSchema as never })
  expect([...new Set(repairs)]).toEqual(['schema'])
  return (tools[0] as { input_schema: unknown }).input_schema
}

test('alternatives at the top level of a schema become one object with the fields of all', () => {
  const byId = { type: 'object', properties: { id: { type: 'string' }, n: { type: 'number' } }, required: ['id', 'n'] }
  const byName = {
    type: 'object',
    properties: { name: { type: 'string' }, n: { type: 'string' } },
    required: ['name', 'n'],
  }
  expect(flat({ description: 'A thing.', oneOf: [byId, byName] })).toEqual({
    type: 'object',
    description: 'A thing. Give one of these sets of fields: (id) or (name).',
    properties: {
      id: { type: 'string' },
      n: { anyOf: [{ type: 'number' }, { type: 'string' }] },
      name: { type: 'string' },
    },
    required: ['n'],
  })
})

test('allOf parts of a schema are merged, and references are followed', () => {
  const $defs = { base: { properties: { a: { type: 'string' } }, required: ['a'] } }
  const allOf = [{ $ref: '#/$defs/base' }, { properties: { b: {} }, required: ['b'] }]
  expect(flat({ $defs, allOf, additionalProperties: false })).toEqual({
    $defs,
    type: 'object',
    additionalProperties: false,
    properties: { a: { type: 'string' }, b: {} },
    required: ['a', 'b'],
  })
})

test('a recursive schema terminates', () => {
  const endless = {
    properties: { a: {} },
    anyOf: [{ $ref: '#' }, { $ref: '#/anyOf/0' }, true],
  }
  expect(flat(endless)).toMatchObject({ type: 'object', properties: { a: {} } })
  let nested: object = { properties: { z: {} } }
  for (let depth = 0; depth < 200; depth++) nested = { oneOf: [nested, {}] }
  expect(flat(nested)).toMatchObject({ type: 'object' })
})

test('treats a field named __proto__ like any other', () => {
  const schema = JSON.parse('{"anyOf":[{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}]}')
  expect(JSON.stringify(flat(schema))).toContain('"properties":{"__proto__":{"type":"string"}}')
})
