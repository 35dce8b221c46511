import type { AgentTool } from '../contract/tool-executor.ts'
import type { McpTools } from './contract.ts'

/**
 * The tools of several servers as those of one. Where two have a tool of one name, the call goes to the first in the list, which
 * is the one that a `ToolCollector` keeps, too; a `prefix` of each server keeps them apart.
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
