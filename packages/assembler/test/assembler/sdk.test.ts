import type { Anthropic } from '@anthropic-ai/sdk'
import { type AssembledContext, createContextAssembler } from '@lamella/assembler'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'
import type { OpenAI } from 'openai'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { now, user } from './support.ts'

type ChatRequest = OpenAI.ChatCompletionCreateParamsNonStreaming
type ResponsesRequest = OpenAI.Responses.ResponseCreateParamsNonStreaming
type ClaudeRequest = Anthropic.MessageCreateParamsNonStreaming

const assembler = createContextAssembler(
  { sessionStore: { getMessages: () => [user('Hello')] }, now },
  { defaultModel: 'gpt-4o' },
)

describe('what an assembler gives', () => {
  it('is, as its context, what the packages of the providers take', async () => {
    const { context } = await assembler.assemble('s', undefined, { additionalSystemPrompt: 'Be kind.' })
    const chat = toOpenAIChat(context)
    const responses = toOpenAIResponses(context)
    const claude = toAnthropic(context)
    expectTypeOf(chat).toExtend<ChatRequest>()
    expectTypeOf(responses).toExtend<ResponsesRequest>()
    expectTypeOf(claude).toExtend<ClaudeRequest>()
    expect([chat.model, responses.model, claude.model]).toEqual(['gpt-4o', 'gpt-4o', 'gpt-4o'])
    const system = 'Be kind.\n\n'
    expect(chat.messages[0]).toMatchObject({ role: 'system', content: expect.stringContaining(system) })
    expect(responses.instructions).toContain(system)
    expect(claude.system).toContain(system)
  })

  it('does not compile in place of its context, and is refused at run time', async () => {
    const assembled: AssembledContext = await assembler.assemble('s')
    // @ts-expect-error The system prompt would not be sent.
    expect(() => toOpenAIChat(assembled)).toThrow(/not a context/)
    // @ts-expect-error The same with a model.
    expect(() => toOpenAIResponses(assembled, { model: 'gpt-4o' })).toThrow(/not a context/)
    // @ts-expect-error The same.
    expect(() => toAnthropic(assembled)).toThrow(/not a context/)
    // @ts-expect-error The same.
    expect(() => toGemini(assembled)).toThrow(/not a context/)
  })

  // The package of OpenAI asks for none in requests of Responses, since a stored prompt may name it.
  it('needs a model where the package needs one', () => {
    const nameless = { messages: [user('Hello')] }
    expectTypeOf(toOpenAIChat(nameless)).not.toExtend<ChatRequest>()
    expectTypeOf(toAnthropic(nameless)).not.toExtend<ClaudeRequest>()
    expectTypeOf(toOpenAIChat(nameless, { model: 'gpt-4o' })).toExtend<ChatRequest>()
    expect(toOpenAIChat(nameless)).not.toHaveProperty('model')
  })
})
