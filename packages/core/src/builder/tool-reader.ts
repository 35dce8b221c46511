import type { ContextTool, ToolDefinition } from '../contract/message.ts'
import { isStandardSchema, jsonSchemaOf } from '../json-schema.ts'

/** Gives a tool as it goes to the wire. */
export type ReadTool = (tool: ToolDefinition) => ContextTool

/**
 * A tool with a plain JSON Schema is given back as it is. Of one with a schema object a tool with its JSON Schema is made
 * once, and is the same object at every build, so that its tokens are counted once; nothing is remembered longer than the
 * tool is there.
 *
 * @throws LamellaError `TOOL_SCHEMA_INVALID` from the returned function
 */
export function createToolReader(): ReadTool {
  const known = new WeakMap<ToolDefinition, ContextTool>()
  return (tool) => {
    if (!isStandardSchema(tool.inputSchema)) return tool as ContextTool
    const before = known.get(tool)
    if (before !== undefined) return before
    const made: ContextTool = { ...tool, inputSchema: jsonSchemaOf(tool.inputSchema, tool.name) }
    known.set(tool, made)
    return made
  }
}
