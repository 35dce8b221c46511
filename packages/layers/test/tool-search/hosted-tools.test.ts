import { createContext, type ToolDefinition } from '@lamella/core'
import { message } from '@lamella/layers'
import { hostedTools } from '@lamella/layers/tool-search'
import { encodeAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import { encodeOpenAIResponses, validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect, it } from 'vitest'

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
