import type { McpTools } from './contract.ts'

/**
 * Joins the tools of several servers. If two have a tool with the same name, the call goes to the first in the list,
 * which is also the one that a `ToolCollector` keeps; give each server a `prefix` to keep them apart.
 *
 * @example
 * const toolExecutor = joinMcpTools([mcpTools(github, { prefix: 'github_' }), mcpTools(files, { prefix: 'files_' })])
 */
export function joinMcpTools(servers: readonly McpTools[]): McpTools {
  return {
    list: async () => (await Promise.all(servers.map((server) => server.list()))).flat(),
    call: async (name, input, options) => {
      // A server that is down is no reason not to call another one.
      const lists = await Promise.allSettled(servers.map((server) => server.list()))
      const index = lists.findIndex(
        (list) => list.status === 'fulfilled' && list.value.some((tool) => tool.name === name),
      )
      const server = servers[index]
      if (server !== undefined) return server.call(name, input, options)
      const failed = lists.find((list) => list.status === 'rejected')
      const { message = '' } = Object(failed?.reason) as { readonly message?: string }
      return { type: 'error-text', value: `There is no tool '${name}'. ${message}`.trim() }
    },
  }
}
