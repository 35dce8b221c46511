export type { ToolSet } from '@lamella/core/plugin'
export { contextTools } from './context-tools.ts'
export type { ContextToolsOptions, ToolMemory, WriteAction } from './contract.ts'
export { isSeenBy } from './make-tool.ts'
