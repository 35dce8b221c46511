import type { BuildRequest, Notice, Report, UserMessage } from '@lamella/core'
import { isLamellaError, LamellaError } from '@lamella/core'
import type { RunReport } from '@lamella/core/plugin'
import { plainValue } from '@lamella/core/plugin'
import type { RefusedRequest } from '../contract/counts.ts'
import type { ExtendOptions, RunContext } from '../contract/extend.ts'
import type { RunState } from '../contract/run.ts'
import { requestInvalid } from '../request/check-asked.ts'
import { nameOfRequest } from '../request/counts.ts'
import { endedRun, erasingCut, fragmentsIn, losesTexts, statesOf, withStates } from './erased.ts'
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
  /** The provider has refused it as it was built last, since it is too long. */
  readonly refused?: RefusedRequest
  /** Whether the request is only looked at, and nothing is stored. Default `false`. */
  readonly peek?: boolean
}

/** What a build needs of the run. */
export type RunInput = ExtendOptions & Pick<BuildRequest, 'notices'>

/** A request that was built, and the record with it. */
export interface BuiltRequestOfRun<Built> {
  readonly context: Built
  readonly pending: PendingRecord
  /** The version of what the store then has of the session's runs. */
  readonly version: number
}

/** How often a request is built again because another process has changed the run meanwhile. */
const attempts = 5

/** A position can have that many different questions without an answer; older ones are forgotten. */
const mostPending = 8

/**
 * Builds the next request of a run and stores it as pending. While nothing was appended, the same message gives the same
 * bytes. What was erased does not stay in the record.
 *
 * @param read Reads the session, and says what is asked. It is called again if another process has changed the run: whatever
 * decides about a record has to be read after it.
 * @param build Builds the request with what it gets of the run.
 * @throws LamellaError `RUN_ANSWERED`, `RUN_CONFLICT`, `REQUEST_INVALID`, and what `read`, `build` and the store throw
 */
export async function nextOfRun<Built extends Pick<RunContext, 'run' | 'report'>>(
  place: RunPlace,
  read: () => Promise<RunRequest>,
  build: (input: RunInput) => Promise<Built>,
): Promise<BuiltRequestOfRun<Built>> {
  for (let attempt = 1; ; attempt++) {
    const stored = await readRecord(place)
    const request = await read()
    const record = await settle(place, stored.record, request.length)
    const same = samePending(place, record, request)
    const input = inputOf(record, same, request)
    const asked = await build({ ...input, notices: waitingNotices(record, request) })
    // Where there is no run yet, there is none to cut.
    const context = input.run || record.cut ? asked : withCut(asked, undefined)
    const isRepeated = same !== undefined && context.report.run?.cut === undefined
    const pending = isRepeated ? same : pendingOf(record, same, request, context)
    const shown = isRepeated && same.reported ? withCut(context, same.reported) : context
    const built = { context: shown, pending, version: stored.version }
    if (request.peek) return built
    const next = withPending(record, same, pending)
    const left = await withoutErased(next, input, context, build)
    const isWritten = pending === record.pending.at(-1) && left === next && !losesTexts(stored.record, left)
    if (isWritten) return built
    try {
      return { ...built, version: await writeRecord(place, left, stored) }
    } catch (error) {
      // Another process has built a request: perhaps the same one, whose bytes then count.
      if (attempt === attempts || !isLamellaError(error, 'RUN_CONFLICT')) throw error
    }
  }
}

/**
 * Asks the layers about each stored state that holds more than they have returned or been asked about. One of which they
 * revoke something loses its texts, and the next request that continues it begins a new epoch for the same reason.
 */
async function withoutErased(
  record: RunRecord,
  input: RunInput,
  context: Pick<RunContext, 'run' | 'report'>,
  build: (input: RunInput) => Promise<Pick<RunContext, 'run' | 'report'>>,
): Promise<RunRecord> {
  const cut = erasingCut(context)
  const known = new Set([context.run, cut ? undefined : input.run].flatMap((run) => (run ? [...fragmentsIn(run)] : [])))
  const ended = new Map<RunState, RunState>()
  for (const state of new Set(statesOf(record))) {
    if ([...fragmentsIn(state)].every((one) => known.has(one))) continue
    const found = state === input.run ? cut : erasingCut(await build({ run: state, repeat: true }))
    if (found) ended.set(state, endedRun(state, found.reason))
  }
  return ended.size === 0 ? record : withStates(record, (state) => ended.get(state) ?? state)
}

/** The request that was asked for last is the last one. */
function withPending(record: RunRecord, same: PendingRecord | undefined, pending: PendingRecord): RunRecord {
  const others = record.pending.filter((one) => one !== same)
  const kept = others.slice(1 - mostPending)
  const oldest = others.length > kept.length ? others[0] : undefined
  return { ...record, pending: [...kept, pending], ...(oldest && { forgotten: oldest.base }) }
}

/** Names the questions in whose place this one is asked. */
function waitingNotices({ pending }: RunRecord, { base, message }: RunRequest): readonly Notice[] {
  const waiting = pending.filter((one) => one.base === base && one.message && !isSameMessage(one.message, message))
  if (waiting.length === 0) return []
  const one: Notice = {
    code: 'QUESTION_WAITS',
    what: 'A question that was asked before has no answer in the session, and is not in this request.',
    fix: 'Append its answer before the next question; or append the question itself, if it got none.',
    details: { questions: waiting.length },
  }
  return [one]
}

function inputOf(
  { run, cut, counted }: RunRecord,
  same: PendingRecord | undefined,
  { base, refused }: RunRequest,
): RunInput {
  if (same && refused) return { run: same.run, refused }
  if (same) return { run: same.run, repeat: true }
  // Whoever sent the messages before, it was not this run.
  if (run === undefined) return { cut: base > 0 }
  return { run, cut: cut === true, ...(counted?.of === nameOfRequest(run) && { usage: counted.usage }) }
}

function pendingOf(
  record: RunRecord,
  same: PendingRecord | undefined,
  { base, message, key, operation = same?.operation, refused }: RunRequest,
  { run, report }: Pick<RunContext, 'run' | 'report'>,
): PendingRecord {
  const { cut } = record
  const reported = report.run?.cut
  return {
    base,
    ...(operation !== undefined && { operation }),
    ...(message && { message: plainValue(message) as UserMessage }),
    ...(key !== undefined && { key }),
    run,
    ...((cut || same?.cut) && { cut: true }),
    // One that was refused gets no answer.
    ...(same && (!refused || same.replaces) && { replaces: true }),
    ...(reported && { reported }),
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
  const what = `The operation ${JSON.stringify(operation)} was used for another message.`
  return requestInvalid('operation', what, 'Retry with the same message, or give this request a name of its own.')
}

/**
 * Returns a repeated request whose report has the cut with which its epoch began, as that of the first has. Nothing is computed: the
 * parts of a report that are made when they are read stay so.
 */
function withCut<Built extends { readonly report: Report }>(context: Built, cut: RunReport['cut']): Built {
  const { report } = context
  return copyWith(context, { report: copyWith(report, { run: report.run && { ...report.run, cut } }) })
}

function copyWith<Value extends object>(value: Value, changes: object): Value {
  const members = Object.getOwnPropertyDescriptors(value)
  const changed = Object.getOwnPropertyDescriptors(changes)
  return Object.create(Object.getPrototypeOf(value), { ...members, ...changed }) as Value
}
