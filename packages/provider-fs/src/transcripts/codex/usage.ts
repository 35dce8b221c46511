import { known } from '../../json.ts'
import type { RequestPurpose, TranscriptRequest } from '../contract/request.ts'
import { count, type Fields, fields, text } from '../shared/fields.ts'
import type { BesideValues } from '../shared/reader.ts'
import { usageOfAll } from '../shared/usage.ts'

/** An answer as an event counts it. */
export interface CountedAnswer {
  readonly line: number
  readonly at: string | undefined
  /** When the newest input before it was written. */
  readonly asked: string | undefined
  readonly model: string | undefined
  readonly usage: TranscriptRequest['usage']
  /** The totals of the session after it, or the answer's id: two with the same are one answer. */
  readonly key: string
  /** The session that it was made in, if a line of its own counts it. */
  readonly thread?: string | undefined
}

type Counted = Pick<CountedAnswer, 'usage' | 'key' | 'thread'>

/** Returns the numbers of a `token_count` event; `undefined` if it has none. */
export function countOf(payload: Fields): Counted | undefined {
  const info = fields(payload['info'])
  const usage = usageOf(fields(info['last_token_usage']))
  return usage && { usage, key: JSON.stringify(info['total_token_usage'] ?? null) }
}

/** Returns the numbers of a `token_usage_record` line, which versions from 2026-08 on write for each answer, beside the event. */
export function recordOf(payload: Fields): Counted | undefined {
  const usage = usageOf(fields(payload['usage']))
  return usage && { usage, key: text(payload['response_id']) ?? 'null', thread: text(payload['thread_id']) ?? '' }
}

function usageOf(numbers: Fields): CountedAnswer['usage'] | undefined {
  const [input, output] = [count(numbers['input_tokens']), count(numbers['output_tokens'])]
  if (input === undefined || output === undefined || input + output === 0) return undefined
  return usageOfAll(input, count(numbers['cached_input_tokens']), output, count(numbers['cache_write_input_tokens']))
}

/** Returns the answers of a session, each once. Events repeat the lines of a version that writes those. */
export function newAnswers(answers: readonly CountedAnswer[], session: string | undefined): readonly CountedAnswer[] {
  const first = answers.findIndex(({ thread }) => thread !== undefined)
  const counted = answers.filter(({ thread }, index) => first === -1 || index < first || thread !== undefined)
  const own = counted.filter(({ thread = '' }) => thread === '' || session === undefined || thread === session)
  return own.filter(({ key }, index) => key === 'null' || key !== own[index - 1]?.key)
}

/** The session that this one was forked from. */
export interface ForkFacts {
  /** When the session began. */
  readonly start: string | undefined
  readonly beside: readonly BesideValues[]
  /** `undefined` for a session that is no fork. */
  readonly forkedFrom: string | undefined
  /** Lines that were rolled back. */
  readonly abandoned: ReadonlySet<number>
}

/**
 * Returns the requests of a session without those that a fork has copied: the longest common beginning with the parent's
 * file, or without that file, those that may be copies are uncertain.
 *
 * A copy has the times of its original, which are before the session began, or those at which it was written, all at once: then no time
 * is between an input and its answer, which a model always needs. A clock may tick while a copy is written, so everything up to the
 * last such answer may be one.
 */
export function requestsOf(
  answers: readonly CountedAnswer[],
  { start, beside, forkedFrom, abandoned }: ForkFacts,
): { readonly requests: readonly TranscriptRequest[]; readonly uncertain: number } {
  const isFork = forkedFrom !== undefined
  const parent = beside.find(({ values }) => isFork && idOf(values) === forkedFrom)
  const copied = parent ? commonBeginning(answers, keysOf(parent.values)) : 0
  const own = isFork && !parent ? answers.findLastIndex((answer) => !isAnswered(answer, start)) + 1 : copied
  const requests = answers.slice(copied).map(({ line, at, model, usage }, index): TranscriptRequest => {
    const purpose: RequestPurpose = abandoned.has(line) ? 'abandoned' : 'path'
    const uncertain = copied + index < own ? (true as const) : undefined
    return known({ line, at, model, purpose, usage, uncertain })
  })
  return { requests, uncertain: requests.filter(({ uncertain }) => uncertain).length }
}

/** Whether an answer was made in this session: after it began, and some time after its input. */
function isAnswered({ at = '', asked = '', thread = '' }: CountedAnswer, start = ''): boolean {
  if (thread !== '') return true
  return Date.parse(at) > Date.parse(start) && Date.parse(at) > Date.parse(asked)
}

function idOf(values: readonly Fields[]): unknown {
  const meta = values.find(({ type }) => type === 'session_meta')
  return fields(meta?.['payload'])['id']
}

function keysOf(values: readonly Fields[]): readonly string[] {
  const keys = values.flatMap((value) => {
    const payload = fields(value['payload'])
    return payload['type'] === 'token_count' ? (countOf(payload)?.key ?? []) : []
  })
  return keys.filter((key, index) => key !== keys[index - 1])
}

function commonBeginning(answers: readonly CountedAnswer[], keys: readonly string[]): number {
  const first = answers.findIndex(({ key }, index) => key !== keys[index])
  return first === -1 ? Math.min(answers.length, keys.length) : first
}
