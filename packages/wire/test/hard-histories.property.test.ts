import { isLamellaError } from '@lamella/core'
import { encodeAnthropic } from '@lamella/wire/anthropic'
import { encodeBedrockConverse } from '@lamella/wire/bedrock-converse'
import { encodeGemini } from '@lamella/wire/gemini'
import { encodeOpenAIChat, type Loss, type WireContext, type WireRepair } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate, type WireFormat } from '@lamella/wire/validate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deepFreeze } from './freeze.ts'
import { allTexts, type HardHistory, hardHistory, type Mark, storedFields } from './support/hard-histories.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 25)

type Row = Loss | WireRepair

interface Encoding {
  readonly request: object
  readonly losses: readonly Loss[]
  readonly repairs: readonly WireRepair[]
}

interface HardFormat {
  readonly name: WireFormat
  readonly models: readonly string[]
  encode(context: WireContext, options: HardHistory['options'] & { model: string }): Encoding
  /** Strict rules that the encoder also follows. */
  readonly strict: readonly string[]
}

const formats: readonly HardFormat[] = [
  {
    name: 'openai-chat',
    models: ['gpt-4o'],
    encode: encodeOpenAIChat,
    strict: ['OC-IMAGE', 'OC-FILE', 'OC-NAME', 'OC-FIELD', 'OC-EMPTY'],
  },
  {
    name: 'openai-responses',
    models: ['gpt-5.4'],
    encode: encodeOpenAIResponses,
    strict: ['OR-IMAGE', 'OR-FILE', 'OR-EMPTY'],
  },
  {
    name: 'anthropic',
    models: ['claude-sonnet-4-5', 'claude-opus-4-7', 'claude-opus-4-8', 'claude-sonnet-5', 'claude-haiku-5-5', 'mine'],
    encode: encodeAnthropic,
    strict: ['AN-IMAGE', 'AN-DOCUMENT', 'AN-PREFILL', 'AN-ROLE', 'AN-EMPTY-TEXT'],
  },
  {
    name: 'bedrock-converse',
    models: ['amazon.nova-pro-v1:0', 'anthropic.claude-sonnet-4-5-20250929-v1:0', 'us.anthropic.claude-opus-4-8-v1:0'],
    encode: encodeBedrockConverse,
    strict: ['BC-BYTES'],
  },
  { name: 'gemini', models: ['gemini-2.5-pro', 'gemini-3-pro-preview'], encode: encodeGemini, strict: ['GE-EMPTY'] },
]

describe.for(formats)('$name', ({ name, models, encode, strict }) => {
  test(`${numRuns} hard histories become valid requests, and nothing is lost without a row`, () => {
    let sent = 0
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...models), (seed, model) => {
        const { context, options, marks } = hardHistory(seed)
        deepFreeze(context)
        let encoding: Encoding
        try {
          encoding = encode(context, { ...options, model })
        } catch (error) {
          if (isLamellaError(error, 'WIRE_UNENCODABLE')) return
          throw error
        }
        sent++
        const { request, losses, repairs } = encoding
        const body = JSON.parse(JSON.stringify(request)) as object
        const broken = validate(name, body).filter(({ level, code }) => level === 'error' || strict.includes(code))
        expect(broken).toEqual([])
        expect(problemsIn(body)).toEqual([])
        const rows = [...losses, ...repairs]
        const texts = allTexts(body)
        const silent = marks.filter((mark) => !texts.includes(mark.text) && !isTold(mark, rows, context))
        expect(silent).toEqual([])
        const hasStored = JSON.stringify(context).includes('timestamp')
        if (hasStored) expect(rows.map(({ code }) => code)).toContain('provider-options')
      }),
      { numRuns },
    )
    expect(sent).toBeGreaterThan(0)
  })
})

/** Whether a row is about the part that contains a mark. If messages are merged it may name the first of them. */
function isTold({ path, turn: [start, end] }: Mark, rows: readonly Row[], { messages }: WireContext): boolean {
  if (path === undefined) {
    return rows.some((row) => row.code === 'media' && isWithin(row, firstOfRole(messages, start), end))
  }
  if (path.startsWith('system')) return rows.some((row) => row.path === path)
  const index = Number(/\d+/.exec(path)?.[0])
  const first = firstOfRole(messages, index)
  const own = [path, `messages[${index}]`]
  return rows.some((row) => own.includes(row.path) || (first < index && isWithin(row, first, index)))
}

function firstOfRole(messages: WireContext['messages'], index: number): number {
  let first = index
  while (first > 0 && messages[first - 1]?.role === messages[index]?.role) first--
  return first
}

/** Whether a row is about one of the messages from `start` to before `end`. */
function isWithin({ path }: Row, start: number, end: number): boolean {
  const index = Number(/^messages\[(\d+)\]/.exec(path)?.[1])
  return index >= start && index < end
}

/** Describes the problem with a body, based on bytes, fields and names alone, without the rules of the package. */
function problemsIn(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => problemsIn(item, key))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, item]) => [
      ...(storedFields.includes(name) ? [`the field ${name}`] : []),
      ...problemsIn(item, name),
    ])
  }
  if (typeof value !== 'string') return []
  if (/\p{Surrogate}/u.test(value)) return [`half of a surrogate pair in ${key}`]
  if (key === 'file_id' && value.trim() === '') return ['a file without an id']
  if (/^(?:mimeType|media_type)$/.test(key) && !/^[^/\s]+\/[^/\s]+$/.test(value)) return [`the media type ${value}`]
  if (!value.startsWith('data:')) return []
  const [, mediaType, base64 = ''] = /^data:([a-z]+\/[^;,]+)[^,]*;base64,(.+)$/.exec(value) ?? []
  const isStandard = Buffer.from(base64, 'base64').toString('base64') === base64
  return mediaType !== undefined && isStandard ? [] : [`the data URL ${value.slice(0, 60)}`]
}
