export { claudeSessions } from './claude-sessions.ts'
export type {
  ClaudeEntry,
  ClaudeSessionKey,
  ClaudeSessionSummary,
  ClaudeSessions,
  FoldSessionSummary,
} from './contract.ts'
export type { ClaudeOwner } from './keys.ts'
export type { ClaudeNoticeCode } from './notices.ts'
export type { ClaudeSessionsOptions } from './options.ts'
export type { Environment } from './private-folder.ts'
export { inPrivateFolder } from './private-folder.ts'
