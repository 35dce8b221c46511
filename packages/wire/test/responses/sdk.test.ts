import Anthropic from '@anthropic-ai/sdk'
import { BetaMessageStream } from '@anthropic-ai/sdk/lib/BetaMessageStream'
import { GoogleGenAI } from '@google/genai'
import { decodeAnthropicResponse, decodeAnthropicStream } from '@lamella/wire/anthropic'
import { decodeGeminiResponse, decodeGeminiStream } from '@lamella/wire/gemini'
import { decodeOpenAIChatResponse, decodeOpenAIChatStream } from '@lamella/wire/openai-chat'
import { decodeOpenAIResponsesResponse, decodeOpenAIResponsesStream } from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import OpenAI from 'openai'
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream'
import { ResponseStream } from 'openai/lib/responses/ResponseStream'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../random.ts'
import { anthropicBody, chatBody, geminiBody, responsesBody } from './bodies.ts'
import { emitAnthropic } from './emit/anthropic.ts'
import { type Emitted, plainSse, source } from './emit/emitter.ts'
import { emitGemini } from './emit/gemini.ts'
import { emitOpenAIChat } from './emit/openai-chat.ts'
import { emitOpenAIResponses } from './emit/openai-responses.ts'
import { streamServer } from './stream-server.ts'

// The official SDKs put the same events together in their own way.

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 25)
const seed = fc.nat(2 ** 31)
const data = (events: readonly Emitted[]): object[] => events.flatMap(({ data }) => (data === '[DONE]' ? [] : [data]))

/** The form that `fromReadableStream` of the SDKs reads: a JSON text a line. */
function lines(events: readonly Emitted[]): ReadableStream {
  return new Response(
    data(events)
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  ).body as ReadableStream
}

describe('the accumulator of the SDK gives the same messages', () => {
  test('OpenAI Chat', async () => {
    await fc.assert(
      fc.asyncProperty(chatBody, seed, async (body, number) => {
        // The SDK does not put custom calls together.
        fc.pre(!JSON.stringify(body).includes('"custom"'))
        const events = emitOpenAIChat(body, randomFrom(number))
        const final = await ChatCompletionStream.fromReadableStream(lines(events)).finalChatCompletion()
        const decoded = await decodeOpenAIChatStream(source(data(events))).response()
        // The SDK keeps the last piece of reasoning only, which it does not know.
        for (const [at, { message }] of final.choices.entries())
          Object.assign(message, { reasoning_content: undefined, ...reasoningOf(body.choices[at]?.message) })
        expect(decoded.messages).toEqual(decodeOpenAIChatResponse(final).messages)
        expect(decoded.usage).toEqual(decodeOpenAIChatResponse(final).usage)
      }),
      { numRuns },
    )
  })

  test('OpenAI Responses', async () => {
    await fc.assert(
      fc.asyncProperty(responsesBody, seed, async (body, number) => {
        const events = emitOpenAIResponses(body, () => 0)
        fc.pre(number > 0 && !body.output.some(({ type }) => String(type) === 'item_of_tomorrow'))
        const final = await ResponseStream.fromReadableStream(lines(events)).finalResponse()
        const decoded = await decodeOpenAIResponsesStream(source(data(events))).response()
        expect(decoded.messages.map(plain)).toEqual(decodeOpenAIResponsesResponse(final).messages.map(plain))
        expect(decoded.usage).toEqual(decodeOpenAIResponsesResponse(final).usage)
      }),
      { numRuns },
    )
  })

  test('Anthropic', async () => {
    await fc.assert(
      fc.asyncProperty(anthropicBody, seed, async (body, number) => {
        // The parser of the SDK loses this key.
        fc.pre(!JSON.stringify(body).includes('__proto__'))
        const events = emitAnthropic(body, randomFrom(number))
        const final = await BetaMessageStream.fromReadableStream(lines(events)).finalMessage()
        const decoded = await decodeAnthropicStream(source(data(events))).response()
        expect(decoded.messages).toEqual(decodeAnthropicResponse(final).messages)
        expect(decoded.usage).toEqual(decodeAnthropicResponse(final).usage)
      }),
      { numRuns },
    )
  })
})

describe('the stream of the SDK is a source', () => {
  const sent = { model: 'm', messages: [{ role: 'user' as const, content: 'Hello' }] }

  test('OpenAI', async () => {
    const [chat] = fc.sample(chatBody, { numRuns: 1, seed: 7 }) as [Parameters<typeof emitOpenAIChat>[0]]
    const [whole] = fc.sample(responsesBody, { numRuns: 1, seed: 7 }) as [Parameters<typeof emitOpenAIResponses>[0]]
    const client = (events: Emitted[]): OpenAI => {
      const fetch = async (): Promise<Response> => new Response(plainSse(events))
      return new OpenAI({ apiKey: 'none', fetch })
    }
    const chunks = emitOpenAIChat(chat, randomFrom(1))
    const stream = await client(chunks).chat.completions.create({ ...sent, stream: true })
    expect((await decodeOpenAIChatStream(stream).response()).messages).toEqual(decodeOpenAIChatResponse(chat).messages)
    const events = emitOpenAIResponses(whole, randomFrom(1))
    const responses = await client(events).responses.create({ model: 'm', input: 'Hello', stream: true })
    const { messages } = await decodeOpenAIResponsesStream(responses).response()
    expect(messages).toEqual(decodeOpenAIResponsesResponse(whole).messages)
  })

  test('Anthropic, also its helper, which puts the message together while it passes on events', async () => {
    for (const body of fc.sample(anthropicBody, { numRuns: 20, seed: 7 })) {
      if (JSON.stringify(body).includes('__proto__')) continue
      const fetch = async (): Promise<Response> => new Response(plainSse(emitAnthropic(body, randomFrom(1))))
      const client = new Anthropic({ apiKey: 'none', fetch })
      const expected = decodeAnthropicResponse(body).messages
      const stream = await client.messages.create({ ...sent, max_tokens: 100, stream: true })
      expect((await decodeAnthropicStream(stream).response()).messages).toEqual(expected)
      const helper = client.beta.messages.stream({ ...sent, max_tokens: 100 })
      expect((await decodeAnthropicStream(helper).response()).messages).toEqual(expected)
    }
  })

  test('Gemini, whose chunks are instances of a class', async () => {
    const [body] = fc.sample(geminiBody, { numRuns: 1, seed: 9 }) as [Parameters<typeof emitGemini>[0]]
    const server = await streamServer(plainSse(emitGemini(body, randomFrom(1))))
    try {
      const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: server.url } })
      const stream = await client.models.generateContentStream({ model: 'm', contents: 'Hello' })
      expect((await decodeGeminiStream(stream).response()).messages).toEqual(decodeGeminiResponse(body).messages)
    } finally {
      await server.close()
    }
  })
})

function reasoningOf(message: object | undefined): object {
  const { reasoning_content } = (message ?? {}) as { reasoning_content?: string }
  return reasoning_content === undefined ? {} : { reasoning_content }
}

/** The SDK adds fields of its own to texts and calls, which the decoder keeps apart. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, item) =>
    key === 'unknownFields' || key === 'contentExtra' ? undefined : item,
  )
}
