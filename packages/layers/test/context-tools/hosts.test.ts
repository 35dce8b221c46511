import type Anthropic from '@anthropic-ai/sdk'
import { createContext } from '@lamella/core'
import { message } from '@lamella/layers'
import { contextTools } from '@lamella/layers/tools'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { McpServer } from '@modelcontextprotocol/server'
import { asSchema, generateText, stepCountIs } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { generateText as generateText7 } from 'ai-v7'
import { MockLanguageModelV4 as MockLanguageModel7 } from 'ai-v7/test'
import type OpenAI from 'openai'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'ada', kind: 'private' } as const
const set = contextTools({
  scope,
  skills: {
    skills: () => ({ skills: [{ name: 'tax', description: 'Fills in forms.' }] }),
    load: (_scope, name) => (name === 'tax' ? { name, description: '', body: 'Take form 12.' } : undefined),
  },
})

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const call = (input: string) => ({
  content: [{ type: 'tool-call' as const, toolCallId: 'c1', toolName: 'load_skill', input }],
  finishReason: { unified: 'tool-calls' as const, raw: 'tool_calls' },
  usage,
  warnings: [],
})
const done = {
  content: [{ type: 'text' as const, text: 'Done.' }],
  finishReason: { unified: 'stop' as const, raw: 'stop' },
  usage,
  warnings: [],
}

describe('the tools of a set, without a cast', () => {
  it('are the tools of generateText of ai 6, which runs them', async () => {
    const model = new MockLanguageModelV3({ doGenerate: [call('{"name":"tax"}'), done] })
    const { tools } = set
    const { steps } = await generateText({ model, tools, prompt: 'My tax', stopWhen: stepCountIs(3) })
    expect(steps[1]?.response.messages[1]).toMatchObject({
      role: 'tool',
      content: [{ output: { type: 'text', value: 'Skill tax\n\nTake form 12.' } }],
    })
    expect(await asSchema(tools['load_skill']?.inputSchema).jsonSchema).toMatchObject({ required: ['name'] })
  })

  it('are the tools of generateText of ai 7, which runs them', async () => {
    const model = new MockLanguageModel7({ doGenerate: [call('{"name":"tax"}'), done] })
    const { steps } = await generateText7({ model, tools: set.tools, prompt: 'My tax' })
    expect(JSON.stringify(steps[0]?.response.messages)).toContain('Take form 12.')
  })

  it('tell a model of the AI SDK what is wrong with its input', async () => {
    const model = new MockLanguageModelV3({ doGenerate: [call('{"name":"tax","tenant":"umbrella"}'), done] })
    const { steps } = await generateText({ model, tools: set.tools, prompt: 'My tax', stopWhen: stepCountIs(3) })
    expect(JSON.stringify(steps)).toContain('load_skill has no parameter')
  })

  it('are definitions for requests of OpenAI and Anthropic', async () => {
    const builder = createContext().use(message()).tools(set.definitions).budget({ window: 8_000, reserve: 1_000 })
    const context = await builder.build({ scope, message: 'My tax' })
    const anthropic: Anthropic.MessageCreateParamsNonStreaming = {
      ...toAnthropic(context, { model: 'claude-sonnet-4-5' }),
      max_tokens: 100,
    }
    const openai: OpenAI.ChatCompletionCreateParamsNonStreaming = toOpenAIChat(context, { model: 'gpt-4o' })
    expect(anthropic.tools).toMatchObject([{ name: 'load_skill', input_schema: { required: ['name'] } }])
    expect(openai.tools).toMatchObject([{ function: { name: 'load_skill', parameters: { required: ['name'] } } }])
  })

  it('are tools of an MCP server', async () => {
    const server = new McpServer({ name: 'test', version: '1.0.0' })
    for (const { name, description, inputSchema, execute } of Object.values(set.tools)) {
      server.registerTool(name, { description, inputSchema }, async (input) => {
        const { type, value } = await execute(input, { scope })
        return { content: [{ type: 'text', text: value }], isError: type === 'error-text' }
      })
    }
    expect(Object.keys(set.tools)).toEqual(['load_skill'])
  })
})
