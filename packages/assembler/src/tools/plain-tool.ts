import type { ToolDefinition } from '@lamella/core'
import type { AgentTool } from '../contract/tool-executor.ts'

const fields = ['name', 'description', 'inputSchema', 'providerOptions'] as const

/** Returns the part of a tool that a model gets. */
export type PlainTool = (tool: AgentTool) => ToolDefinition

/**
 * Removes the fields of a tool that only the program uses, such as its permissions. A tool without such fields is
 * returned unchanged; for others the same object is returned each time, because the tokens of tools are cached by
 * object.
 */
export function createPlainTool(): PlainTool {
  const known = new WeakMap<AgentTool, ToolDefinition>()
  return (tool) => {
    if (Object.keys(tool).every((key) => (fields as readonly string[]).includes(key))) return tool
    const before = known.get(tool)
    if (before !== undefined && fields.every((field) => before[field] === tool[field])) return before
    const { name, description, inputSchema, providerOptions } = tool
    const plain: ToolDefinition = {
      name,
      inputSchema,
      ...(description === undefined ? {} : { description }),
      ...(providerOptions === undefined ? {} : { providerOptions }),
    }
    known.set(tool, plain)
    return plain
  }
}
