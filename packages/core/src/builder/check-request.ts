import { checkLayerScope } from '../collect/check-layer-scope.ts'
import type { LayerRequest } from '../contract/layer.ts'
import type { ContextTool, Message, ToolDefinition, UserMessage } from '../contract/message.ts'
import type { BuildRequest } from '../contract/request.ts'
import type { Scope } from '../contract/scope.ts'
import type { Session } from '../contract/sources.ts'
import { LamellaError } from '../errors.ts'
import { isStandardSchema } from '../json-schema.ts'
import { messageInvalid } from '../messages/check-messages.ts'
import { messageProblem } from '../messages/message-problem.ts'
import { summariesAmong } from '../messages/summary-message.ts'
import { checkedSession } from './checked-session.ts'
import type { ReadTool } from './tool-reader.ts'

/** The standard fields of a request, validated and in their full form. */
export type CheckedRequest = Pick<LayerRequest, 'scope' | 'message' | 'session' | 'now'> & {
  readonly tools: readonly ContextTool[]
  /** The messages that were checked at the door: the new one, and those that are read of the session. */
  readonly passed: WeakSet<Message>
}

/**
 * @throws LamellaError `SCOPE_INVALID`, `SCOPE_MISMATCH`, `REQUEST_INVALID`, `MESSAGE_INVALID`, `TOOL_SCHEMA_INVALID`
 */
export function checkRequest(request: BuildRequest, readTool: ReadTool): CheckedRequest {
  if (typeof request !== 'object' || request === null) {
    throw invalid('request', 'build(request) got no request.', 'Pass at least { scope: { tenant } }.')
  }
  for (const key of ['run', 'cut', 'repeat']) if (Reflect.get(request, key) !== undefined) throw belongsToRun(key)
  const { now, tools = [] } = request
  if (now !== undefined && !(now instanceof Date && Number.isFinite(now.getTime()))) {
    throw invalid('now', `now is not a valid Date.`, 'Pass now: new Date(), or omit it.')
  }
  if (request.signal !== undefined && typeof request.signal?.addEventListener !== 'function') {
    throw invalid('signal', 'signal is not an AbortSignal.', 'Pass the signal of an AbortController.')
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

/** A build of its own would send the request without what it extends. */
function belongsToRun(key: string): LamellaError<'REQUEST_INVALID'> {
  return invalid(
    key,
    `build(request) does not extend a run, but the request has '${key}'.`,
    'Call extend(builder, request) of @lamella/runs instead, or omit it.',
  )
}

function checkScope(scope: Scope | undefined): Scope {
  for (const key of ['tenant', 'user', 'agent', 'session', 'kind'] as const) {
    const value = scope?.[key]
    if (value === undefined ? key !== 'tenant' : typeof value === 'string' && value !== '') continue
    throw new LamellaError({
      code: 'SCOPE_INVALID',
      what: `scope.${key} is ${value === undefined ? 'missing' : 'not a string'}.`,
      fix: 'A scope is { tenant, user?, agent?, session?, kind? }, none of them empty.',
      details: { key },
    })
  }
  return scope as Scope
}

/** Returns the message of a request in its full form. @throws LamellaError `REQUEST_INVALID`, `MESSAGE_INVALID` */
export function fullMessage(message: BuildRequest['message']): UserMessage | undefined {
  if (message === undefined) return undefined
  const full =
    typeof message === 'string' || Array.isArray(message) ? { role: 'user' as const, content: message } : message
  if (full?.role !== 'user' || (typeof full.content !== 'string' && !Array.isArray(full.content))) {
    throw invalid('message', 'message is not a user message.', 'Pass text, user parts, or { role: "user", content }.')
  }
  const found = messageProblem(full)
  if (found) throw messageInvalid('message', found, [full])
  if (full.content.length > 0) return full
  throw invalid('message', 'message is empty.', 'Omit it.')
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
  const tool = value as ToolDefinition | null | undefined
  if (typeof tool?.name !== 'string') return false
  if (tool.description !== undefined && typeof tool.description !== 'string') return false
  // ArkType's schemas are functions.
  return (typeof tool.inputSchema === 'object' && tool.inputSchema !== null) || isStandardSchema(tool.inputSchema)
}

function invalid(key: string, what: string, fix: string): LamellaError<'REQUEST_INVALID'> {
  return new LamellaError({ code: 'REQUEST_INVALID', what, fix, details: { key } })
}
