import type { Message } from '@lamella/core'
import { type Counter, withDeadline } from '@lamella/core/plugin'
import { type NewCompaction, summaryMessage } from '@lamella/core/store'
import { chunksOf } from './chunks.ts'
import type { RecursiveSummarization, Summarize, SummarizeRequest } from './strategy.ts'
import { defaultSummarizerTokens } from './strategy.ts'
import { clean } from './transcript.ts'

/** Why messages stayed unchanged. */
export type SummaryFailure =
  /** The summarizer threw, or its promise was rejected. */
  | 'threw'
  /** It returned no text, or only white space. */
  | 'empty'
  /** Its text exceeded the token limit, or its message was no shorter than the messages it replaces. */
  | 'too-long'
  /** The messages are too short for any summary to be shorter; the summarizer was not called. */
  | 'nothing-to-gain'
  /** The summarizer's budget is too small for a single character of the messages; it was not called. */
  | 'budget-too-small'
  /** Some messages between them are missing, and a summary must not replace messages that it does not cover. */
  | 'gap'

/** Consecutive messages to be replaced by one summary. */
export interface SummaryRun {
  readonly start: number
  readonly end: number
  readonly messages: readonly Message[]
}

/** The result of a run. */
export type RunOutcome =
  | { readonly type: 'summary'; readonly compaction: NewCompaction; readonly message: Message }
  | { readonly type: 'failed'; readonly reason: SummaryFailure; readonly cause?: unknown }
  | { readonly type: 'cancelled' }

const cancelled = { type: 'cancelled' } as const

/**
 * Summarizes messages chunk by chunk, each with the summary of those before it. The chunks are made in advance, so
 * their number is the number of calls, whatever the answers.
 *
 * @param onCall Called before each call of the summarizer.
 */
export async function summarizeRun(
  { start, end, messages }: SummaryRun,
  strategy: RecursiveSummarization,
  counter: Counter,
  signal: AbortSignal,
  onCall: () => void,
): Promise<RunOutcome> {
  const { chunkSize, summarize, window: budget = defaultSummarizerTokens } = strategy
  const size = counter.content(messages)
  const most = Math.min(Math.floor(budget / 2), size - counter.message(summaryMessage({ start, end, text: '' })) - 1)
  if (most < 1) return { type: 'failed', reason: 'nothing-to-gain' }
  const tokens = budget - Math.floor(budget / 2)
  const chunks = chunksOf(messages, { messages: chunkSize, tokens, count: counter.text })
  if (!chunks) return { type: 'failed', reason: 'budget-too-small' }
  let text = ''
  for (const [index, chunk] of chunks.entries()) {
    if (signal.aborted) return cancelled
    onCall()
    const request: SummarizeRequest = { ...chunk, ...(index > 0 && { previous: text }), maxOutputTokens: most, signal }
    const answer = await ask(summarize, request)
    if (answer.type !== 'answer') return answer
    text = typeof answer.value === 'string' ? clean(answer.value).trim() : ''
    if (text === '') return { type: 'failed', reason: 'empty' }
    if (counter.text(text) > most) return { type: 'failed', reason: 'too-long' }
  }
  const compaction = { start, end, text }
  const message = summaryMessage(compaction)
  if (counter.message(message) >= size) return { type: 'failed', reason: 'too-long' }
  return { type: 'summary', compaction, message }
}

type Answer = { readonly type: 'answer'; readonly value: unknown } | Exclude<RunOutcome, { readonly type: 'summary' }>

/** Returns an answer, or that it was cancelled: immediately, even if the summarizer ignores its signal. */
async function ask(summarize: Summarize, request: SummarizeRequest): Promise<Answer> {
  const { signal } = request
  try {
    return { type: 'answer', value: await withDeadline(() => summarize(request), { what: 'The summary', signal }) }
  } catch (cause) {
    return signal.aborted ? cancelled : { type: 'failed', reason: 'threw', cause }
  }
}
