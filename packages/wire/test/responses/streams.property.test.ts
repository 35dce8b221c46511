import { isLamellaError, type Message } from '@lamella/core'
import { decodeAnthropicResponse, decodeAnthropicStream } from '@lamella/wire/anthropic'
import { decodeBedrockConverseResponse, decodeBedrockConverseStream } from '@lamella/wire/bedrock-converse'
import { decodeGeminiResponse, decodeGeminiStream } from '@lamella/wire/gemini'
import {
  type DecodedResponse,
  decodeOpenAIChatResponse,
  decodeOpenAIChatStream,
  type StreamDelta,
} from '@lamella/wire/openai-chat'
import { decodeOpenAIResponsesResponse, decodeOpenAIResponsesStream } from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../random.ts'
import { anthropicBody, chatBody, converseBody, geminiBody, responsesBody } from './bodies.ts'
import { emitAnthropic } from './emit/anthropic.ts'
import { emitBedrockConverse } from './emit/bedrock-converse.ts'
import { cut, type Emitted, type Random, source, sseText } from './emit/emitter.ts'
import { emitGemini } from './emit/gemini.ts'
import { emitOpenAIChat } from './emit/openai-chat.ts'
import { emitOpenAIResponses } from './emit/openai-responses.ts'

const numRuns = Number(process.env['LAMELLA_STREAMS'] ?? 50)

interface Decoder<Body> {
  readonly body: fc.Arbitrary<Body>
  readonly emit: (body: Body, random: Random) => Emitted[]
  readonly whole: (body: unknown) => DecodedResponse
  readonly stream: typeof decodeAnthropicStream
}

function decoder<Body>(one: Decoder<Body>): Decoder<unknown> {
  return one as unknown as Decoder<unknown>
}

const decoders: Readonly<Record<string, Decoder<unknown>>> = {
  'OpenAI Chat': decoder({
    body: chatBody,
    emit: emitOpenAIChat,
    whole: decodeOpenAIChatResponse,
    stream: decodeOpenAIChatStream,
  }),
  'OpenAI Responses': decoder({
    body: responsesBody,
    emit: emitOpenAIResponses,
    whole: decodeOpenAIResponsesResponse,
    stream: decodeOpenAIResponsesStream,
  }),
  Anthropic: decoder({
    body: anthropicBody,
    emit: emitAnthropic,
    whole: decodeAnthropicResponse,
    stream: decodeAnthropicStream,
  }),
  'Bedrock Converse': decoder({
    body: converseBody,
    emit: emitBedrockConverse,
    whole: decodeBedrockConverseResponse,
    stream: decodeBedrockConverseStream,
  }),
  Gemini: decoder({ body: geminiBody, emit: emitGemini, whole: decodeGeminiResponse, stream: decodeGeminiStream }),
}

const seed = fc.nat(2 ** 31)

describe.each(Object.entries(decoders))('%s', (name, { body, emit, whole, stream }) => {
  test('a stream in random pieces gives what the whole response gives', async () => {
    await fc.assert(
      fc.asyncProperty(body, seed, async (sent, number) => {
        const random = randomFrom(number)
        const events = emit(sent, random)
        const isArray = name === 'Gemini' && random(3) === 0
        const text = isArray ? JSON.stringify(events.map(({ data }) => data)) : sseText(events, random)
        const decoded = stream(source(cut(text, random)))
        const deltas: StreamDelta[] = []
        for await (const delta of decoded) deltas.push(delta)
        const response = await decoded.response()
        const expected = whole(sent)
        expect(facts(response)).toEqual(facts(expected))
        expect(response.ignored).toBeUndefined()
        expect(textOf(deltas, 'text')).toBe(textIn(expected.messages, 'text'))
        if (name !== 'OpenAI Chat') expect(textOf(deltas, 'reasoning')).toBe(textIn(expected.messages, 'reasoning'))
      }),
      { numRuns },
    )
  })

  test('parsed events give the same as their bytes, and are not changed', async () => {
    await fc.assert(
      fc.asyncProperty(body, seed, async (sent, number) => {
        const events = emit(sent, randomFrom(number)).flatMap(({ data }) => (data === '[DONE]' ? [] : [data]))
        const before = JSON.stringify(events)
        expect(facts(await stream(source(events)).response())).toEqual(facts(whole(sent)))
        expect(JSON.stringify(events)).toBe(before)
      }),
      { numRuns: Math.min(numRuns, 1_000) },
    )
  })

  test('a stream that ends too early is an error with the text so far and no torn call', async () => {
    await fc.assert(
      fc.asyncProperty(body, seed, async (sent, number) => {
        const random = randomFrom(number)
        const text = sseText(emit(sent, random), random)
        const decoded = stream(source([text.slice(0, random(text.length))]))
        const { messages, calls } = whole(sent)
        try {
          expect(facts(await decoded.response()).messages).toEqual(messages)
        } catch (error) {
          if (!isLamellaError(error, 'WIRE_RESPONSE')) throw error
          const { reason, partial } = error.details as { reason: string; partial: { messages: Message[] } }
          expect(reason).toBe('incomplete')
          expect(textIn(messages, 'text')).toMatch(startingWith(textIn(partial.messages, 'text')))
          for (const call of partsOf(partial.messages, 'tool-call'))
            expect([...calls, ...partsOf(messages, 'tool-call')].map(identity)).toContainEqual(identity(call))
        }
      }),
      { numRuns: Math.min(numRuns, 1_000) },
    )
  })
})

function facts({
  messages,
  calls,
  finishReason,
  rawFinishReason,
  usage,
}: DecodedResponse): Omit<DecodedResponse, 'body'> {
  return { messages, calls, finishReason, rawFinishReason, usage }
}

function textOf(deltas: readonly StreamDelta[], type: StreamDelta['type']): string {
  return deltas.flatMap((delta) => (delta.type === type ? [delta.text] : [])).join('')
}

function partsOf(messages: readonly Message[], type: string): { readonly text?: string }[] {
  return messages.flatMap(({ content }) => {
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    return parts.filter((part) => part.type === type && !JSON.stringify(part).includes('"block":')) as {
      text?: string
    }[]
  })
}

function textIn(messages: readonly Message[], type: string): string {
  return partsOf(messages, type)
    .map((part) => part.text)
    .join('')
}

function identity(part: object): object {
  const { toolCallId, toolName, input } = part as Record<string, unknown>
  return { toolCallId, toolName, input }
}

function startingWith(start: string): RegExp {
  return new RegExp(`^${start.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
}
