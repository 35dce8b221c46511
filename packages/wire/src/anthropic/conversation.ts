import { refusesPrefill } from './models.ts'

/** The fields of a request message that determine turns. */
interface SomeMessage {
  readonly role: unknown
  readonly content: unknown
}

/** Whether a block has this type, one of these types, or a type that ends with this text. */
export function typeOf(block: unknown): string {
  const type: unknown = typeof block === 'object' && block !== null ? (block as { type?: unknown }).type : undefined
  return typeof type === 'string' ? type : ''
}

/** Returns the blocks of a message; none if its content is text. */
export function listOfBlocks({ content }: SomeMessage): readonly unknown[] {
  return Array.isArray(content) ? content : []
}

/**
 * Whether a message ends the assistant's turn: a user message that contains more than tool results. A loop of calls and
 * results is one assistant turn, however many messages it has.
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
 * Returns the first assistant message of the turn that the model continues, or -1 if it starts a new turn. It continues
 * one if the conversation ends with the assistant or with results of its calls.
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
 * Returns the last message that is not a system message, or the first of the user messages that end the conversation:
 * "consecutive user or assistant turns in your request will be combined into a single turn" (schema,
 * `MessageCreateParams.messages`).
 */
function startOfLast(messages: readonly SomeMessage[]): number {
  let start = messages.findLastIndex(({ role }) => role !== 'system')
  if (messages[start]?.role !== 'user') return start
  for (let at = start - 1; at >= 0 && messages[at]?.role !== 'assistant'; at--)
    if (messages[at]?.role === 'user') start = at
  return start
}

/** Whether the turn that the model continues begins with thinking, as manual thinking requires; true for a new turn. */
export function beginsWithThinking(messages: readonly SomeMessage[]): boolean {
  const first = messages[runningTurn(messages)]
  return first === undefined || isThinking(listOfBlocks(first)[0])
}

/** What determines whether a model continues a final assistant message. */
interface PrefillFacts {
  readonly model: string | undefined
  readonly thinking: { readonly type?: unknown } | undefined
}

/**
 * Returns why the model does not continue the last message, or `undefined` if it does: "This model does not support
 * assistant message prefill. The conversation must end with a user message." (400). A turn that was paused while an
 * Anthropic tool ran always ends with the assistant.
 */
export function prefillProblem(
  messages: readonly SomeMessage[],
  { model, thinking }: PrefillFacts,
): string | undefined {
  // A system message after the assistant only sets the effort.
  const last = messages.findLast(({ role }) => role !== 'system')
  if (last?.role !== 'assistant') return undefined
  const blocks = listOfBlocks(last)
  const end = typeOf(blocks.at(-1))
  if (end.startsWith('server_') || end.endsWith('_tool_result')) return undefined
  if (refusesPrefill(model)) return `${model} does not continue an assistant message`
  if (thinking?.type === 'enabled' || thinking?.type === 'adaptive')
    return 'no model continues an assistant message with thinking on'
  // "When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`".
  return thinking === undefined && blocks.some(isThinking)
    ? 'it contains thinking, which the request does not turn on'
    : undefined
}

/** Whether a system message may follow this one. `undefined`: at the start. */
export function allowsSystemAfter(message: SomeMessage | undefined): boolean {
  if (message === undefined) return false
  if (message.role === 'user') return true
  const last = typeOf(listOfBlocks(message).at(-1))
  return message.role === 'assistant' && last.endsWith('_tool_result')
}
