import { createContext, type Message, type ToolDefinition } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { hostedTools } from '@lamella/offload/tool-search'
import { openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { decodeAnthropicResponse, encodeAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import {
  decodeOpenAIResponsesResponse,
  encodeOpenAIResponses,
  validateOpenAIResponses,
} from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'

const tool = (name: string): ToolDefinition => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties: {} },
})
const tools = [tool('read_file'), tool('create_issue')]
const contextWith = (definitions: readonly ToolDefinition[]) =>
  createContext()
    .use(message())
    .tools(definitions)
    .budget({ window: 8_000, reserve: 1_000 })
    .build({ scope: { tenant: 'acme' }, message: 'Hello' })

it('sends Anthropic its search and the other tools deferred', async () => {
  for (const by of ['bm25', 'regex'] as const) {
    const context = await contextWith(hostedTools(tools, { provider: 'anthropic', always: ['read_file'], by }))
    const { request, losses } = encodeAnthropic(context, { model: 'claude-sonnet-5' })
    expect(losses).toEqual([])
    expect(request.tools).toEqual([
      { type: `tool_search_tool_${by}_20251119`, name: `tool_search_tool_${by}` },
      expect.not.objectContaining({ defer_loading: true }),
      expect.objectContaining({ name: 'create_issue', defer_loading: true }),
    ])
    expect(validateAnthropic({ ...request, max_tokens: 100 })).toEqual([])
  }
})

it('sends OpenAI Responses its search and the other tools deferred', async () => {
  const context = await contextWith(hostedTools(tools, { provider: 'openai', always: ['read_file'] }))
  const { request, losses } = encodeOpenAIResponses(context, { model: 'gpt-5.6' })
  expect(losses).toEqual([])
  expect(request.tools).toEqual([
    { type: 'tool_search' },
    expect.not.objectContaining({ defer_loading: true }),
    expect.objectContaining({ type: 'function', name: 'create_issue', defer_loading: true }),
  ])
  expect(validateOpenAIResponses(request)).toEqual([])
})

it('keeps other options of a tool, and rejects an unknown provider', () => {
  const strict = { ...tool('x'), providerOptions: { openai: { strict: true, itemExtra: { a: 1 } } } }
  expect(hostedTools([strict], { provider: 'openai' })[1]?.providerOptions).toEqual({
    openai: { strict: true, itemExtra: { a: 1, defer_loading: true } },
  })
  expect(() => hostedTools(tools, { provider: 'gemini' as never })).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID' }),
  )
})

describe('a run with a hosted search', () => {
  const start = async (provider: 'anthropic' | 'openai') => {
    const builder = createContext()
      .use([history(), message()])
      .tools(hostedTools(tools, { provider }))
      .budget({ window: 8_000, reserve: 1_000 })
    const sessions = createSessionStore()
    const run = await openRun(builder, { sessions, scope: { tenant: 'acme', session: 's' }, id: 's' })
    await run.next({ message: 'File it.' })
    return run
  }
  const result = (toolCallId: string): Message => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId, toolName: 'create_issue', output: { type: 'text', value: '#4711' } }],
  })

  it('sends Anthropic back its search, what it found, and the call of what was loaded', async () => {
    const run = await start('anthropic')
    const content = [
      {
        type: 'server_tool_use',
        id: 'srvtoolu_1',
        name: 'tool_search_tool_bm25',
        input: { query: 'issue' },
        caller: { type: 'direct' },
      },
      {
        type: 'tool_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: {
          type: 'tool_search_tool_search_result',
          tool_references: [{ type: 'tool_reference', tool_name: 'create_issue' }],
        },
      },
      { type: 'tool_use', id: 'toolu_1', name: 'create_issue', input: {}, caller: { type: 'direct' } },
    ]
    const { messages } = decodeAnthropicResponse({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-5',
      content,
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    })
    await run.append([...messages, result('toolu_1')])
    const { request, losses, repairs } = encodeAnthropic(await run.next(), { model: 'claude-sonnet-5' })
    expect([losses, repairs]).toEqual([[], []])
    expect(request.messages[1]).toEqual({ role: 'assistant', content })
    expect(request.tools).toContainEqual(expect.objectContaining({ name: 'create_issue', defer_loading: true }))
    expect(validateAnthropic({ ...request, max_tokens: 100 })).toEqual([])
  })

  it('sends OpenAI back its search, what it loaded, and the call', async () => {
    const run = await start('openai')
    const loaded = { type: 'function', name: 'create_issue', defer_loading: true, parameters: tools[1]?.inputSchema }
    const output = [
      {
        type: 'tool_search_call',
        id: 'tsc_1',
        call_id: null,
        execution: 'server',
        status: 'completed',
        arguments: { paths: ['create_issue'] },
      },
      {
        type: 'tool_search_output',
        id: 'tso_1',
        call_id: null,
        execution: 'server',
        status: 'completed',
        tools: [loaded],
      },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'call_1',
        name: 'create_issue',
        arguments: '{}',
        status: 'completed',
      },
    ]
    const { messages } = decodeOpenAIResponsesResponse({
      id: 'resp_1',
      object: 'response',
      model: 'gpt-5.6',
      status: 'completed',
      output,
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    })
    await run.append([...messages, result('call_1')])
    const { request, losses, repairs } = encodeOpenAIResponses(await run.next(), { model: 'gpt-5.6' })
    expect([losses, repairs]).toEqual([[], []])
    expect(request.input.slice(1, 4)).toEqual(output)
    expect(validateOpenAIResponses(request)).toEqual([])
  })
})
