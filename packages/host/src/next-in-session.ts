import { type Context, isLamellaError, type Message, type ToolPart, type UserMessage } from '@lamella/core'
import { contentKey, plainValue, summaryRange } from '@lamella/core/plugin'
import { keepUsage, nextOfRun, type RunPlace, type RunRequest, type RunUsage } from '@lamella/runs'
import { type Appended, type OpenedSession, openSession, type SessionStore, sessionConflict } from '@lamella/store'
import { answerOf, withQuestion } from './answer.ts'
import type { BuildHostRequest } from './build-with.ts'
import type { AdaptedRequest, AdapterAssembler, AdapterRequest } from './contract/adapter.ts'
import { type NewMessages, newMessages } from './new-messages.ts'
import { inCallOrder } from './result-order.ts'

/** Where a conversation is, and what builds its requests. */
export interface SessionPlace {
  readonly sessions: SessionStore
  readonly id: string
  readonly by: BuildHostRequest | AdapterAssembler
  /** See `AdapterOptions.marks`. */
  readonly marks?: string | undefined
}

/** The number of messages that a history reads at a time, and those around them: most requests take one read. */
const readAhead = 66

/**
 * Builds a request of a host whose conversation is in a store. A user's new message at the end waits until its call has
 * ended; everything else that is new is appended. Calls that have no result when the user speaks again were given up by the host.
 */
export async function nextInSession(place: SessionPlace, request: AdapterRequest): Promise<AdaptedRequest> {
  const { sessions, id } = place
  const { scope, agent } = request
  // Stores keep JSON. The first request has the form of all later ones.
  const given = (await sessions.prepare?.(scope, id, request.messages)) ?? request.messages
  const messages = given.map((message) => plainValue(message))
  const { messages: fresh, ...found } = await newMessages({ sessions, scope, id, ...(agent && { agent }) }, messages)
  const { before, message } = withQuestion(fresh)
  const appended =
    before.length > 0 ? await sessions.append(scope, id, before, { expectedRevision: found.revision }) : found
  const { context, revision: seen, operation, counted } = await built(place, request, message, appended)
  return {
    context,
    answered: async (answer, { at, failed = false, usage } = {}) => {
      const said = answerOf(answer, place.marks).map((message) => plainValue(message))
      const added = message && !(failed && said.length === 0) ? [message, ...said] : said
      if (added.length === 0) return undefined
      const appendAt = async (expectedRevision: number): Promise<Appended> =>
        await sessions.append(scope, id, added, {
          expectedRevision,
          // The operation is done once it has its answer.
          ...(operation !== undefined && said.length > 0 && { operation }),
          ...(at && { at }),
        })
      const kept = await appendAt(seen).catch(async (error: unknown) => {
        const now = isLamellaError(error, 'SESSION_CONFLICT') ? await sessions.info(scope, id) : undefined
        // A summary that was added meanwhile overtakes nothing: the session has the same messages.
        if (now && now.length === appended.length && now.revision > seen) return await appendAt(now.revision)
        throw error
      })
      if (usage && said.length > 0) await counted(usage)
      return kept
    },
    counted,
    refused: (refused) => nextInSession(place, { ...request, refused }),
  }
}

interface Built {
  readonly context: Context
  /** The revision of the session that the request was built on. */
  readonly revision: number
  readonly operation?: string | undefined
  /** See `AdaptedRequest.counted`. */
  counted(usage: RunUsage): Promise<void>
}

async function built(
  place: SessionPlace,
  request: AdapterRequest,
  message: UserMessage | undefined,
  compared: Pick<NewMessages, 'revision' | 'length'>,
): Promise<Built> {
  const { sessions, id, by } = place
  const { scope, agent, operation, refused } = request
  const { revision: before } = compared
  if (typeof by !== 'function') {
    const context = await by.assemble(id, agent, assembleRequest(request, message))
    // An assembler that stores a run creates the session.
    const created = before === 0 ? await sessions.info(scope, id) : undefined
    return {
      context,
      revision: created?.length === 0 ? created.revision : before,
      counted: async (usage) => by.counted?.(context, usage),
    }
  }
  // A summary that only its provider can read cannot be sent by a host.
  let session: OpenedSession | undefined
  let waiting: UserMessage | undefined
  const read = async (): Promise<RunRequest> => {
    session = await openSession(sessions, scope, id, { ahead: readAhead, format: [] })
    const { storedLength: length } = session
    // What the host gave was compared with another end: some of it may be there already.
    if (length !== compared.length) throw sessionConflict(id, before, session.revision)
    waiting = message ? undefined : await newestQuestion(session)
    const asked = message ?? waiting
    return {
      length,
      base: waiting ? length - 1 : length,
      ...(asked && { message: asked }),
      ...(operation !== undefined && { operation }),
      key: requestKey(request),
      ...(refused && { refused }),
    }
  }
  const runOf = { sessions, scope, id, ...(agent && { agent }) }
  const { context, pending } = await nextOfRun(runOf, read, (input) => {
    const asked = message ?? waiting
    const shown = waiting && session ? withoutNewest(session) : session
    return by(request, { ...input, ...(shown && { session: shown }), ...(asked && { message: asked }) })
  })
  // A session that did not exist was created with the record, at revision 1.
  return {
    context,
    revision: Math.max(1, session?.revision ?? 0),
    operation: pending.operation,
    counted: (usage) => keepUsage(runOf, pending.run, usage),
  }
}

/** Returns the question at the end of a session, to which an earlier call said nothing. */
async function newestQuestion(session: OpenedSession): Promise<UserMessage | undefined> {
  const { length } = session
  const [newest] = await session.read(Math.max(0, length - 1), length, { signal: new AbortController().signal })
  return newest?.role === 'user' && summaryRange(newest) === undefined ? newest : undefined
}

/** Its request is built as the first one for it was, and so has the same bytes. */
function withoutNewest(session: OpenedSession): OpenedSession {
  return Object.create(session, { length: { value: session.length - 1 } }) as OpenedSession
}

function assembleRequest(
  { scope, system = [], tools, now, signal, countTokens, settings, refused }: AdapterRequest,
  message: UserMessage | undefined,
): Parameters<AdapterAssembler['assemble']>[2] {
  const text = system.filter((one) => one !== '').join('\n\n')
  return {
    scope,
    ...(message && { message }),
    ...(text !== '' && { additionalSystemPrompt: text }),
    ...(tools && { additionalTools: tools }),
    ...(now && { now }),
    ...(signal && { signal }),
    ...(countTokens && { countTokens }),
    ...(settings !== undefined && { settings }),
    ...(refused && { refused }),
  }
}

/**
 * Builds a request of a host that keeps the conversation itself. Its messages are the truth, however they were edited: what
 * was sent and is no longer there is a cut of the run. The store keeps only the run.
 */
export async function nextInHost(
  { sessions, id, build }: Pick<SessionPlace, 'sessions' | 'id'> & { readonly build: BuildHostRequest },
  request: AdapterRequest,
): Promise<AdaptedRequest> {
  const { scope, agent, operation, refused } = request
  const given = request.messages.map(withDenialsAsErrors)
  const messages = inCallOrder((await sessions.prepare?.(scope, id, given)) ?? given)
  const { before, message } = withQuestion(messages)
  const place = { sessions: runsOf(sessions, messages), scope, id, ...(agent && { agent }) }
  const wanted = {
    length: before.length,
    base: before.length,
    ...(message && { message }),
    ...(operation !== undefined && { operation }),
    key: requestKey(request),
    ...(refused && { refused }),
  }
  const { context, pending } = await nextOfRun(
    place,
    async () => wanted,
    // Of a host's edited messages, nothing is lost: they are the whole conversation.
    (input) => build(request, { ...input, notices: [], session: before, ...(message && { message }) }),
  )
  const counted = (usage: RunUsage): Promise<void> => keepUsage(place, pending.run, usage)
  return {
    context,
    answered: async (_, { usage } = {}) => {
      if (usage) await counted(usage)
      return undefined
    },
    counted,
    refused: (one) => nextInHost({ sessions, id, build }, { ...request, refused: one }),
  }
}

/**
 * Writes denials as the errors that they are once the AI SDK makes the conversation from the messages of its UI: what was sent as a
 * denial would be a cut. That of a call which the provider runs has provider options, and stays.
 *
 * Source: `convertToModelMessages` of ai 6.0.322 and 7.0.173, read on 2026-12-01.
 */
function withDenialsAsErrors(message: Message): Message {
  if (message.role !== 'tool' || !message.content.some(isDenial)) return message
  const content = message.content.map((part) => {
    if (!isDenial(part)) return part
    const { reason: value = 'Tool call execution denied.' } = part.output
    return { ...part, output: { type: 'error-text', value } as const }
  })
  return { ...message, content }
}

type Denial = Extract<ToolPart, { type: 'tool-result' }> & { readonly output: { readonly type: 'execution-denied' } }

function isDenial(part: ToolPart): part is Denial {
  return part.type === 'tool-result' && part.output.type === 'execution-denied' && !part.output.providerOptions
}

/** A store whose runs are kept, and whose sessions are the messages of a host. */
function runsOf({ runs }: RunPlace['sessions'], messages: readonly Message[]): RunPlace['sessions'] {
  return {
    ...(runs && { runs: { read: runs.read.bind(runs), write: runs.write.bind(runs) } }),
    read: async (_scope, _session, start, end) =>
      messages.slice(start, end).map((message, index) => ({ position: start + index, message, sizeBefore: 0 })),
  }
}

/** With another system prompt of the call, the same message is another request: a retry repeats only what was asked. */
function requestKey({ system = [] }: Pick<AdapterRequest, 'system'>): string {
  return contentKey(JSON.stringify(system))
}
