import type { LamellaError, Message } from '@lamella/core'
import type { Appended } from '@lamella/store'
import type { PendingRequest } from '../contract/open-run.ts'
import type { RunState } from '../contract/run.ts'
import type { RunRecord, VersionedRecord } from '../record/stored-record.ts'
import { requestInvalid } from '../request/check-asked.ts'

/** What was asked last, by this process or as it opened the run, and the revision of the session with it. */
export interface Asked {
  /** Absent: there was no session, so nothing that could be overtaken. */
  readonly revision?: number
  /** How many messages the session has at that revision. */
  readonly length?: number
  readonly request?: PendingRequest | undefined
  /** The run with the request. */
  readonly run?: RunState | undefined
  /** The revision of the session since something else took the place of its question. */
  readonly overtakenAt?: number
}

/** The request that is answered, and the revision at which the session takes its answer. */
interface Answered extends Omit<Asked, 'overtakenAt'> {
  /** Whether it is not the one that was asked last. */
  readonly isOther?: true
  /** What is wrong, unless the session has the answer already. */
  readonly refusal?: LamellaError<'REQUEST_INVALID'>
}

/** A record as it is stored, and as the session that was read after it has settled it. */
export interface Current {
  readonly stored: VersionedRecord
  readonly record: RunRecord
  readonly length: number
  readonly revision: number
}

/** A question of this process, and its position. */
export interface OwnQuestion {
  readonly base: number
  readonly request: PendingRequest
}

/**
 * Returns the request that was asked last. Results of calls belong to the answer that has overtaken it. Those of earlier calls
 * follow its question, but are no answer, so its name stays free for that.
 */
export function lastRequest(asked: Asked, [first]: readonly Message[]): Answered {
  const { overtakenAt, ...last } = asked
  if (first?.role !== 'tool') return last
  if (overtakenAt !== undefined) return { revision: overtakenAt, isOther: true }
  const { message } = last.request ?? {}
  return message ? { ...last, request: { message } } : last
}

/** Returns what was asked last, after something was appended. A question that was overtaken stays, so that its answer is a conflict. */
export function askedAfter(asked: Asked, { isOther }: Answered, appended: Appended): Asked {
  const { revision, length, repeated } = appended
  if (!isOther) return { revision, length }
  if (repeated) return asked
  return asked.request?.message ? { ...asked, overtakenAt: revision } : { revision, length }
}

/**
 * Returns the request of an operation. With one that names none, messages are appended under that name; but no answer, as long
 * as a question waits: it would be in the session without its question.
 *
 * @param questions Those of this process, by operation.
 */
export function requestNamed(
  operation: string,
  [first]: readonly Message[],
  {
    stored,
    record,
    length,
    revision,
    asked,
    questions,
  }: Current & { readonly asked: Asked; readonly questions: ReadonlyMap<string, OwnQuestion> },
): Answered {
  const isNamed = (one: { readonly operation?: string } | undefined): boolean => one?.operation === operation
  const waiting = record.pending.filter(({ base }) => base === length)
  const open = waiting.find(isNamed)
  if (open) return { request: requestOf(open), revision, run: open.run, isOther: true }
  // Its question is in the session already, with results of earlier calls: only the answer is missing.
  const asking = first?.role === 'assistant' ? record.pending.find(isNamed) : undefined
  if (asking) return { request: { operation }, revision, run: asking.run, isOther: true }
  const own = questions.get(operation)
  if (own?.base === length) return { request: own.request, revision, isOther: true }
  // Something else was appended in its place: the session takes nothing but what it has of this operation already.
  const onlyRepeated = { revision: Math.max(0, revision - 1), isOther: true } as const
  const before = stored.record.pending.find(isNamed) ?? [record.answered, stored.record.answered].find(isNamed)
  if (before) return { request: requestOf(before), ...onlyRepeated }
  const hasQuestion = [...waiting, ...(asked.request ? [asked.request] : [])].some(({ message }) => message)
  if (first?.role !== 'assistant' || !(hasQuestion || record.forgotten === length)) {
    // Where no question waits, the answer is that of the last request.
    return { ...(asked.request && !asked.request.message && { run: asked.run }), isOther: true }
  }
  const refusal = unknownOperation(operation, waiting)
  if (revision === 0) throw refusal
  return { ...onlyRepeated, refusal }
}

export function requestOf({ operation, message }: PendingRequest): PendingRequest {
  return { ...(operation !== undefined && { operation }), ...(message && { message }) }
}

function unknownOperation(operation: string, waiting: readonly PendingRequest[]): LamellaError<'REQUEST_INVALID'> {
  const named = waiting.flatMap((one) => (one.operation === undefined ? [] : [JSON.stringify(one.operation)]))
  const names = named.length === 0 ? 'no request with an operation' : named.join(', ')
  return requestInvalid(
    'operation',
    `No request that is kept has the operation ${JSON.stringify(operation)}, so its question is not known. Without an answer: ${names}.`,
    'Pass the operation that next() got, or none for the last request; or append the question with its answer.',
  )
}
