import type { BuildRequest, Message, Notice, UserMessage } from '@lamella/core'
import { isLamellaError, LamellaError } from '@lamella/core'
import { type Checks, checkOptions, checkScope, fullMessage, mustBeObject, mustBeText } from '@lamella/core/plugin'
import { type Appended, mustBeFormats, mustKeepRuns, type OpenedSession, openSession } from '@lamella/store'
import type { ExtendOptions, RunBuilder, RunContext } from '../contract/extend.ts'
import type {
  NextRequest,
  OpenRunOptions,
  PendingRequest,
  Run,
  RunAppendOptions,
  ScrubRequest,
} from '../contract/open-run.ts'
import type { RunState } from '../contract/run.ts'
import { losesTexts } from '../record/erased.ts'
import { keepUsage } from '../record/keep-usage.ts'
import { nextOfRun, type RunRequest } from '../record/next-of-run.ts'
import { readRecord, writeRecord } from '../record/run-record.ts'
import { settle } from '../record/settle.ts'
import type { RunRecord } from '../record/stored-record.ts'
import { checkBuilder, checkNext, fieldsForLayers, requestInvalid } from '../request/check-asked.ts'
import { usageProblem } from '../request/counts.ts'
import { extend } from '../request/extend.ts'
import { nothingAsked } from '../request/nothing-asked.ts'
import {
  type Asked,
  askedAfter,
  type Current,
  lastRequest,
  type OwnQuestion,
  requestNamed,
  requestOf,
} from './answered-request.ts'
import { createAsking } from './asking.ts'
import { openCalls } from './open-calls.ts'
import { scrubRecord } from './scrub-record.ts'

// The store checks the time.
const appendChecks: Checks<RunAppendOptions> = { operation: mustBeText, usage: usageProblem, at: () => undefined }

/** The number of messages that a history reads at a time, and those around them: most requests take one read. */
const readAhead = 66

/**
 * Opens a run: a conversation in a store whose requests extend each other.
 *
 * @throws LamellaError `OPTION_INVALID` also for a store that cannot keep runs, `SCOPE_INVALID`, and what the store throws
 * @example
 * const run = await openRun(builder, { sessions, scope, id: 'telegram_4711' })
 * const context = await run.next({ message: 'What is new?' })
 * await run.append(await ask(context))
 */
export async function openRun<Names extends string, Needs extends object>(
  builder: RunBuilder<Names, Needs>,
  options: OpenRunOptions,
): Promise<Run<Names, Needs>> {
  checkBuilder('openRun', builder)
  const { format, ...where } = checkOptions(
    'openRun',
    options,
    {
      sessions: (store) => mustKeepRuns(store, 'page', 'read', 'info', 'append'),
      scope: mustBeObject,
      id: mustBeText,
      format: mustBeFormats,
    },
    ['sessions', 'scope', 'id'],
  )
  checkScope(where.scope)
  const place = { ...where, known: {} }
  const { sessions, scope, id } = place
  const shownTo = format === undefined ? {} : { format }
  // The needs of the layers are in what `next` and `scrub` were given.
  const build = (request: BuildRequest & ExtendOptions): Promise<RunContext> => extend(builder as RunBuilder, request)
  let state: RunState | undefined
  let pending: PendingRequest | undefined
  /** Reads the record, and then the session, which settles it. */
  const current = async (): Promise<Current> => {
    const stored = await readRecord(place)
    const { length = 0, revision = 0 } = (await sessions.info(scope, id)) ?? {}
    return { stored, record: await settle(place, stored.record, length), length, revision }
  }
  const remember = ({ run, pending: open }: RunRecord, length: number): void => {
    const last = open.at(-1)
    state = last?.run ?? run
    // Where its message is in the session already, only the answer is missing.
    pending = last && (last.base === length ? requestOf(last) : {})
  }
  const opened = await current()
  remember(opened.record, opened.length)
  const { revision, length } = opened
  let asked: Asked = { ...(revision > 0 && { revision, length }), request: pending, run: state }
  const asking = createAsking()
  /** The named questions of this process at this position: the record keeps the newest of all. */
  const questions = new Map<string, OwnQuestion>()

  const run: Run = {
    get state() {
      return state
    },
    get pending() {
      return pending
    },
    next: async (request: NextRequest = {}) => {
      checkNext('next', request)
      return await asking.during(request.operation, () => next(request))
    },
    append: async (messages: Message | readonly Message[], options: RunAppendOptions = {}) => {
      const { operation, at, usage } = checkOptions('append', options, appendChecks)
      const list: readonly Message[] = Array.isArray(messages) ? messages : [messages as Message]
      const isLast = operation === undefined || operation === asked.request?.operation
      const answered = isLast
        ? lastRequest(asked, list)
        : requestNamed(operation, list, { ...(await current()), asked, questions })
      const { request, revision, run, refusal } = answered
      if (operation === undefined && request) asking.mustBeOne()
      const name = operation ?? request?.operation
      const appendAt = async (expectedRevision: number | undefined): Promise<Appended> =>
        await sessions.append(scope, id, request?.message ? [request.message, ...list] : list, {
          ...(expectedRevision !== undefined && { expectedRevision }),
          ...(name !== undefined && { operation: name }),
          ...(at && { at }),
        })
      const appended = await appendAt(revision).catch(async (error: unknown) => {
        if (!isLamellaError(error, 'SESSION_CONFLICT')) throw error
        const now = await sessions.info(scope, id)
        // A summary that was added meanwhile overtakes nothing: the session has the same messages.
        if (now && now.length === answered.length && now.revision > (revision ?? 0)) return await appendAt(now.revision)
        throw refusal ?? error
      })
      if (usage && run) await keepUsage(place, run, usage)
      asked = askedAfter(asked, answered, appended)
      if (isLast || !appended.repeated) pending = undefined
      return appended
    },
    cut: async () => {
      const { stored, record, length } = await current()
      await writeRecord(place, { ...record, cut: true }, stored)
      remember({ ...record, cut: true }, length)
    },
    scrub: async (request: ScrubRequest = {}) => {
      checkNext('scrub', request)
      const stored = await readRecord(place)
      const session = await openSession(sessions, scope, id, shownTo)
      const { storedLength: length } = session
      const record = await settle(place, stored.record, length)
      const scrubbed = await scrubRecord(record, (input, one) => {
        const message = one?.message && length === one.base ? { message: one.message } : {}
        return build({ ...request, ...input, ...message, scope, session })
      })
      const left = scrubbed?.record ?? record
      if (scrubbed || losesTexts(stored.record, left)) await writeRecord(place, left, stored)
      remember(left, length)
      return scrubbed?.cut
    },
  }
  return run as unknown as Run<Names, Needs>

  async function next({ message: given, operation, interrupt, ...rest }: NextRequest): Promise<RunContext> {
    const message = await prepared(fullMessage(given))
    const forLayers = message ? [] : Object.keys(fieldsForLayers(rest))
    checkOperation(operation)
    let session: OpenedSession | undefined
    let notices: readonly Notice[] = []
    const read = async (): Promise<RunRequest> => {
      session = await openSession(sessions, scope, id, { ahead: readAhead, ...shownTo })
      if (interrupt !== true) {
        const calls = await openCalls(place, message !== undefined)
        if (calls.length > 0) {
          // What was appended meanwhile is read now: the results follow it.
          if (asked.request === undefined) asked = placeIn(session)
          throw callsOpen(id, calls)
        }
      }
      const { storedLength: length } = session
      notices = await nothingAsked(session, forLayers)
      return { length, base: length, ...(message && { message }), ...(operation !== undefined && { operation }) }
    }
    const built = await nextOfRun(place, read, (input) =>
      build({
        ...{ ...rest, ...input, scope },
        ...(notices.length > 0 && { notices: [...(input.notices ?? []), ...notices] }),
        ...(session && { session }),
        ...(message && { message }),
      }),
    )
    pending = requestOf(built.pending)
    state = built.pending.run
    asked = { ...placeIn(session), request: pending, run: state }
    for (const [name, { base }] of questions) if (base !== built.pending.base) questions.delete(name)
    if (operation !== undefined) questions.set(operation, { base: built.pending.base, request: pending })
    return built.context
  }

  /** A question is sent in the form in which the session will have it. */
  async function prepared(message: UserMessage | undefined): Promise<UserMessage | undefined> {
    if (message === undefined || sessions.prepare === undefined) return message
    const [kept] = await sessions.prepare(scope, id, [message])
    return (kept as UserMessage | undefined) ?? message
  }
}

/** Returns where a session is. One that did not exist was created with the record, at revision 1. */
const placeIn = (session: OpenedSession | undefined): { readonly revision: number; readonly length: number } => ({
  revision: Math.max(1, session?.revision ?? 0),
  length: session?.storedLength ?? 0,
})

function checkOperation(operation: unknown): void {
  if (operation === undefined || (typeof operation === 'string' && operation !== '' && operation.length <= 200)) return
  const fix = 'Pass the id of the job or of the incoming message, or omit it.'
  throw requestInvalid('operation', 'operation is not a name of 1 to 200 characters.', fix)
}

function callsOpen(session: string, calls: readonly string[]): LamellaError<'RUN_CALLS_OPEN'> {
  return new LamellaError({
    code: 'RUN_CALLS_OPEN',
    what: `Calls of session ${JSON.stringify(session)} have no result yet: ${calls.join(', ')}.`,
    fix: 'Append their results first; a message that is appended meanwhile follows them. Or pass interrupt: true.',
    details: { session, calls },
  })
}
