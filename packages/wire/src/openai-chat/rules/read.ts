import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { type Placed, recordsOf } from '../../shared/rules/rule.ts'

export function messagesOf(request: UnknownRecord): Placed[] {
  return recordsOf(request['messages'], 'messages')
}

export function callsOf(message: Placed): Placed[] {
  return recordsOf(message.value['tool_calls'], `${message.path}.tool_calls`)
}

export function partsOf(message: Placed): Placed[] {
  return recordsOf(message.value['content'], `${message.path}.content`)
}

/** Returns the function or custom tool inside a tool or a tool call. */
export function namedOf(tool: Placed): Placed | undefined {
  const kind = tool.value['type'] === 'custom' ? 'custom' : 'function'
  const value = tool.value[kind]
  return isRecord(value) ? { value, path: `${tool.path}.${kind}` } : undefined
}
