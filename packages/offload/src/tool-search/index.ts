export type {
  CallTool,
  SearchableTool,
  ToolSearch,
  ToolSearchOptions,
  ToolsRequest,
} from './contract.ts'
export type { HostedToolsOptions } from './hosted-tools.ts'
export { hostedTools } from './hosted-tools.ts'
export { toolSearch } from './tool-search.ts'
