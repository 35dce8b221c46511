import type { ContextBuildResult, ContextMessage } from '@lamella/chunks'

/** Returns everything that a model reads from a build, in order: the system messages, then the conversation. */
export function allMessages({
  system,
  messages,
}: Pick<ContextBuildResult, 'system' | 'messages'>): readonly ContextMessage[] {
  return [...system.map(({ role, content }) => ({ role, content })), ...messages]
}
