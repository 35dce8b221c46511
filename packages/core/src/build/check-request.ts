import type { BuildRequest, LayerRequest } from '../contract/layer.ts'
import type { Message, ToolDefinition, UserMessage } from '../contract/message.ts'
import type { Scope } from '../contract/scope.ts'
import type { Session } from '../contract/sources.ts'
import { LamellaError } from '../errors.ts'

/** The standard fields of a request, checked and in their full form. */
export type CheckedRequest = Pick<LayerRequest, 'scope' | 'message' | 'query' | 'session' | 'now'> & {
  readonly tools: readonly ToolDefinition[]
}

/**
 * @throws LamellaError `SCOPE_INVALID`, `REQUEST_INVALID`
 */
export function checkRequest(request: BuildRequest): CheckedRequest {
  if (typeof request !== 'object' || request === null) {
    throw invalid('request', 'build(request) got no request.', 'Give at least { scope: { tenant } }.')
  }
  const { now, tools = [] } = request
  if (now !== undefined && !(now instanceof Date && Number.isFinite(now.getTime()))) {
    throw invalid('now', `now is not a valid Date.`, 'Give now: new Date(), or leave it out.')
  }
  if (request.signal !== undefined && typeof request.signal?.addEventListener !== 'function') {
    throw invalid('signal', 'signal is not an AbortSignal.', 'Give the signal of an AbortController.')
  }
  const message = userMessage(request.message)
  return {
    scope: checkScope(request.scope),
    message,
    query: message ? textOf(message) : '',
    session: asSession(request.session ?? []),
    now,
    tools: checkTools(tools),
  }
}

function checkScope(scope: Scope | undefined): Scope {
  for (const key of ['tenant', 'user', 'agent', 'session', 'kind'] as const) {
    const value = scope?.[key]
    if (value === undefined ? key !== 'tenant' : typeof value === 'string' && value !== '') continue
    throw new LamellaError({
      code: 'SCOPE_INVALID',
      message: `scope.${key} is ${value === undefined ? 'missing' : 'not a text'}.`,
      fix: 'A scope is { tenant, user?, agent?, session?, kind? }, each a text that is not empty.',
      details: { key },
    })
  }
  return scope as Scope
}

function userMessage(message: BuildRequest['message']): UserMessage | undefined {
  if (message === undefined) return undefined
  const full =
    typeof message === 'string' || Array.isArray(message) ? { role: 'user' as const, content: message } : message
  if (full?.role !== 'user' || (typeof full.content !== 'string' && !Array.isArray(full.content))) {
    throw invalid('message', 'message is not a user message.', 'Give text, user parts, or { role: "user", content }.')
  }
  if (full.content.length > 0) return full
  throw invalid(
    'message',
    'message is empty.',
    'Leave it out in the middle of an agent loop; providers refuse empty ones.',
  )
}

function textOf(message: UserMessage): string {
  if (typeof message.content === 'string') return message.content
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

function asSession(session: Session | readonly Message[]): Session {
  if (Array.isArray(session)) {
    const messages: readonly Message[] = session
    return { length: messages.length, read: (start, end) => messages.slice(start, end) }
  }
  const given = session as Session
  if (Number.isSafeInteger(given?.length) && typeof given.read === 'function') return given
  throw invalid(
    'session',
    'session is neither an array of messages nor a Session.',
    'Give messages, or { length, read }.',
  )
}

function checkTools(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const wrong = Array.isArray(tools) ? tools.findIndex((tool) => !isTool(tool)) : 0
  if (wrong < 0) return tools
  throw invalid('tools', `tool ${wrong} is not a tool definition.`, 'A tool is { name, description?, inputSchema }.')
}

/** Whether a value has the shape of a tool definition. */
export function isTool(value: unknown): value is ToolDefinition {
  const tool = value as ToolDefinition | null | undefined
  const described = tool?.description === undefined || typeof tool.description === 'string'
  return (
    typeof tool?.name === 'string' && described && typeof tool.inputSchema === 'object' && tool.inputSchema !== null
  )
}

function invalid(key: string, message: string, fix: string): LamellaError {
  return new LamellaError({ code: 'REQUEST_INVALID', message, fix, details: { key } })
}
