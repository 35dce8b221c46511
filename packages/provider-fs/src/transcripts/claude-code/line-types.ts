/**
 * Types of lines about the session, without a place in the conversation. Source: files of Claude Code 2.1.332 and its
 * package, read on 2026-11-27.
 */
const sessionTypes = new Set(
  (
    'summary custom-title ai-title tag last-prompt mode permission-mode cost-state queue-operation ' +
    'file-history-snapshot file-history-delta attribution-snapshot content-replacement relocated agent-name ' +
    'agent-color agent-setting pr-link worktree-state tools-used atis-latch isolation-latch session-owner dev-mods ' +
    'memory-mode bridge-session history-suppression ended-by-model observer-ref frame-link fork-context-ref ' +
    'derived-from data-flow-records data-flow-incomplete continued-in resume-head-vouch host-row repl-mode ' +
    'hybrid-organization api-request-resumed agent_metadata'
  ).split(' '),
)

/** Whether lines of this type are about the session, and known. */
export function isSessionLine(type: string): boolean {
  return sessionTypes.has(type) || type.startsWith('artifact-')
}
