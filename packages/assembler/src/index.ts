export type { AssembledContext, AssemblyMetadata, TokenEstimate, TruncationInfo } from './contract/assembled-context.ts'
