import type { JsonValue } from '@lamella/core'
import {
  decodeAnthropic,
  encodeAnthropic,
  type Violation,
  validateAnthropic,
  type WireRepair,
} from '@lamella/wire/anthropic'
import { describe, expect, test } from 'vitest'
import { noData, readLines } from '../data.ts'
import { deepFreeze } from '../freeze.ts'

type Wire = { [key: string]: JsonValue }
type Recorded = { readonly src: string; readonly kind?: string; readonly body: Wire }

/**
 * Returns a request as the encoder writes it. The only differences are:
 *
 * 1. content that is a single text without fields is a string, in messages and in results 2. in results, `is_error:
 * false` and empty content are left out 3. a system prompt that is a string is a block, as `per-layer` requires 4.
 * consecutive messages of one role are merged, with calls after the texts 5. an id of a call that was used before is
 * replaced, together with that of its result
 */
function normal(body: Wire): Wire {
  const { system, messages } = body
  const prompt = typeof system === 'string' ? { system: [{ type: 'text', text: system }] } : {}
  return { ...body, ...prompt, messages: joined(messages as Wire[]).map(normalMessage) }
}

function joined(messages: readonly Wire[]): Wire[] {
  const all: Wire[] = []
  for (const message of messages) {
    const last = all.at(-1)
    if (last === undefined || last['role'] !== message['role']) all.push(message)
    else all[all.length - 1] = { ...last, content: [...listOf(last['content']), ...listOf(message['content'])] }
  }
  return all
}

function listOf(content: JsonValue | undefined): Wire[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Wire[])
}

function normalMessage(message: Wire): Wire {
  const blocks =
    typeof message['content'] === 'string' ? message['content'] : listOf(message['content']).map(normalBlock)
  return { ...message, content: normalContent(blocks) }
}

function normalBlock({ is_error: isError, ...block }: Wire): Wire {
  if (block['type'] !== 'tool_result') return block
  const { content = '', ...rest } = block
  const isEmpty = content === '' || (Array.isArray(content) && content.length === 0)
  return { ...rest, ...(!isEmpty && { content: normalContent(content) }), ...(isError === true && { is_error: true }) }
}

function normalContent(content: JsonValue): JsonValue {
  const [block, ...others] = Array.isArray(content) ? (content as Wire[]) : []
  const isText = block?.['type'] === 'text' && others.length === 0 && Object.keys(block).length === 2
  return isText ? (block['text'] as string) : content
}

/** Returns the request with the new ids instead of the old ones. */
function renamed(request: Wire, repairs: readonly WireRepair[]): Wire {
  let text = JSON.stringify(request)
  for (const { code, what, renamed } of repairs) {
    if (code !== 'call-id' || renamed === undefined) throw new Error(`${code}: ${what}`)
    const { from: old, to: given } = renamed
    // Only the second of the two turns has the new one.
    const at = text.indexOf(`"${old}"`, text.indexOf(`"${old}"`, text.indexOf(`"${old}"`) + 1) + 1)
    text = text.slice(0, at) + text.slice(at).replaceAll(`"${old}"`, () => `"${given}"`)
  }
  return JSON.parse(text) as Wire
}

const errorsOf = (request: unknown): Violation[] => validateAnthropic(request).filter(({ level }) => level === 'error')

describe.skipIf(noData !== undefined)('recorded requests', () => {
  const accepted = noData === undefined ? readLines<Recorded>('wire/anthropic.accepted-tools.jsonl') : []
  const rejected = noData === undefined ? readLines<Recorded>('wire/rejected-400.jsonl') : []

  test('that Anthropic accepted break no rule of level error', () => {
    expect(accepted).toHaveLength(51)
    for (const { src, body } of accepted) expect(errorsOf(body), src).toEqual([])
  })

  test('that Anthropic accepted keep their meaning in a round trip, and lose nothing', () => {
    let ids = 0
    for (const { src, body } of accepted) {
      const { request, losses, repairs } = encodeAnthropic(decodeAnthropic(deepFreeze(body)), { system: 'per-layer' })
      expect(errorsOf(request), src).toEqual([])
      expect(losses, src).toEqual([])
      expect(request, src).toEqual(renamed(normal(body), repairs))
      ids += repairs.length
    }
    expect(ids).toBe(1)
  })

  test('stay unchanged in a second round trip, joined and per layer', () => {
    for (const { src, body } of accepted) {
      for (const system of ['joined', 'per-layer'] as const) {
        const { request } = encodeAnthropic(decodeAnthropic(body), { system })
        const again = encodeAnthropic(decodeAnthropic(request), { system })
        expect(JSON.stringify(again.request), src).toBe(JSON.stringify(request))
        expect([again.losses, again.repairs], src).toEqual([[], []])
      }
    }
  })

  test('that Anthropic refused break a rule, and are written as valid requests', () => {
    const [refused, ...others] = rejected.filter(({ kind }) => kind === 'anthropic')
    expect(others).toEqual([])
    expect(validateAnthropic(refused?.body)).toMatchObject([{ code: 'AN-EFFORT', level: 'error' }])
    const { request, losses } = encodeAnthropic(decodeAnthropic(refused?.body))
    expect(validateAnthropic(request)).toEqual([])
    expect(request.output_config?.effort).toBe('high')
    expect(losses.map(({ code, path }) => [code, path])).toEqual([['parameter', 'parameters']])
  })
})
