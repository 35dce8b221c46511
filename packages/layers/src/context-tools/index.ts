export { contextTools } from './context-tools.ts'
export type { ContextToolsOptions, ToolMemory, WriteAction } from './contract.ts'
export type { ToolSet } from './tool-set.ts'
