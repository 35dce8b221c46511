import type { JsonValue } from '@lamella/core'
import {
  decodeOpenAIChat,
  encodeOpenAIChat,
  fromOpenAIChat,
  type OpenAIChatRequest,
  validateOpenAIChat,
} from '@lamella/wire/openai-chat'
import { describe, expect, test } from 'vitest'
import { noData, readLines } from '../data.ts'
import { deepFreeze } from '../freeze.ts'

type Wire = { [key: string]: JsonValue }
type Recorded = { readonly src: string; readonly kind?: string; readonly body: Wire & OpenAIChatRequest }

/**
 * Returns a message as the encoder writes it. The only differences are:
 *
 * 1. `content` that is missing or empty next to calls is null 2. a single text part is a string 3. arguments that are
 * JSON are written without spaces, and '' as {}
 *
 * In a request, fields that are null are left out.
 */
function normal(message: Wire): Wire {
  const calls = message['tool_calls'] as { function: { name: string; arguments: string } }[] | undefined
  if (calls !== undefined) {
    const tool_calls = calls.map((call) => ({
      ...call,
      function: { ...call.function, arguments: compact(call.function.arguments) },
    }))
    return { ...message, content: message['content'] || null, tool_calls }
  }
  const [part, ...others] = Array.isArray(message['content']) ? (message['content'] as Wire[]) : []
  const text = part?.['type'] === 'text' && others.length === 0 ? part['text'] : undefined
  return text === undefined ? message : { ...message, content: text }
}

function compact(text: string): string {
  return text === '' ? '{}' : JSON.stringify(JSON.parse(text))
}

const errorsOf = (request: unknown): unknown[] => validateOpenAIChat(request).filter(({ level }) => level === 'error')

describe.skipIf(noData !== undefined)('recorded requests', () => {
  const accepted = noData === undefined ? readLines<Recorded>('wire/openai-chat.accepted-tools.jsonl') : []
  const rejected = noData === undefined ? readLines<Recorded>('wire/rejected-400.jsonl') : []
  const airline = noData === undefined ? readLines<{ messages: Wire[] }>('traces/tau-bench-airline.openai.jsonl') : []

  test('that OpenAI accepted break no rule of level error', () => {
    expect(accepted.length).toBeGreaterThan(0)
    for (const { src, body } of accepted) expect(errorsOf(body), src).toEqual([])
  })

  test('that OpenAI accepted keep their meaning in a round trip, and lose nothing', () => {
    for (const { src, body } of accepted) {
      const { request, losses, repairs } = encodeOpenAIChat(decodeOpenAIChat(deepFreeze(body)), { system: 'per-layer' })
      expect(errorsOf(request), src).toEqual([])
      expect(losses, src).toEqual([])
      expect(repairs, src).toEqual([])
      const set = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
      expect(request, src).toEqual({ ...set, messages: body.messages.map((message) => normal(message as never)) })
    }
  })

  // Of the eleven rejected requests, one breaks a rule of the format. Six contain a recording and were sent to models
  // without audio input, which is a strict violation; the others concern one model or one server.
  test('that OpenAI rejected as malformed break a rule', () => {
    const chat = rejected.filter(({ kind }) => kind === 'openai-chat')
    const about = (part: string): Recorded[] => chat.filter(({ src }) => src.includes(part))
    const [image] = about('test_vision_base64')
    expect(errorsOf(image?.body)).toMatchObject([{ code: 'OC-IMAGE' }])
    expect(about('-audio-')).toHaveLength(6)
    for (const { src, body } of about('-audio-')) {
      expect(validateOpenAIChat(body), src).toMatchObject([{ code: 'OC-PART', level: 'model' }])
    }
  })

  test('of each airline conversation round-trip unchanged, with their reused ids', () => {
    expect(airline).toHaveLength(100)
    for (const { messages } of airline) {
      const { request, losses } = encodeOpenAIChat(
        { messages: fromOpenAIChat(deepFreeze(messages)) },
        { model: 'gpt-4o' },
      )
      expect(errorsOf(request)).toEqual([])
      expect(losses).toEqual([])
      expect(request.messages).toEqual(messages.map(normal))
    }
  })
})
