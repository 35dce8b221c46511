export type { McpClient, McpRequestOptions, McpTools, McpToolsOptions } from './contract.ts'
export { joinMcpTools } from './join-tools.ts'
export { mcpTools } from './mcp-tools.ts'
