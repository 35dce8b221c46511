import type { Collected } from '../collect/collect.ts'
import type { ContextTool } from '../contract/message.ts'
import type { Notice } from '../contract/sources.ts'
import { isLamellaError } from '../errors.ts'
import { isTool } from './check-request.ts'
import type { ReadTool } from './tool-reader.ts'

/** The tools of a request and of its layers. */
export interface CollectedTools {
  readonly tools: readonly ContextTool[]
  /** By layer: which tools it brought that were there already, or were none. */
  readonly notices: ReadonlyMap<string, readonly Notice[]>
}

/** Given tools first, then those of the layers in their order. Of one name the first stays. */
export function collectTools(
  given: readonly ContextTool[],
  collected: readonly Collected[],
  readTool: ReadTool,
): CollectedTools {
  const tools = new Map<string, ContextTool>()
  for (const tool of given) if (!tools.has(tool.name)) tools.set(tool.name, tool)
  const distinct = tools.size
  const notices = new Map<string, Notice[]>()
  for (const { layer, result } of collected) {
    for (const tool of result.tools ?? []) {
      const taken = takeTool(tools, tool, readTool)
      if (taken === undefined) continue
      const told = notices.get(layer.name)
      if (told) told.push(taken)
      else notices.set(layer.name, [taken])
    }
  }
  const asGiven = distinct === given.length && tools.size === distinct
  return { tools: asGiven ? given : [...tools.values()], notices }
}

/** Adds a layer's tool, or says why it is left out. */
function takeTool(tools: Map<string, ContextTool>, tool: unknown, readTool: ReadTool): Notice | undefined {
  if (!isTool(tool))
    return {
      code: 'TOOL_INVALID',
      what: 'A value that is not a tool definition is left out.',
      fix: 'Return tools with a name and an inputSchema.',
    }
  if (tools.has(tool.name)) {
    return {
      code: 'TOOL_DUPLICATE',
      what: `Two layers have a tool '${tool.name}'; the first is used.`,
      fix: 'Rename one of them.',
    }
  }
  try {
    tools.set(tool.name, readTool(tool))
    return undefined
  } catch (error) {
    if (!isLamellaError(error)) throw error
    return { code: 'TOOL_INVALID', what: `A tool is left out. ${error.what}`, fix: error.fix }
  }
}
