import { isRecord, type UnknownRecord } from '../../shared/guards.ts'

/** A message or part with its path in the request. */
export interface Placed {
  readonly value: UnknownRecord
  readonly path: string
}

/** A list as it is, and nothing for what is no list: other rules say so. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects of a list with their paths. What is no object is left to the rule about its type. */
export function recordsOf(value: unknown, path: string): Placed[] {
  return listOf(value).flatMap((item, index) => (isRecord(item) ? [{ value: item, path: `${path}[${index}]` }] : []))
}

export function messagesOf(request: UnknownRecord): Placed[] {
  return recordsOf(request['messages'], 'messages')
}

/** The tool calls of a message. */
export function callsOf(message: Placed): Placed[] {
  return recordsOf(message.value['tool_calls'], `${message.path}.tool_calls`)
}

/** The parts of a message whose content is a list. */
export function partsOf(message: Placed): Placed[] {
  return recordsOf(message.value['content'], `${message.path}.content`)
}

/** The function or custom tool inside of a tool or a tool call. */
export function namedOf(tool: Placed): Placed | undefined {
  const kind = tool.value['type'] === 'custom' ? 'custom' : 'function'
  const value = tool.value[kind]
  return isRecord(value) ? { value, path: `${tool.path}.${kind}` } : undefined
}

/** Whether a field is there: null counts as not. */
export function has(value: unknown): boolean {
  return value !== undefined && value !== null
}
