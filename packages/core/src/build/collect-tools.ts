import type { Collected } from '../collect/collect.ts'
import type { ToolDefinition } from '../contract/message.ts'
import type { Notice } from '../contract/sources.ts'
import { isTool } from './check-request.ts'

/** The tools of a request and of its layers. */
export interface CollectedTools {
  readonly tools: readonly ToolDefinition[]
  /** By layer: which tools it brought that were there already, or were none. */
  readonly notices: ReadonlyMap<string, readonly Notice[]>
}

/** Given tools first, then those of the layers in their order. Of one name the first stays. */
export function collectTools(given: readonly ToolDefinition[], collected: readonly Collected[]): CollectedTools {
  const tools = new Map<string, ToolDefinition>()
  for (const tool of given) if (!tools.has(tool.name)) tools.set(tool.name, tool)
  const notices = new Map<string, Notice[]>()
  for (const { layer, result } of collected) {
    for (const tool of result.tools ?? []) {
      const known = isTool(tool) && tools.has(tool.name)
      if (isTool(tool) && !known) {
        tools.set(tool.name, tool)
        continue
      }
      const notice: Notice = known
        ? { code: 'TOOL_DUPLICATE', message: `A tool '${tool.name}' is there already; this one is left out.` }
        : { code: 'TOOL_INVALID', message: 'Something that is not a tool definition is left out.' }
      notices.set(layer.name, [...(notices.get(layer.name) ?? []), notice])
    }
  }
  return { tools: tools.size === given.length ? given : [...tools.values()], notices }
}
