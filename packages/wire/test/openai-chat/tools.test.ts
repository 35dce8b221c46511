import { isLamellaError, type ToolDefinition } from '@lamella/core'
import { encodeOpenAIChat, type OpenAIChatFunction, type OpenAIChatTool, toOpenAIChat } from '@lamella/wire/openai-chat'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { call, result, weather } from '../fixtures.ts'

const messages = [{ role: 'user', content: 'Hello' }] as const
const tool = (name: string): ToolDefinition => ({ ...weather, name })
const functionOf = (wire: OpenAIChatTool | undefined): OpenAIChatFunction => {
  if (wire?.type !== 'function') throw new Error('not a function')
  return wire.function
}
const namesOf = (...names: string[]): (string | undefined)[] =>
  (toOpenAIChat({ messages, tools: names.map(tool) }).tools ?? []).map((wire) => functionOf(wire).name)

test('a valid name stays and an invalid one becomes readable', () => {
  expect(namesOf('get_weather', 'github.create issue')).toEqual(['get_weather', 'github_create_issue'])
})

test('two tools never get the same name', () => {
  const names = namesOf('a.b', 'a_b', 'a b', '', '日本', '中文', 'x'.repeat(65), `${'x'.repeat(64)}y`)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  expect(names[1]).toBe('a_b')
})

test('changed names are in the map, and calls of the history use the same names', () => {
  const { request, toolNames } = encodeOpenAIChat({
    messages: [
      { role: 'assistant', content: [call('1', {}, { toolName: 'a.b' }), call('2', {}, { toolName: 'old.tool' })] },
      { role: 'tool', content: [result('1'), result('2')] },
    ],
    tools: [tool('a.b'), weather],
    parameters: { toolChoice: { type: 'tool', toolName: 'a.b' } },
  })
  expect(request.tool_choice).toEqual({ type: 'function', function: { name: 'a_b' } })
  expect(request.messages[0]).toMatchObject({
    tool_calls: [
      { function: { name: 'a_b' } },
      { function: { name: expect.stringMatching(/^old_tool_[0-9a-f]{8}$/) } },
    ],
  })
  expect(toolNames.get('a_b')).toBe('a.b')
  expect([...toolNames.values()]).toEqual(['a.b', 'old.tool'])
})

test('a name in the history that collides with a renamed tool is replaced', () => {
  const { request, toolNames } = encodeOpenAIChat({
    messages: [
      { role: 'assistant', content: [call('1', {}, { toolName: 'a_b' })] },
      { role: 'tool', content: [result('1')] },
    ],
    tools: [tool('a.b')],
  })
  const wire = request.messages[0] as { tool_calls: { function: { name: string } }[] }
  expect(toolNames.get(wire.tool_calls[0]?.function.name ?? '')).toBe('a_b')
})

test('a schema gets the type and the properties that the API requires', () => {
  const tools = [
    { name: 'now', inputSchema: {} },
    { name: 'later', inputSchema: { type: 'object', additionalProperties: false } },
    // `undefined` counts as omitted.
    { name: 'never', inputSchema: { type: 'object', properties: undefined } },
    { name: 'ever', inputSchema: { type: undefined, properties: {} } },
  ]
  expect(toOpenAIChat({ messages, tools }).tools?.map((wire) => functionOf(wire).parameters)).toEqual([
    { type: 'object', properties: {} },
    { type: 'object', properties: {}, additionalProperties: false },
    { type: 'object', properties: {} },
    { type: 'object', properties: {} },
  ])
})

test('a schema that JSON cannot represent is converted, without a change to the tool', () => {
  const inputSchema = Object.freeze({
    type: 'object',
    properties: {},
    description: 'x\uD800',
    '\uDC00': 1,
    max: Number.POSITIVE_INFINITY,
  })
  const { request, losses, repairs } = encodeOpenAIChat({ messages, tools: [{ name: 'a', inputSchema }] })
  expect(functionOf(request.tools?.[0]).parameters).toEqual({
    type: 'object',
    properties: {},
    description: 'x\uFFFD',
    '\uFFFD': 1,
    max: null,
  })
  expect([...losses, ...repairs].map(({ code, path }) => [code, path])).toEqual([
    ['value', 'tools[0]'],
    ['surrogate', 'tools[0]'],
  ])
})

test('a valid schema is not copied', () => {
  expect(functionOf(toOpenAIChat({ messages, tools: [weather] }).tools?.[0]).parameters).toBe(weather.inputSchema)
})

test('structured outputs are enabled through the provider options of a tool', () => {
  const strict = { ...weather, providerOptions: { openai: { strict: true } } }
  expect(functionOf(toOpenAIChat({ messages, tools: [strict] }).tools?.[0]).strict).toBe(true)
})

test('128 tools are sent and one more is an error', () => {
  const many = (count: number): ToolDefinition[] => Array.from({ length: count }, (_, index) => tool(`t${index}`))
  expect(toOpenAIChat({ messages, tools: many(128) }).tools).toHaveLength(128)
  expect(() => toOpenAIChat({ messages, tools: many(129) })).toThrow(/at most 128.*WIRE_TOO_MANY_TOOLS/)
})

test('a tool choice without tools is omitted, and is a loss if it required a call', () => {
  const losses = (toolChoice: 'auto' | 'required'): number => {
    const { request, losses } = encodeOpenAIChat({ messages, parameters: { toolChoice } })
    expect(request).not.toHaveProperty('tool_choice')
    return losses.length
  }
  expect([losses('auto'), losses('required')]).toEqual([0, 1])
})

test.for([
  [{ temperature: -0.1 }, 'temperature'],
  [{ temperature: 2.1 }, 'temperature'],
  [{ temperature: Number.NaN }, 'temperature'],
  [{ topP: 1.5 }, 'topP'],
  [{ maxOutputTokens: 0 }, 'maxOutputTokens'],
  [{ seed: 0.5 }, 'seed'],
  [{ stopSequences: ['1', '2', '3', '4', '5'] }, 'stopSequences'],
  [{ stopSequences: [5] as never }, 'stopSequences'],
  [{ toolChoice: { type: 'tool', toolName: 'unknown' } }, 'toolChoice'],
] as const)('the parameters %o are an error that names %s', ([parameters, parameter]) => {
  try {
    toOpenAIChat({ messages, tools: [weather], parameters })
    expect.unreachable()
  } catch (error) {
    expect(isLamellaError(error, 'WIRE_PARAMETER') && error.details).toMatchObject({ parameter })
  }
})

test('a limit of zero is sent and an empty list of stop sequences is not', () => {
  const request = toOpenAIChat({ messages, parameters: { temperature: 0, topP: 0, seed: 0, stopSequences: [] } })
  expect(request).toEqual({ messages, temperature: 0, top_p: 0, seed: 0 })
})

test('one stop sequence may be a text, as in the API, and null is none', () => {
  const stopOf = (stopSequences: unknown): unknown =>
    toOpenAIChat({ messages, parameters: { stopSequences: stopSequences as string[] } }).stop
  expect(stopOf('END')).toEqual(['END'])
  expect(stopOf(null)).toBeUndefined()
})

test('a Standard Schema becomes its JSON Schema', () => {
  const inputSchema = z.object({ city: z.string() })
  const { parameters } = functionOf(toOpenAIChat({ messages, tools: [{ name: 'a', inputSchema }] }).tools?.[0])
  expect(parameters).toMatchObject({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] })
})

test('tools of another provider, and OpenAI tools that Chat does not support, are omitted and reported', () => {
  const own = (provider: string, wire: object): ToolDefinition => ({
    name: 'search',
    inputSchema: { type: 'object' },
    providerOptions: { [provider]: { tool: wire as never } },
  })
  const custom = { type: 'custom', custom: { name: 'search' } }
  const { request, losses } = encodeOpenAIChat({
    messages,
    tools: [
      own('anthropic', { type: 'web_search_20250305' }),
      own('openai', { type: 'web_search' }),
      own('openai', custom),
    ],
  })
  expect(request.tools).toEqual([custom])
  expect(losses.map(({ code, path }) => [code, path])).toEqual([
    ['provider-tool', 'tools[0]'],
    ['provider-tool', 'tools[1]'],
  ])
})
