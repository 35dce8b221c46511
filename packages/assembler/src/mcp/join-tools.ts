import type { AgentTool } from '../contract/tool-executor.ts'
import type { McpTools } from './contract.ts'

/**
 * Joins the tools of several servers. If two have a tool with the same name, the call goes to the first in the list,
 * which is also the one that a `ToolCollector` keeps; give each server a `prefix` to keep them apart.
 *
 * @example
 * const toolExecutor = joinMcpTools([mcpTools(github, { prefix: 'github_' }), mcpTools(files, { prefix: 'files_' })])
 */
export function joinMcpTools(servers: readonly McpTools[]): McpTools {
  const lists = (): Promise<readonly (readonly AgentTool[])[]> => Promise.all(servers.map((server) => server.list()))
  return {
    list: async () => (await lists()).flat(),
    call: async (name, input, options) => {
      const index = (await lists()).findIndex((tools) => tools.some((tool) => tool.name === name))
      const server = servers[index]
      if (server !== undefined) return server.call(name, input, options)
      return { type: 'error-text', value: `There is no tool '${name}'.` }
    },
  }
}
