import type { Message, Part } from '@lamella/core'

/**
 * Returns the number of tool calls, answered or not, including those that a provider executed.
 *
 * @example
 * countToolCalls([{ role: 'user', content: 'Hello' }]) // 0
 */
export function countToolCalls(messages: readonly Message[]): number {
  let calls = 0
  for (const { content } of messages) {
    if (!Array.isArray(content)) continue
    for (const part of content as readonly (Part | undefined)[]) if (part?.type === 'tool-call') calls++
  }
  return calls
}
