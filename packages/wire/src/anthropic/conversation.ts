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
  const last = messages.findLastIndex(({ role }) => role !== 'system')
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

/** Whether the turn that the model is to go on with begins with thinking, as manual thinking asks; true for a new turn. */
export function beginsWithThinking(messages: readonly SomeMessage[]): boolean {
  const first = messages[runningTurn(messages)]
  return first === undefined || isThinking(listOfBlocks(first)[0])
}

/** Whether a system message may stand behind this one. `undefined`: at the start. */
export function takesSystemBehind(message: SomeMessage | undefined): boolean {
  if (message === undefined) return false
  if (message.role === 'user') return true
  const last = typeOf(listOfBlocks(message).at(-1))
  return message.role === 'assistant' && last.endsWith('_tool_result')
}
