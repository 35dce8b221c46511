import type { AssistantMessage, JsonValue, ToolMessage, UserMessage } from '@lamella/core'

export const user = (content: string): UserMessage => ({ role: 'user', content })
export const assistant = (content: string): AssistantMessage => ({ role: 'assistant', content })

export function call(id: string, name: string, input: unknown, text = ''): AssistantMessage {
  const part = { type: 'tool-call', toolCallId: id, toolName: name, input } as const
  return { role: 'assistant', content: text === '' ? [part] : [{ type: 'text', text }, part] }
}

/** A result, as JSON text if it is not a text. */
export function result(id: string, name: string, value: JsonValue): ToolMessage {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const output = { type: 'text', value: text } as const
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: name, output }] }
}
