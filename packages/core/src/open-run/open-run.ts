import type { ContextBuilder } from '../builder/builder.ts'
import { fullMessage } from '../builder/check-request.ts'
import type { Message, UserMessage } from '../contract/message.ts'
import type { NextRequest, OpenRunOptions, PendingRequest, Run, RunAppendOptions } from '../contract/open-run.ts'
import type { RunState } from '../contract/run.ts'
import { LamellaError } from '../errors.ts'
import { checkOptions, mustBeObject, mustBeText, mustHaveMethod } from '../options.ts'
import { mustBeFormats, openSession } from '../store/open/open-session.ts'
import { nextOfRun } from '../store/run/next-of-run.ts'
import { readRecord, writeRecord } from '../store/run/run-record.ts'
import { settle } from '../store/run/settle.ts'
import type { PendingRecord, RunRecord, VersionedRecord } from '../store/run/stored-record.ts'
import { openCalls } from './open-calls.ts'
import { scrubRecord } from './scrub-record.ts'

/** The number of messages that a history reads at a time, and those around them: most requests take one read. */
const ahead = 66

/** What this process has asked last, and the revision of the session that it saw. */
interface Asked {
  readonly revision: number
  readonly request: PendingRequest | undefined
}

/**
 * Opens a run: a conversation in a store whose requests extend each other.
 *
 * @throws LamellaError `OPTION_INVALID` if the store cannot keep runs, and what the store throws
 * @example
 * const run = await openRun(builder, { sessions, scope, id: 'telegram_4711' })
 * const context = await run.next({ message: 'What is new?' })
 * await run.append(await ask(context))
 */
export async function openRun<Names extends string, Needs extends object>(
  builder: Pick<ContextBuilder<Names, Needs>, 'build'>,
  options: OpenRunOptions,
): Promise<Run<Names, Needs>> {
  const { format, ...place } = checkOptions(
    'openRun',
    options,
    { sessions: mustKeepRuns, scope: mustBeObject, id: mustBeText, format: mustBeFormats },
    ['sessions', 'scope', 'id'],
  )
  const { sessions, scope, id } = place
  const shownTo = format === undefined ? {} : { format }
  let state: RunState | undefined
  let pending: PendingRequest | undefined
  let asked: Asked | undefined
  /** Reads the record, as the session has settled it. */
  const current = async (): Promise<VersionedRecord> => {
    const { record, ...versioned } = await readRecord(place)
    const { length = 0 } = (await sessions.info(scope, id)) ?? {}
    return { record: await settle(place, record, length), ...versioned }
  }
  const remember = ({ run, pending: open }: RunRecord): void => {
    const last = open.at(-1)
    state = last?.run ?? run
    pending = last && requestOf(last)
  }
  const change = async (
    record: RunRecord,
    versioned: Omit<VersionedRecord, 'record'>,
    purge = false,
  ): Promise<void> => {
    await writeRecord(place, record, versioned, purge)
    remember(record)
  }
  remember((await current()).record)

  const run: Run = {
    get state() {
      return state
    },
    get pending() {
      return pending
    },
    next: async (request: NextRequest = {}) => {
      const { message: given, operation, interrupt, ...rest } = request
      const message = await prepared(fullMessage(given))
      checkOperation(operation)
      const session = await openSession(sessions, scope, id, { ahead, ...shownTo })
      if (message && interrupt !== true) {
        const calls = await openCalls(place)
        if (calls.length > 0) throw callsOpen(id, calls)
      }
      const { storedLength: length } = session
      const wanted = {
        length,
        base: length,
        ...(message && { message }),
        ...(operation !== undefined && { operation }),
      }
      const built = await nextOfRun(place, wanted, (input) =>
        builder.build({ ...rest, ...input, scope, session, ...(message && { message }) } as Parameters<
          typeof builder.build
        >[0]),
      )
      pending = requestOf(built.pending)
      state = built.pending.run
      // A session that did not exist was created with the record, at revision 1.
      asked = { revision: Math.max(1, session.revision), request: pending }
      return built.context
    },
    append: async (messages: Message | readonly Message[], { operation, at }: RunAppendOptions = {}) => {
      const last = asked ? asked.request : pending
      const isLast = operation === undefined || operation === last?.operation
      const request = isLast ? last : await requestNamed(operation)
      const list: readonly Message[] = Array.isArray(messages) ? messages : [messages as Message]
      const name = operation ?? request?.operation
      const appended = await sessions.append(scope, id, request?.message ? [request.message, ...list] : list, {
        ...(isLast && asked && { expectedRevision: asked.revision }),
        ...(name !== undefined && { operation: name }),
        ...(at && { at }),
      })
      asked = { revision: appended.revision, request: undefined }
      pending = undefined
      return appended
    },
    cut: async () => {
      const { record, ...versioned } = await current()
      await change({ ...record, cut: true }, versioned)
    },
    scrub: async (request: Pick<NextRequest, 'now' | 'signal'> = {}) => {
      const { record, ...versioned } = await current()
      const session = await openSession(sessions, scope, id, shownTo)
      const scrubbed = await scrubRecord(record, (input, one) => {
        const message = one?.message && session.storedLength === one.base ? { message: one.message } : {}
        return builder.build({ ...request, ...input, ...message, scope, session } as Parameters<
          typeof builder.build
        >[0])
      })
      if (scrubbed) await change(scrubbed.record, versioned, true)
      return scrubbed?.cut
    },
  }
  return run as unknown as Run<Names, Needs>

  /** A question is sent in the form in which the session will have it. */
  async function prepared(message: UserMessage | undefined): Promise<UserMessage | undefined> {
    if (message === undefined || sessions.prepare === undefined) return message
    const [kept] = await sessions.prepare(scope, id, [message])
    return (kept as UserMessage | undefined) ?? message
  }

  async function requestNamed(operation: string): Promise<PendingRequest | undefined> {
    const { record } = await readRecord(place)
    const found = record.pending.find((one) => one.operation === operation)
    return found ? requestOf(found) : record.answered?.operation === operation ? record.answered : undefined
  }
}

function requestOf({ operation, message }: PendingRecord): PendingRequest {
  return { ...(operation !== undefined && { operation }), ...(message && { message }) }
}

/** A store that reads, appends and keeps runs. */
function mustKeepRuns(store: unknown): string | undefined {
  for (const method of ['page', 'read', 'info', 'append', 'readRun', 'writeRun']) {
    const problem = mustHaveMethod(method)(store)
    if (problem !== undefined) return problem
  }
  return undefined
}

function checkOperation(operation: unknown): void {
  if (operation === undefined || (typeof operation === 'string' && operation !== '' && operation.length <= 200)) return
  throw new LamellaError({
    code: 'REQUEST_INVALID',
    what: 'operation is not a name of 1 to 200 characters.',
    fix: 'Pass the id of the job or of the incoming message, or omit it.',
    details: { key: 'operation' },
  })
}

function callsOpen(session: string, calls: readonly string[]): LamellaError<'RUN_CALLS_OPEN'> {
  return new LamellaError({
    code: 'RUN_CALLS_OPEN',
    what: `Calls of session ${JSON.stringify(session)} have no result yet: ${calls.join(', ')}.`,
    fix: 'Append their results first; a message that is appended meanwhile follows them. Or pass interrupt: true.',
    details: { session, calls },
  })
}
