import { isLamellaError, type Message } from '@lamella/core'
import { decodeAnthropicResponse, decodeAnthropicStream } from '@lamella/wire/anthropic'
import { decodeBedrockConverseResponse, decodeBedrockConverseStream } from '@lamella/wire/bedrock-converse'
import { decodeGeminiResponse, decodeGeminiStream } from '@lamella/wire/gemini'
import { type DecodedResponse, decodeOpenAIChatResponse, decodeOpenAIChatStream } from '@lamella/wire/openai-chat'
import { decodeOpenAIResponsesResponse, decodeOpenAIResponsesStream } from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noData, readLines } from '../data.ts'
import { randomFrom } from '../random.ts'
import { anthropicBody, chatBody, converseBody, geminiBody, responsesBody } from './bodies.ts'
import { emitAnthropic } from './emit/anthropic.ts'
import { emitBedrockConverse } from './emit/bedrock-converse.ts'
import type { Emitted, Random } from './emit/emitter.ts'
import { emitGemini } from './emit/gemini.ts'
import { emitOpenAIChat } from './emit/openai-chat.ts'
import { emitOpenAIResponses } from './emit/openai-responses.ts'
import { applyOddities } from './oddities/apply.ts'
import type { Fields } from './oddities/oddity.ts'

const numRuns = Number(process.env['LAMELLA_STREAMS'] ?? 200)

interface Decoder {
  readonly body: fc.Arbitrary<unknown>
  readonly emit: (body: never, random: Random) => Emitted[]
  readonly whole: (body: unknown) => DecodedResponse
  readonly stream: typeof decodeAnthropicStream
  /** Bodies of recorded answers. */
  readonly recorded: readonly unknown[]
}

/** Returns recorded messages as the bodies of answers. */
function recorded(
  format: string,
  list: string,
  isAnswer: (message: Fields) => boolean,
  body: (message: Fields) => object,
): unknown[] {
  if (noData !== undefined) return []
  return readLines<{ readonly body: Fields }>(`wire/${format}.accepted-tools.jsonl`).flatMap((line) =>
    (Array.isArray(line.body[list]) ? (line.body[list] as Fields[]) : []).filter(isAnswer).map(body),
  )
}

const isAssistant = ({ role }: Fields): boolean => role === 'assistant'

function outputOf(content: unknown): unknown {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return [{ type: 'output_text', text, annotations: [] }]
}

const decoders: Readonly<Record<string, Decoder>> = {
  'OpenAI Chat': {
    body: chatBody.map((body) => ({ ...body, choices: body.choices.slice(0, 1) })),
    emit: emitOpenAIChat,
    whole: decodeOpenAIChatResponse,
    stream: decodeOpenAIChatStream,
    recorded: recorded('openai-chat', 'messages', isAssistant, (message) => ({
      id: 'chatcmpl-1',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    })),
  },
  'OpenAI Responses': {
    body: responsesBody,
    emit: emitOpenAIResponses,
    whole: decodeOpenAIResponsesResponse,
    stream: decodeOpenAIResponsesStream,
    recorded: ['message', 'function_call'].flatMap((type) =>
      recorded(
        'openai-responses',
        'input',
        (item) => type === (item['type'] ?? 'message') && [undefined, 'assistant'].includes(item['role'] as string),
        (item) => ({
          id: 'resp_1',
          status: 'completed',
          output: [{ type, id: 'msg_1', ...item, ...(type === 'message' && { content: outputOf(item['content']) }) }],
        }),
      ),
    ),
  },
  Anthropic: {
    body: anthropicBody,
    emit: emitAnthropic,
    whole: decodeAnthropicResponse,
    stream: decodeAnthropicStream,
    recorded: recorded('anthropic', 'messages', isAssistant, ({ content }) => ({
      id: 'msg_1',
      type: 'message',
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      stop_reason: 'end_turn',
      usage: {},
    })),
  },
  Gemini: {
    body: geminiBody.map((body) => ({ ...body, candidates: body.candidates?.slice(0, 1) })),
    emit: emitGemini,
    whole: decodeGeminiResponse,
    stream: decodeGeminiStream,
    recorded: recorded(
      'gemini',
      'contents',
      ({ role }) => role === 'model',
      (content) => ({
        candidates: [{ index: 0, content, finishReason: 'STOP' }],
      }),
    ),
  },
  'Bedrock Converse': {
    body: converseBody,
    emit: emitBedrockConverse,
    whole: decodeBedrockConverseResponse,
    stream: decodeBedrockConverseStream,
    recorded: [],
  },
}

interface Said {
  readonly text: string
  readonly calls: readonly { readonly toolName: string; readonly input: unknown }[]
}

/** Returns the texts and the calls of messages. Calls are known by name and arguments. */
function said(messages: readonly Message[]): Said {
  const parts = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : (content as unknown as readonly Fields[]),
  ) as readonly Fields[]
  const own = parts.filter((part) => !JSON.stringify(part).includes('"block":'))
  return {
    text: own.flatMap((part) => (part['type'] === 'text' ? [part['text']] : [])).join(''),
    calls: own
      .filter((part) => part['type'] === 'tool-call' && part['providerExecuted'] !== true)
      .map(({ toolName, input }) => ({ toolName: String(toolName), input })),
  }
}

/** Whether each call of a body arrives whole under a name of its own, so that a reader can know it. */
function isWhole(calls: readonly (Fields | { readonly input: unknown })[]): boolean {
  const ids = calls.map((call) => (call as Fields)['toolCallId'])
  return new Set(ids).size === ids.length && calls.every(({ input }) => typeof input === 'object' && input !== null)
}

const seed = fc.nat(2 ** 31)

describe.each(Object.entries(decoders))('%s', (format, { body, emit, whole, stream, recorded }) => {
  test('texts and calls that arrive whole are never lost, whatever one to three oddities a server has', async () => {
    const bodies = recorded.length === 0 ? body : fc.oneof(body, fc.constantFrom(...recorded))
    await fc.assert(
      fc.asyncProperty(bodies, seed, async (sent, number) => {
        const response = whole(sent)
        fc.pre(isWhole(response.calls as unknown as Fields[]))
        const expected = said(response.messages)
        const random = randomFrom(number)
        const { events, names } = applyOddities(format, emit(sent as never, random), random)
        const text = events
          .map(({ name, data }) => {
            const line = typeof data === 'string' ? data : JSON.stringify(data)
            return `${name === undefined ? '' : `event: ${name}\n`}data: ${line}\n\n`
          })
          .join('')
        const found = await messagesOf(stream([text]))
        expect(said(found), names.join(', ')).toEqual(expected)
        for (const call of callsIn(found)) {
          expect(call['toolCallId']).not.toBe('')
          expect(call['toolName']).not.toBe('')
        }
        const ids = callsIn(found).map(({ toolCallId }) => toolCallId)
        expect(new Set(ids).size).toBe(ids.length)
        expect(await messagesOf(stream([text]))).toEqual(found)
      }),
      { numRuns },
    )
  })
})

function callsIn(messages: readonly Message[]): Fields[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : (content as unknown as readonly Fields[]).filter(
          (part) => part['type'] === 'tool-call' && part['providerExecuted'] !== true,
        ),
  )
}

async function messagesOf(stream: ReturnType<typeof decodeAnthropicStream>): Promise<readonly Message[]> {
  try {
    return (await stream.response()).messages
  } catch (error) {
    if (!isLamellaError(error, 'WIRE_RESPONSE')) throw error
    return (error.details as { readonly partial: { readonly messages: readonly Message[] } }).partial.messages
  }
}
