import type { BuiltContext } from '../../contract/context.ts'
import type { UserMessage } from '../../contract/message.ts'
import type { BuildRequest } from '../../contract/request.ts'
import type { RunState } from '../../contract/run.ts'
import { isLamellaError, LamellaError } from '../../errors.ts'
import { plainMessage } from '../../run/plain-message.ts'
import { sameJson } from './plain-json.ts'
import { readRecord, writeRecord } from './run-record.ts'
import { isSameMessage, settle } from './settle.ts'
import type { PendingRecord, RunPlace, RunRecord } from './stored-record.ts'

/** A request of a run that is kept in a store. */
export interface RunRequest {
  /** The number of messages in the store. */
  readonly length: number
  /** The position of the message in the store: `length`, or that of the newest message if it is in the store already. */
  readonly base: number
  readonly message?: UserMessage
  readonly operation?: string
  /** What else the caller asks for, as text: with another key it is another request. */
  readonly key?: string
  /** Whether the request is only looked at, and nothing is stored. Default `false`. */
  readonly peek?: boolean
}

/** What a build needs of the run. */
export type RunInput = Pick<BuildRequest, 'run' | 'cut' | 'repeat'>

/** A request that was built, and the record with it. */
export interface BuiltRequestOfRun<Built> {
  readonly context: Built
  readonly pending: PendingRecord
}

/** How often a request is built again because another process has changed the run meanwhile. */
const attempts = 5

/** A position can have that many different questions without an answer; older ones are forgotten. */
const mostPending = 8

/**
 * Builds the next request of a run and stores it as pending. While nothing was appended, the same message gives the same
 * bytes.
 *
 * @param build Builds the request with what it gets of the run.
 * @throws LamellaError `RUN_ANSWERED`, `RUN_CONFLICT`, `REQUEST_INVALID`, and what `build` and the store throw
 */
export async function nextOfRun<Built extends Pick<BuiltContext, 'run' | 'report'>>(
  place: RunPlace,
  request: RunRequest,
  build: (input: RunInput) => Promise<Built>,
): Promise<BuiltRequestOfRun<Built>> {
  for (let attempt = 1; ; attempt++) {
    const { record: stored, ...versioned } = await readRecord(place)
    const record = await settle(place, stored, request.length)
    const same = samePending(place, record, request)
    const context = await build(inputOf(record, same, request))
    const cut = context.report.run?.cut
    const pending = same && cut === undefined ? same : pendingOf(record, same, request, context)
    const isWritten = pending === record.pending.at(-1)
    if (isWritten || request.peek) return { context, pending }
    const isRevoked = cut?.reason === 'revoked'
    try {
      await writeRecord(place, withPending(record, same, pending, isRevoked), versioned, isRevoked)
      return { context, pending }
    } catch (error) {
      // Another process has built a request: perhaps the same one, whose bytes then count.
      if (attempt === attempts || !isLamellaError(error, 'RUN_CONFLICT')) throw error
    }
  }
}

/** The request that was asked for last is the last one. Where something was erased, nothing else of the run is kept. */
function withPending(
  { run, ...record }: RunRecord,
  same: PendingRecord | undefined,
  pending: PendingRecord,
  isRevoked: boolean,
): RunRecord {
  if (isRevoked) return { ...record, pending: [pending] }
  const others = record.pending.filter((one) => one !== same).slice(1 - mostPending)
  return { ...record, ...(run && { run }), pending: [...others, pending] }
}

function inputOf({ run, cut }: RunRecord, same: PendingRecord | undefined, { base }: RunRequest): RunInput {
  if (same) return { run: same.run, repeat: true }
  // Whoever sent the messages before, it was not this run.
  if (run === undefined) return { cut: base > 0 }
  return { run, cut: cut === true }
}

function pendingOf(
  record: RunRecord,
  same: PendingRecord | undefined,
  { base, message, key, operation = same?.operation }: RunRequest,
  { run }: Pick<BuiltContext, 'run'>,
): PendingRecord {
  const { cut } = record
  return {
    base,
    ...(operation !== undefined && { operation }),
    ...(message && { message: plainMessage(message) as UserMessage }),
    ...(key !== undefined && { key }),
    run: sharing(run, record),
    ...((cut || same?.cut) && { cut: true }),
  }
}

/** Takes what equals that of the run, or of another request, from there, so that it is kept once. */
function sharing(state: RunState, { run, pending }: RunRecord): RunState {
  const { head, turn } = state
  const states = [...(run ? [run] : []), ...pending.map((one) => one.run)]
  const sameHead = states.find((other) => sameJson(other.head, head))?.head
  const sameShown = turn && states.find((other) => sameJson(other.turn?.shown, turn.shown))?.turn?.shown
  return {
    ...state,
    ...(sameHead && { head: sameHead }),
    ...(turn && sameShown && { turn: { ...turn, shown: sameShown } }),
  }
}

/** Returns the pending request that is asked for again. */
function samePending(
  { id }: RunPlace,
  { pending, answered }: RunRecord,
  request: RunRequest,
): PendingRecord | undefined {
  const { base, message, operation, key } = request
  if (operation !== undefined && answered?.operation === operation) throw answeredAlready(id, operation)
  const named = operation === undefined ? undefined : pending.find((one) => one.operation === operation)
  if (named && !isSameMessage(named.message, message)) throw otherMessage(operation ?? '')
  return named ?? pending.find((one) => one.base === base && one.key === key && isSameMessage(one.message, message))
}

function answeredAlready(session: string, operation: string): LamellaError<'RUN_ANSWERED'> {
  return new LamellaError({
    code: 'RUN_ANSWERED',
    what: `Session ${JSON.stringify(session)} has the answer to the operation ${JSON.stringify(operation)}.`,
    fix: 'Read the answer from the session, or ask again with another operation.',
    details: { session, operation },
  })
}

function otherMessage(operation: string): LamellaError<'REQUEST_INVALID'> {
  return new LamellaError({
    code: 'REQUEST_INVALID',
    what: `The operation ${JSON.stringify(operation)} was used for another message.`,
    fix: 'Retry with the same message, or give this request a name of its own.',
    details: { key: 'operation' },
  })
}
