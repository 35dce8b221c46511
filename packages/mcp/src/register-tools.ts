import type { Scope } from '@lamella/core'
import type { ReadyTool } from '@lamella/store'
import type { McpServer, ToolAnnotations } from '@modelcontextprotocol/server'

/** What hosts may show to their users. Hints only: what a tool may do is decided by the operator. */
const annotations: Readonly<Record<string, ToolAnnotations>> = {
  load_skill: { readOnlyHint: true, openWorldHint: false },
  read_skill_file: { readOnlyHint: true, openWorldHint: false },
  search_memory: { readOnlyHint: true, openWorldHint: false },
  recall: { readOnlyHint: true, openWorldHint: false },
  find_tool: { readOnlyHint: true, openWorldHint: false },
  find_skill: { readOnlyHint: true, openWorldHint: false },
  read_result: { readOnlyHint: true, openWorldHint: false },
  remember: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  forget: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
}

/** Serves tools for one scope. An error for the model is a result with `isError`, as the protocol asks. */
export function registerTools(server: McpServer, tools: readonly ReadyTool[], scope: Scope): void {
  for (const { name, description, inputSchema, execute } of tools) {
    const hints = Object.hasOwn(annotations, name) ? annotations[name] : undefined
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
