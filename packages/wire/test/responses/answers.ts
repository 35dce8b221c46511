import type { Message } from '@lamella/core'
import { decodeAnthropicResponse, decodeAnthropicStream } from '@lamella/wire/anthropic'
import { decodeBedrockConverseResponse, decodeBedrockConverseStream } from '@lamella/wire/bedrock-converse'
import { decodeGeminiResponse, decodeGeminiStream } from '@lamella/wire/gemini'
import { type DecodedResponse, decodeOpenAIChatResponse, decodeOpenAIChatStream } from '@lamella/wire/openai-chat'
import { decodeOpenAIResponsesResponse, decodeOpenAIResponsesStream } from '@lamella/wire/openai-responses'
import type fc from 'fast-check'
import { noData, readLines } from '../data.ts'
import { anthropicBody, chatBody, converseBody, geminiBody, responsesBody } from './bodies.ts'
import { emitAnthropic } from './emit/anthropic.ts'
import { type ConverseBody, emitBedrockConverse } from './emit/bedrock-converse.ts'
import type { Emitted, Random } from './emit/emitter.ts'
import { emitGemini } from './emit/gemini.ts'
import { emitOpenAIChat } from './emit/openai-chat.ts'
import { emitOpenAIResponses } from './emit/openai-responses.ts'
import { type Fields, records } from './oddities/oddity.ts'

/** A format: its answers, how they are sent, and how they are read. */
export interface Decoder {
  readonly body: fc.Arbitrary<unknown>
  readonly emit: (body: never, random: Random) => Emitted[]
  readonly whole: (body: unknown) => DecodedResponse
  readonly stream: typeof decodeAnthropicStream
  /** Bodies of recorded answers. */
  readonly recorded: readonly unknown[]
  /** Returns the body of what has arrived whole with the first events. */
  readonly arrived: (body: never, events: readonly Emitted[]) => unknown
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

/** A text has arrived as far as it came, a call when another one or the end follows. */
function chatArrived(body: Fields, events: readonly Emitted[]): unknown {
  const [choice = {}] = records(body['choices'])
  const message = choice['message'] as Fields
  const seen = events.flatMap(({ data }) => (typeof data === 'string' ? [] : records((data as Fields)['choices'])))
  const deltas = seen.map(({ delta }) => delta as Fields)
  const starts = deltas.flatMap((delta) => records(delta['tool_calls'])).filter((call) => 'id' in call).length
  const hasEnd = seen.some(({ finish_reason: reason }) => reason !== null)
  const content = deltas.map((delta) => delta['content'] ?? '').join('')
  const calls = records(message['tool_calls']).slice(0, hasEnd ? starts : Math.max(0, starts - 1))
  return { ...body, choices: [{ ...choice, message: { role: 'assistant', content, tool_calls: calls } }] }
}

export const decoders: Readonly<Record<string, Decoder>> = {
  'OpenAI Chat': {
    body: chatBody.map((body) => ({ ...body, choices: body.choices.slice(0, 1) })),
    emit: emitOpenAIChat,
    whole: decodeOpenAIChatResponse,
    stream: decodeOpenAIChatStream,
    arrived: chatArrived,
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
    arrived: (body: Fields, events) => {
      const ends = events.filter(({ name }) => name === 'response.output_item.done')
      return { ...body, output: (body['output'] as unknown[]).slice(0, ends.length) }
    },
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
    arrived: (body: Fields, events) => {
      const ends = events.filter(({ name }) => name === 'content_block_stop')
      return { ...body, content: (body['content'] as unknown[]).slice(0, ends.length) }
    },
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
    arrived: (body: Fields, events) => {
      const [first] = body['candidates'] as Fields[]
      const parts = events.flatMap(({ data }) =>
        records((data as Fields)['candidates']).flatMap(({ content }) =>
          records((content as Fields | undefined)?.['parts']),
        ),
      )
      return { ...body, candidates: [{ ...first, content: { role: 'model', parts } }] }
    },
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
    arrived: (body: ConverseBody, events) => {
      const ends = events.filter(({ data }) => typeof data !== 'string' && 'contentBlockStop' in data)
      const { message } = body.output
      return { ...body, output: { message: { ...message, content: message.content.slice(0, ends.length) } } }
    },
    recorded: [],
  },
}

/** What an answer says. */
export interface Said {
  readonly text: string
  readonly calls: readonly { readonly toolName: string; readonly input: unknown }[]
}

/** Returns the texts and the calls of messages. Calls are known by name and arguments. */
export function said(messages: readonly Message[]): Said {
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
