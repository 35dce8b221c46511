import type { ContextBuildResult, ContextMessage } from '@lamella/chunks'

/** All that a model reads of a build, in order: what the system says first, and the conversation. */
export function said({ system, messages }: Pick<ContextBuildResult, 'system' | 'messages'>): readonly ContextMessage[] {
  return [...system.map(({ role, content }) => ({ role, content })), ...messages]
}
