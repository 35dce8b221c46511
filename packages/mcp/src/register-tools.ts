import type { Scope } from '@lamella/core'
import type { ReadyTool } from '@lamella/store'
import type { McpServer, ToolAnnotations } from '@modelcontextprotocol/server'

/** What hosts may show to their users. Hints only: what a tool may do is decided by the operator. */
const annotations: ReadonlyMap<string, ToolAnnotations> = new Map<string, ToolAnnotations>([
  ...['load_skill', 'read_skill_file', 'search_memory', 'recall', 'find_tool', 'find_skill', 'read_result'].map(
    (name) => [name, { readOnlyHint: true, openWorldHint: false }] as const,
  ),
  ['remember', { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
  ['forget', { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }],
])

/** Serves tools for one scope. An error for the model is a result with `isError`, as the protocol asks. */
export function registerTools(server: McpServer, tools: readonly ReadyTool[], scope: Scope): void {
  for (const { name, description, inputSchema, execute } of tools) {
    const hints = annotations.get(name)
    server.registerTool(
      name,
      { description, inputSchema, ...(hints && { annotations: hints }) },
      async (input, ctx) => {
        const { type, value } = await execute(input, { scope, signal: ctx.mcpReq.signal })
        return { content: [{ type: 'text', text: value }], ...(type === 'error-text' && { isError: true }) }
      },
    )
  }
}
