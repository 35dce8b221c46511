import type { AssistantPart, Message, ToolPart } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { findToolName } from './known-tools.ts'

/**
 * Returns the names in the answers of `find_tool`, in the order in which they were loaded. Beyond `most`, those that were found
 * or called longest ago are left out, half of them at once, so that the tools of a conversation rarely change.
 *
 * @param isKnown Whether a name is that of a tool. Names are data: others are not counted.
 */
export function loadedNames(
  messages: readonly Message[],
  most: number,
  isKnown: (name: string) => boolean,
): readonly string[] {
  /** When each was last found or called. */
  const names = new Map<string, number>()
  let step = 0
  for (const message of messages) {
    if (typeof message.content === 'string') continue
    for (const part of message.content as readonly (AssistantPart | ToolPart)[]) {
      step++
      if (part.type === 'tool-call' && names.has(part.toolName)) names.set(part.toolName, step)
      if (message.role !== 'tool' || part.type !== 'tool-result') continue
      const { toolName, output } = part
      if (toolName !== findToolName || output.type !== 'text') continue
      for (const name of namesIn(output.value)) if (isKnown(name)) names.set(name, step)
      if (names.size <= most) continue
      // The newest names stay, and all of the newest search.
      const oldest = [...names].filter(([, at]) => at < step).sort(([, one], [, other]) => one - other)
      const left = Math.max(0, names.size - Math.max(1, Math.floor(most / 2)))
      for (const [name] of oldest.slice(0, left)) names.delete(name)
    }
  }
  return [...names.keys()]
}

function namesIn(text: string): readonly string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Nothing was found, or the answer was shortened.
    return []
  }
  const tools: unknown = isObject(value) ? value['tools'] : undefined
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool: unknown) => (isObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : []))
}
