import type { JsonValue } from '@lamella/core'
import { decodeOpenAIResponses, encodeOpenAIResponses, validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { describe, expect, test } from 'vitest'
import { noData, readLines } from '../data.ts'
import { deepFreeze } from '../freeze.ts'

type Wire = { [key: string]: JsonValue }
type Recorded = {
  readonly src: string
  readonly kind?: string
  readonly body: Wire & { readonly input: Wire[] }
  readonly error?: { readonly error: { readonly message: string } }
}

/**
 * Returns a request as the encoder writes it. The only differences are:
 *
 * 1. fields that are null are left out, in the request, in items and in tools; so is an empty list of tools 2. an
 * assistant message without any text is left out 3. assistant texts with an id have `logprobs`, which the schema
 * requires 4. arguments that are JSON are written without spaces
 */
function normal(body: Recorded['body']): Wire {
  const { input, tools, ...fields } = body
  const list = (tools as Wire[] | undefined) ?? []
  return withoutNull({
    ...fields,
    input: input.filter(({ role, content }) => role !== 'assistant' || content !== '').map(item),
    ...(list.length > 0 && { tools: list.map(withoutNull) }),
  })
}

function item(recorded: Wire): Wire {
  if (recorded['type'] === 'function_call') {
    return withoutNull({ ...recorded, arguments: JSON.stringify(JSON.parse(String(recorded['arguments']))) })
  }
  if (recorded['type'] !== 'message') return recorded
  const content = (recorded['content'] as Wire[]).map((part) => ({ ...part, logprobs: [] }))
  return { ...recorded, content }
}

function withoutNull(value: Wire): Wire {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
}

const errorsOf = (request: unknown): unknown[] =>
  validateOpenAIResponses(request).filter(({ level }) => level === 'error')

describe.skipIf(noData !== undefined)('recorded requests', () => {
  const accepted = noData === undefined ? readLines<Recorded>('wire/openai-responses.accepted-tools.jsonl') : []
  const all = noData === undefined ? readLines<Recorded>('wire/rejected-400.jsonl') : []
  const rejected = all.filter(({ kind }) => kind === 'openai-responses')

  test('that OpenAI accepted break no rule of level error', () => {
    expect(accepted).toHaveLength(44)
    for (const { src, body } of accepted) expect(errorsOf(body), src).toEqual([])
  })

  test('that OpenAI accepted keep their meaning in a round trip, and lose nothing', () => {
    for (const { src, body } of accepted) {
      const { request, losses, repairs } = encodeOpenAIResponses(decodeOpenAIResponses(deepFreeze(body)))
      expect(request, src).toEqual(normal(body))
      expect(errorsOf(request), src).toEqual([])
      expect(losses, src).toEqual([])
      expect(repairs, src).toEqual([])
    }
  })

  // Two name a model that does not exist, which no rule can detect. A recording's URL is recognized by its extension
  // alone.
  test('that OpenAI rejected as malformed break a rule', () => {
    expect(rejected).toHaveLength(8)
    const foundIn = (part: string): unknown[] =>
      rejected
        .filter(({ src }) => src.includes(part))
        .map(({ body }) => validateOpenAIResponses(body).map(({ code, level }) => `${code} ${level}`))
    const file = ['OR-FILE error']
    expect(foundIn('url_force_download-audio')).toEqual([file, file])
    const address = ['OR-FILE model']
    expect(foundIn('-url-audio')).toEqual([address, address])
    expect(foundIn('model_http_error')).toEqual([['OR-PARAM error']])
    expect(foundIn('thinking_with_modified_history')).toEqual([['OR-REASONING-FOLLOW error']])
    expect(foundIn('model_name_suggestions')).toEqual([[]])
    expect(foundIn('create_api_error')).toEqual([[]])
  })

  test('that OpenAI rejected as malformed are valid after a round trip', () => {
    for (const { src, body } of rejected) {
      if (src.includes('model_http_error')) continue // An invalid temperature is the caller's error, and is reported.
      expect(errorsOf(encodeOpenAIResponses(decodeOpenAIResponses(body)).request), src).toEqual([])
    }
  })
})
