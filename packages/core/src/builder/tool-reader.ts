import type { ContextTool, ToolDefinition } from '../contract/message.ts'
import { isStandardSchema, jsonSchemaOf } from '../json-schema.ts'

/** Converts a tool to the form the wire formats use. */
export type ReadTool = (tool: ToolDefinition) => ContextTool

/**
 * Returns a tool with a plain JSON Schema unchanged. A tool with a schema object is converted to one with a JSON Schema
 * once and is the same object in every build, so its tokens are counted once; the cache keeps nothing longer than the
 * tool itself lives.
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
