import { isLamellaError, type ToolDefinition } from '@lamella/core'
import { decodeOpenAIResponses, encodeOpenAIResponses, toOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect, test } from 'vitest'
import { call, result, weather } from '../fixtures.ts'
import { openai } from './encoded.ts'

const messages = [{ role: 'user', content: 'Hello' }] as const
const toolsOf = (...tools: ToolDefinition[]): readonly object[] => toOpenAIResponses({ messages, tools }).tools ?? []
const own = (tool: { [field: string]: unknown }, name = 'x'): ToolDefinition => ({
  name,
  inputSchema: { type: 'object' },
  ...openai({ tool }),
})

test('a function is flat, and not strict unless set', () => {
  expect(
    toolsOf(weather, { ...weather, ...openai({ strict: true }) }, { ...weather, ...openai({ strict: null }) }),
  ).toEqual(
    [false, true, null].map((strict) => ({
      type: 'function',
      name: 'get_weather',
      description: weather.description,
      parameters: weather.inputSchema,
      strict,
    })),
  )
})

test('fields that only the API knows are sent with a function', () => {
  expect(toolsOf({ ...weather, ...openai({ itemExtra: { defer_loading: true } }) })).toMatchObject([
    { defer_loading: true },
  ])
})

test('a valid schema is not copied, and a non-object schema becomes an object', () => {
  const tools = toOpenAIResponses({ messages, tools: [weather, { name: 'now', inputSchema: {} }] }).tools
  expect(tools?.[0]).toHaveProperty('parameters')
  expect(Object.values(tools?.[0] ?? {})).toContain(weather.inputSchema)
  expect(tools?.[1]).toMatchObject({ parameters: { type: 'object', properties: {} } })
  const odd = { name: 'odd', inputSchema: { type: 'string', properties: [] } }
  const { request, repairs } = encodeOpenAIResponses({ messages, tools: [odd] })
  expect(request.tools).toMatchObject([{ parameters: { type: 'object', properties: {} } }])
  // The list of properties, and the type.
  expect(repairs.map(({ code, path }) => [code, path])).toEqual([
    ['schema', 'tools[0]'],
    ['schema', 'tools[0]'],
  ])
})

test('invalid names are changed, in calls of the history as well', () => {
  const { request, toolNames } = encodeOpenAIResponses({
    messages: [
      { role: 'assistant', content: [call('1', {}, { toolName: 'a.b' })] },
      { role: 'tool', content: [result('1')] },
    ],
    tools: [{ ...weather, name: 'a.b' }, own({ type: 'custom', name: 'c.d' }, 'c.d')],
    parameters: { toolChoice: { type: 'tool', toolName: 'a.b' } },
  })
  expect(request).toMatchObject({
    input: [{ name: 'a_b' }, {}],
    tools: [{ name: 'a_b' }, { type: 'custom', name: 'c_d' }],
    tool_choice: { type: 'function', name: 'a_b' },
  })
  expect([...toolNames]).toEqual([
    ['a_b', 'a.b'],
    ['c_d', 'c.d'],
  ])
})

test('a custom tool of OpenAI Chat becomes a flat one, with its grammar', () => {
  const grammar = { syntax: 'lark', definition: 'start: "a"' }
  const custom = { name: 'sql', description: 'Runs SQL.', format: { type: 'grammar', grammar } }
  expect(toolsOf(own({ type: 'custom', custom }, 'sql'))).toEqual([
    { type: 'custom', name: 'sql', description: 'Runs SQL.', format: { type: 'grammar', ...grammar } },
  ])
})

test('an OpenAI tool is sent unchanged, and one of another provider is omitted', () => {
  const search = { type: 'web_search', filters: { allowed_domains: ['example.com'] } }
  const foreign = {
    name: 'y',
    inputSchema: { type: 'object' },
    providerOptions: { anthropic: { tool: { type: 'bash' } } },
  }
  const { request, losses } = encodeOpenAIResponses({ messages, tools: [own(search), foreign, own({ name: 'z' })] })
  expect(request.tools).toEqual([search])
  expect(losses.map(({ code, path }) => [code, path])).toEqual([
    ['provider-tool', 'tools[1]'],
    ['provider-tool', 'tools[2]'],
  ])
})

test.for([
  [own({ type: 'mcp', server_label: 'a', server_url: 'https://a.b' }), { type: 'mcp', server_label: 'a' }],
  [own({ type: 'file_search', vector_store_ids: ['v'] }), { type: 'file_search' }],
  [own({ type: 'custom', name: 'x' }), { type: 'custom', name: 'x' }],
  [
    { ...weather, name: 'x' },
    { type: 'function', name: 'x' },
  ],
] as [ToolDefinition, object][])('the tool choice for %o has its own form', ([tool, choice]) => {
  const parameters = { toolChoice: { type: 'tool', toolName: 'x' } } as const
  expect(toOpenAIResponses({ messages, tools: [tool], parameters }).tool_choice).toEqual(choice)
})

test('128 tools are sent and one more is an error', () => {
  const many = (count: number): ToolDefinition[] =>
    Array.from({ length: count }, (_, at) => ({ ...weather, name: `t${at}` }))
  expect(toolsOf(...many(128))).toHaveLength(128)
  expect(() => toolsOf(...many(129))).toThrow(/at most 128.*WIRE_TOO_MANY_TOOLS/)
})

test('tool settings are omitted without tools, and are a loss if they required a call', () => {
  const parameters = {
    toolChoice: 'required',
    ...openai({ responsesExtra: { parallel_tool_calls: false, max_tool_calls: 1 } }),
  } as const
  const { request, losses } = encodeOpenAIResponses({ messages, parameters })
  expect(request).toEqual({ input: messages })
  expect(losses.map(({ code }) => code)).toEqual(['tool-choice', 'tool-choice', 'tool-choice'])
  expect(toOpenAIResponses({ messages, tools: [weather], parameters })).toMatchObject({ parallel_tool_calls: false })
})

test('stop sequences and a seed are losses', () => {
  const { request, losses } = encodeOpenAIResponses({ messages, parameters: { stopSequences: ['END'], seed: 7 } })
  expect(request).toEqual({ input: messages })
  expect(losses.map(({ code, path }) => [code, path])).toEqual([
    ['parameter', 'parameters'],
    ['parameter', 'parameters'],
  ])
})

test.for([
  [{ temperature: -0.1 }, 'temperature'],
  [{ temperature: Number.NaN }, 'temperature'],
  [{ topP: 1.5 }, 'topP'],
  [{ maxOutputTokens: 15 }, 'maxOutputTokens'],
  [{ maxOutputTokens: 16.5 }, 'maxOutputTokens'],
  [{ toolChoice: { type: 'tool', toolName: 'unknown' } }, 'toolChoice'],
] as const)('the parameters %o are an error that names %s', ([parameters, parameter]) => {
  try {
    toOpenAIResponses({ messages, tools: [weather], parameters })
    expect.unreachable()
  } catch (error) {
    expect(isLamellaError(error, 'WIRE_PARAMETER') && error.details).toMatchObject({ parameter })
  }
})

test('a whole request is read as a context and written unchanged', () => {
  const request = {
    model: 'gpt-5',
    instructions: 'Be kind.',
    input: [{ role: 'developer', content: 'Be brief.' }, { role: 'system', content: 'Now.' }, ...messages],
    tools: [
      { type: 'function', name: 'get_weather', parameters: weather.inputSchema, strict: true },
      { type: 'function', name: 'later', parameters: weather.inputSchema, strict: null, defer_loading: true },
      { type: 'custom', name: 'sql', description: 'Runs SQL.' },
      { type: 'web_search' },
      { type: 'mcp', server_label: 'a', server_url: 'https://a.b' },
    ],
    tool_choice: { type: 'function', name: 'get_weather' },
    temperature: 0,
    max_output_tokens: 100,
    stream: true,
    reasoning: { effort: 'low' },
    text: { format: { type: 'json_object' } },
    parallel_tool_calls: false,
    metadata: { a: 'b' },
  }
  const context = decodeOpenAIResponses(request)
  expect(context.system.map(({ content }) => content)).toEqual(['Be kind.', 'Be brief.', 'Now.'])
  expect(context.tools.map(({ name }) => name)).toEqual(['get_weather', 'later', 'sql', 'web_search', 'mcp_a'])
  expect(context.parameters).toMatchObject({ model: 'gpt-5', toolChoice: { type: 'tool', toolName: 'get_weather' } })
  expect(toOpenAIResponses(context)).toEqual(request)
})

test('fields that would make a request invalid are omitted and reported', () => {
  const responsesExtra = {
    input: 'x',
    model: 'y',
    stop: ['z'],
    messages: [],
    temperature: 0,
    top_p: 2,
    truncation: 'auto',
  }
  const parameters = { temperature: 1, ...openai({ responsesExtra, extra: { n: 2 } }) }
  const { request, losses } = encodeOpenAIResponses({ messages, parameters }, { model: 'gpt-5' })
  expect(request).toEqual({ model: 'gpt-5', input: messages, temperature: 1, truncation: 'auto' })
  expect(losses.map(({ code }) => code).toSorted()).toEqual([
    'parameter',
    'parameter',
    'parameter',
    'provider-options',
    'provider-options',
    'provider-options',
    'provider-options',
  ])
})

test('a native tool choice must name tools that exist, wherever they come from', () => {
  const choice = (name: string): object => ({
    type: 'allowed_tools',
    mode: 'auto',
    tools: [{ type: 'function', name }],
  })
  const namespace = own({
    type: 'namespace',
    name: 'crm',
    description: 'x',
    tools: [{ type: 'function', name: 'find' }],
  })
  const sent = (name: string): unknown =>
    toOpenAIResponses({
      messages,
      tools: [weather, namespace],
      parameters: openai({ responsesExtra: { tool_choice: choice(name) } }),
    }).tool_choice
  expect([sent('get_weather'), sent('find'), sent('lose')]).toEqual([choice('get_weather'), choice('find'), undefined])
  const decoded = decodeOpenAIResponses({
    input: [{ type: 'additional_tools', role: 'developer', tools: [{ type: 'function', name: 'late' }] }, ...messages],
    tool_choice: { type: 'function', name: 'late' },
  })
  expect(toOpenAIResponses(decoded).tool_choice).toEqual({ type: 'function', name: 'late' })
})
