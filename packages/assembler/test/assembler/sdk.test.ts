import type { Anthropic } from '@anthropic-ai/sdk'
import { createContextAssembler } from '@lamella/assembler'
import { createContextAssembler as createSeedAssembler } from '@lamella/assembler/seed'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate } from '@lamella/wire/validate'
import type { OpenAI } from 'openai'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { called, executor, now, tool, user } from './support.ts'

type ChatRequest = OpenAI.ChatCompletionCreateParamsNonStreaming
type ResponsesRequest = OpenAI.Responses.ResponseCreateParamsNonStreaming
type ClaudeRequest = Anthropic.MessageCreateParamsNonStreaming

const dependencies = {
  sessionStore: { getMessages: () => [user('What is in the garden?'), ...called('c1', 'Beans, two rows.')] },
  toolExecutor: executor(tool('look')),
  now,
}
const options = {
  additionalSystemPrompt: 'Be kind to snails.',
  temperature: 0.5,
  topK: 5,
  thinkingLevel: 'low',
} as const
const count = (text: string, part: string): number => text.split(part).length - 1

describe('the result of an assembler', () => {
  const main = createContextAssembler(dependencies, { model: 'claude-sonnet-4-5', maxOutputTokens: 1_000 })
  const seed = createSeedAssembler(dependencies, { defaultModel: 'claude-sonnet-4-5', defaultMaxTokens: 1_000 })

  it.each([
    ['the main entry', main],
    ['the seed', seed],
  ] as const)('is a context that every encoder accepts unchanged: %s', async (_, assembler) => {
    const context = await assembler.assemble('s', undefined, options)
    const requests = {
      'openai-chat': toOpenAIChat(context),
      'openai-responses': toOpenAIResponses(context),
      anthropic: toAnthropic(context),
      gemini: toGemini(context),
    } as const
    for (const [format, request] of Object.entries(requests)) {
      const errors = validate(format as keyof typeof requests, request).filter(({ level }) => level === 'error')
      expect(errors, format).toEqual([])
      const sent = JSON.stringify(request)
      for (const once of ['Be kind to snails.', 'What is in the garden?', 'Beans, two rows.', 'Does look.']) {
        expect(count(sent, once), `${format}: ${once}`).toBe(1)
      }
    }
    expect(requests.anthropic.system).toContain('Be kind to snails.')
    expect(requests['openai-chat'].messages[0]?.role).toBe('system')
    expect(requests['openai-responses'].instructions).toContain('Be kind to snails.')
    expect(requests.anthropic).toMatchObject({ model: 'claude-sonnet-4-5', max_tokens: 1_000 })
  })

  it("is accepted by the providers' packages", async () => {
    const context = await main.assemble('s', undefined, { model: 'gpt-4o' })
    const named = await seed.assemble('s', undefined, { modelId: 'gpt-4o' })
    expectTypeOf(toOpenAIChat(context)).toExtend<ChatRequest>()
    expectTypeOf(toOpenAIResponses(context)).toExtend<ResponsesRequest>()
    expectTypeOf(toAnthropic(context)).toExtend<ClaudeRequest>()
    expectTypeOf(toOpenAIChat(named)).toExtend<ChatRequest>()
    expectTypeOf(toOpenAIResponses(named)).toExtend<ResponsesRequest>()
    expectTypeOf(toAnthropic(named)).toExtend<ClaudeRequest>()
    expect(toOpenAIChat(context)).toEqual(toOpenAIChat(named))
    expect(toOpenAIChat(context).model).toBe('gpt-4o')
  })

  // OpenAI's package requires no model in Responses requests, because a stored prompt may name it.
  it("has a model if the provider's package requires one", () => {
    const nameless = { messages: [user('Hello')] }
    expectTypeOf(toOpenAIChat(nameless)).not.toExtend<ChatRequest>()
    expectTypeOf(toAnthropic(nameless)).not.toExtend<ClaudeRequest>()
    expectTypeOf(toOpenAIChat(nameless, { model: 'gpt-4o' })).toExtend<ChatRequest>()
    expect(toOpenAIChat(nameless)).not.toHaveProperty('model')
  })
})
