import type { Collected } from '../collect/collect.ts'
import type { ContextTool } from '../contract/message.ts'
import type { Notice } from '../contract/sources.ts'
import { isLamellaError } from '../errors.ts'
import { isTool, type ReadTool } from './check-request.ts'

/** The tools of a request and of its layers. */
interface CollectedTools {
  readonly tools: readonly ContextTool[]
  /** By layer: the tools that were duplicates or invalid. Those of the request are under ''. */
  readonly notices: ReadonlyMap<string, readonly Notice[]>
}

/** Lists the passed tools first, then those of the layers in order. The first tool of a name wins. */
export function collectTools(
  passed: readonly ContextTool[],
  collected: readonly Collected[],
  readTool: ReadTool,
): CollectedTools {
  const tools = new Map<string, ContextTool>()
  const notices = new Map<string, Notice[]>()
  const take = (from: string, tool: unknown, read: ReadTool): void => {
    const omitted = takeTool(tools, tool, read)
    if (omitted !== undefined) notices.set(from, [...(notices.get(from) ?? []), omitted])
  }
  for (const tool of passed) if (tools.get(tool.name) !== tool) take('', tool, () => tool)
  const distinct = tools.size
  for (const { layer, result } of collected) for (const tool of result.tools ?? []) take(layer.name, tool, readTool)
  const unchanged = distinct === passed.length && tools.size === distinct
  return { tools: unchanged ? passed : [...tools.values()], notices }
}

/** Adds a layer's tool, or reports why it is omitted. */
function takeTool(tools: Map<string, ContextTool>, tool: unknown, readTool: ReadTool): Notice | undefined {
  if (!isTool(tool))
    return {
      code: 'TOOL_INVALID',
      what: 'A value that is not a tool definition is omitted.',
      fix: 'A tool is { name, description?, inputSchema }.',
    }
  if (tools.has(tool.name)) {
    return {
      code: 'TOOL_DUPLICATE',
      what: `Two tools have the name '${tool.name}'; the first is used.`,
      fix: 'Rename one of them.',
    }
  }
  try {
    tools.set(tool.name, readTool(tool))
    return undefined
  } catch (error) {
    if (!isLamellaError(error)) throw error
    return { code: 'TOOL_INVALID', what: `A tool is omitted. ${error.what}`, fix: error.fix }
  }
}
