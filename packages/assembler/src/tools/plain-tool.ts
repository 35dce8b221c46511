import type { ToolDefinition } from '@lamella/core'
import type { AgentTool } from '../contract/tool-executor.ts'

const fields = ['name', 'description', 'inputSchema', 'providerOptions'] as const

/** Gives what a model is told of a tool. */
export type PlainTool = (tool: AgentTool) => ToolDefinition

/**
 * A tool without what is the program's alone, such as its permissions. One that has nothing of the kind is given back as it
 * is; of another one the same object is given each time, since tokens of tools are remembered by object.
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
