import type { BuildRequest } from '../contract/context.ts'
import type { LayerRequest } from '../contract/layer.ts'
import type { ContextTool, Message, ToolDefinition, UserMessage } from '../contract/message.ts'
import type { Scope } from '../contract/scope.ts'
import type { Session } from '../contract/sources.ts'
import { coreError, type LamellaError } from '../errors.ts'
import { isStandardSchema, jsonSchemaOf } from '../json-schema.ts'
import { checkMessages, messageInvalid } from '../messages/check-messages.ts'
import { messageProblem } from '../messages/message-problem.ts'
import { summariesAmong } from '../messages/summary-message.ts'
import { type Check, type Checks, checkKeys, isObject, mustBeKind, mustBeText } from '../options.ts'

/** The standard fields of a request, validated and in their full form. */
type CheckedRequest = Pick<LayerRequest, 'scope' | 'message' | 'session' | 'now'> & {
  readonly tools: readonly ContextTool[]
  /** The messages that were checked at the door: the new one, and those that are read of the session. */
  readonly passed: WeakSet<Message>
}

const mustBeName: Check = (value) => (value === '' ? 'is empty' : mustBeText(value))
const scopeChecks: Checks<Scope> = {
  tenant: mustBeName,
  user: mustBeName,
  agent: mustBeName,
  session: mustBeName,
  kind: mustBeKind,
}

const ofRuns = 'Call extend(builder, request) of @lamella/runs.'
/** Fields that look like those of a request: without an error, it would be sent without the conversation or the run. */
const foreign = [
  ['messages', 'Pass them as session.'],
  ['run', ofRuns],
  ['cut', ofRuns],
  ['repeat', ofRuns],
] as const

/**
 * @throws LamellaError `SCOPE_INVALID`, `SCOPE_MISMATCH`, `REQUEST_INVALID`, `MESSAGE_INVALID`, `TOOL_SCHEMA_INVALID`
 */
export function checkRequest(request: BuildRequest, readTool: ReadTool): CheckedRequest {
  if (!isObject(request)) {
    throw invalid('request', 'request is not an object.', 'Pass { scope: { tenant } }.')
  }
  for (const [key, fix] of foreign) {
    if (Reflect.get(request, key) !== undefined) throw invalid(key, `build(request) takes no '${key}'.`, fix)
  }
  const { now, tools = [] } = request
  if (now !== undefined && !(now instanceof Date && Number.isFinite(now.getTime()))) {
    throw invalid('now', 'now is not a valid Date.')
  }
  if (request.signal !== undefined && typeof request.signal?.addEventListener !== 'function') {
    throw invalid('signal', 'signal is not an AbortSignal.')
  }
  const message = fullMessage(request.message)
  const scope = checkScope(request.scope)
  const passed = new WeakSet<Message>(message ? [message] : [])
  const session = asSession(request.session ?? [], passed)
  if (session.scope !== undefined) {
    // An agent may continue the conversation of another one.
    const { agent: _, ...owner } = session.scope
    checkLayerScope('the session', owner, scope)
  }
  return {
    scope,
    message,
    session,
    now,
    tools: checkTools(tools, readTool),
    passed,
  }
}

/** Returns a scope that has a tenant and no other fields than those of a scope. @throws LamellaError `SCOPE_INVALID` */
export function checkScope(scope: Scope): Scope {
  checkKeys('a field of a scope', 'scope', scope ?? {}, scopeChecks, ['tenant'], (key, problem) => {
    // Without its quotes, and as a path.
    throw coreError('SCOPE_INVALID', `scope.${key}${problem.slice(key.length + 2)}`, 'A tenant is required.', { key })
  })
  return scope
}

/** Returns the message of a request in its full form. @throws LamellaError `REQUEST_INVALID`, `MESSAGE_INVALID` */
export function fullMessage(message: BuildRequest['message']): UserMessage | undefined {
  if (message === undefined) return undefined
  const full =
    typeof message === 'string' || Array.isArray(message) ? { role: 'user' as const, content: message } : message
  if (full?.role !== 'user' || (typeof full.content !== 'string' && !Array.isArray(full.content))) {
    throw invalid('message', 'message is not a user message.', 'Pass text, user parts, or { role, content }.')
  }
  const found = messageProblem(full)
  if (found) throw messageInvalid('message', found)
  if (full.content.length > 0) return full
  throw invalid('message', 'message is empty.')
}

function asSession(session: Session | readonly Message[], passed: WeakSet<Message>): Session {
  if (Array.isArray(session)) {
    const messages: readonly Message[] = session
    let summaries: Session['summaries']
    const list: Session = {
      length: messages.length,
      read: (start, end) => messages.slice(start, end),
      get summaries() {
        summaries ??= summariesAmong(messages)
        return summaries
      },
    }
    return checkedSession(list, passed)
  }
  const given = session as Session
  if (Number.isSafeInteger(given?.length) && typeof given.read === 'function') return checkedSession(given, passed)
  throw invalid('session', 'session is neither messages nor a Session.', 'Pass messages, or { length, read }.')
}

/**
 * Returns tools in the form the wire formats use.
 *
 * @throws LamellaError `REQUEST_INVALID`, `TOOL_SCHEMA_INVALID`
 */
export function checkTools(tools: readonly ToolDefinition[], readTool: ReadTool): readonly ContextTool[] {
  const wrong = Array.isArray(tools) ? tools.findIndex((tool) => !isTool(tool)) : 0
  if (wrong < 0) return tools.map(readTool)
  throw invalid('tools', `tool ${wrong} is not a tool definition.`, 'A tool is { name, description?, inputSchema }.')
}

/** Checks whether a value has the shape of a tool definition. */
export function isTool(value: unknown): value is ToolDefinition {
  const tool = value as ToolDefinition
  if (mustBeName(tool?.name)) return false
  if (tool.description !== undefined && mustBeText(tool.description)) return false
  // ArkType's schemas are functions.
  return (typeof tool.inputSchema === 'object' && tool.inputSchema !== null) || isStandardSchema(tool.inputSchema)
}

function invalid(key: string, what: string, fix = 'Pass one, or omit it.'): LamellaError<'REQUEST_INVALID'> {
  return coreError('REQUEST_INVALID', what, fix, { key })
}

/**
 * Checks that something created for a scope is used only for that scope: each of `tenant`, `user` and `agent` that its
 * scope names must be the same in the request's. Data of one user must not reach a request of another user or of no
 * user. Call it in `load`, before reading anything.
 *
 * @param what The owner of the scope, such as `the layer 'notes'`.
 * @throws LamellaError `SCOPE_MISMATCH`
 * @example
 * const notes = (own: Scope) =>
 *   defineLayer('notes', {
 *     load: ({ scope }) => {
 *       checkLayerScope("the layer 'notes'", own, scope)
 *       return readNotes(own)
 *     },
 *   })
 */
export function checkLayerScope(what: string, own: Scope, scope: Scope): void {
  for (const key of ['tenant', 'user', 'agent'] as const) {
    if ((own[key] === undefined && key !== 'tenant') || own[key] === scope[key]) continue
    // Neither value is included: the reader of the error may not be allowed to know the other.
    throw coreError(
      'SCOPE_MISMATCH',
      `The request's scope.${key} differs from that of ${what}.`,
      `Create one per ${key}.`,
      { what, key },
    )
  }
}

/**
 * Wraps a session so that every message read is validated; an error reports the position of the first invalid one.
 *
 * @param passed Collects the messages that were read, which need no other check in this build.
 */
function checkedSession(session: Session, passed: WeakSet<Message>): Session {
  const checked =
    (read: Session['read']): Session['read'] =>
    (start, end, request) => {
      const check = (messages: readonly Message[]): readonly Message[] => {
        for (const message of checkMessages(messages, 'session', Math.max(0, start))) passed.add(message)
        return messages
      }
      const messages = read(start, end, request)
      return Array.isArray(messages)
        ? check(messages)
        : Promise.resolve(messages as PromiseLike<readonly Message[]>).then(check)
    }
  return sessionView(
    session,
    checked(session.read.bind(session)),
    session.original && checked(session.original.bind(session)),
  )
}

/** Wraps a session with another way to read it. All other properties of the session are passed through. */
export function sessionView(session: Session, read: Session['read'], original?: Session['read']): Session {
  return {
    // Those of live sessions grow: a build and its run see one length.
    length: session.length,
    read,
    ...(original && { original }),
    ...(session.sizeBefore && { sizeBefore: session.sizeBefore.bind(session) }),
    ...(session.scope && { scope: session.scope }),
    // A getter: a session from a store may lose a message when it is read.
    get appendOnly() {
      return session.appendOnly === true
    },
    get summaries() {
      return session.summaries ?? []
    },
    get notices() {
      return session.notices ?? []
    },
  }
}

/** Converts a tool to the form the wire formats use. */
export type ReadTool = (tool: ToolDefinition) => ContextTool

/**
 * Returns a tool with a plain JSON Schema unchanged. A tool with a schema object is converted to one with a JSON Schema
 * once and is the same object in every build, so its tokens are counted once; the cache keeps nothing longer than the
 * tool itself lives.
 *
 * @throws LamellaError `TOOL_SCHEMA_INVALID` from the returned function
 */
export function createToolReader(): ReadTool {
  const known = new WeakMap<ToolDefinition, ContextTool>()
  return (tool) => {
    const before = known.get(tool)
    if (before !== undefined) return before
    const inputSchema = jsonSchemaOf(tool.inputSchema, tool.name)
    const made = inputSchema === tool.inputSchema ? (tool as ContextTool) : { ...tool, inputSchema }
    known.set(tool, made)
    return made
  }
}
