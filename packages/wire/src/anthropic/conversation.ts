import { refusesPrefill } from './models.ts'

/** A message of a request, as far as turns go by it. */
interface SomeMessage {
  readonly role: unknown
  readonly content: unknown
}

/** Whether a block has a type, which one, or what ends with it. */
export function typeOf(block: unknown): string {
  const type: unknown = typeof block === 'object' && block !== null ? (block as { type?: unknown }).type : undefined
  return typeof type === 'string' ? type : ''
}

/** The blocks of a message; none where its content is text. */
export function listOfBlocks({ content }: SomeMessage): readonly unknown[] {
  return Array.isArray(content) ? content : []
}

/**
 * Whether a message ends the assistant's turn: one of the user with more in it than results of tools. A loop of calls and
 * results is one turn of the assistant, however many messages it has.
 *
 * Source: Anthropic, "Thinking", "Thinking with tool use"; "Stop reasons" ("adding anything after the tool_result blocks ...
 * ends the assistant turn").
 */
export function endsTurn(message: SomeMessage): boolean {
  if (message.role !== 'user') return false
  return typeof message.content === 'string' || listOfBlocks(message).some((block) => typeOf(block) !== 'tool_result')
}

/** Whether a block is thinking, readable or not. */
export function isThinking(block: unknown): boolean {
  const type = typeOf(block)
  return type === 'thinking' || type === 'redacted_thinking'
}

/**
 * The first assistant message of the turn that the model is to go on with, or -1 where it begins a new one: the conversation
 * ends with the assistant, or with results of its calls.
 */
function runningTurn(messages: readonly SomeMessage[]): number {
  const last = startOfLast(messages)
  const message = messages[last]
  if (message === undefined) return -1
  const isRunning = message.role === 'assistant' || typeOf(listOfBlocks(message)[0]) === 'tool_result'
  if (!isRunning) return -1
  let first = -1
  for (let at = last; at >= 0; at--) {
    const one = messages[at] as SomeMessage
    if (one.role === 'assistant') first = at
    else if (at < last && endsTurn(one)) break
  }
  return first
}

/**
 * The last message that is not a system message, or the first of the user's that end the conversation: "consecutive user or
 * assistant turns in your request will be combined into a single turn" (schema, `MessageCreateParams.messages`).
 */
function startOfLast(messages: readonly SomeMessage[]): number {
  let start = messages.findLastIndex(({ role }) => role !== 'system')
  if (messages[start]?.role !== 'user') return start
  for (let at = start - 1; at >= 0 && messages[at]?.role !== 'assistant'; at--)
    if (messages[at]?.role === 'user') start = at
  return start
}

/** Whether the turn that the model is to go on with begins with thinking, as manual thinking asks; true for a new turn. */
export function beginsWithThinking(messages: readonly SomeMessage[]): boolean {
  const first = messages[runningTurn(messages)]
  return first === undefined || isThinking(listOfBlocks(first)[0])
}

/** What decides whether a model goes on with a last message of the assistant. */
interface PrefillFacts {
  readonly model: string | undefined
  readonly thinking: { readonly type?: unknown } | undefined
}

/**
 * Why the model does not go on with the last message, or `undefined` where it does: "This model does not support assistant
 * message prefill. The conversation must end with a user message." (400). A turn that was paused while a tool of Anthropic
 * ran ends with the assistant in any case.
 */
export function prefillProblem(
  messages: readonly SomeMessage[],
  { model, thinking }: PrefillFacts,
): string | undefined {
  // A system message behind the assistant only sets the effort.
  const last = messages.findLast(({ role }) => role !== 'system')
  if (last?.role !== 'assistant') return undefined
  const blocks = listOfBlocks(last)
  const end = typeOf(blocks.at(-1))
  if (end.startsWith('server_') || end.endsWith('_tool_result')) return undefined
  if (refusesPrefill(model)) return `${model} does not continue an assistant message`
  if (thinking?.type === 'enabled' || thinking?.type === 'adaptive')
    return 'no model continues an assistant message while thinking is on'
  // "When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`".
  return thinking === undefined && blocks.some(isThinking)
    ? 'it holds thinking that the request does not ask for'
    : undefined
}

/** Whether a system message may stand behind this one. `undefined`: at the start. */
export function takesSystemBehind(message: SomeMessage | undefined): boolean {
  if (message === undefined) return false
  if (message.role === 'user') return true
  const last = typeOf(listOfBlocks(message).at(-1))
  return message.role === 'assistant' && last.endsWith('_tool_result')
}
