import type { ToolDefinition } from '@lamella/core'
import { type Fields, fields, list, text } from '../shared/fields.ts'
import { toolOf } from '../shared/reader.ts'

/** The system prompt and the tools at a point of a session. */
export interface PiPrompt {
  readonly sections: readonly string[]
  readonly tools: readonly ToolDefinition[]
}

/**
 * Replays the system messages of a chain: each sets sections by name, or removes them with `null`, and adds and removes
 * tools. `undefined` if there is none: sessions before version 3 have neither.
 */
export function replayPrompt(messages: readonly Fields[]): PiPrompt | undefined {
  if (messages.length === 0) return undefined
  const sections = new Map<string, string>()
  const tools = new Map<string, ToolDefinition>()
  for (const message of messages) {
    const content = text(message['content'])
    if (content !== undefined) sections.set('', content)
    for (const [name, section] of Object.entries(fields(message['sections']))) {
      if (section === null) sections.delete(name)
      else if (typeof section === 'string') sections.set(name, section)
    }
    for (const one of list(message['toolsRemoved'])) tools.delete(text(one) ?? String(fields(one)['name']))
    for (const one of list(message['toolsAdded']).map(fields)) {
      for (const tool of toolOf(one, fields(one['parameters']))) tools.set(tool.name, tool)
    }
  }
  return { sections: [...sections.values()], tools: [...tools.values()] }
}
