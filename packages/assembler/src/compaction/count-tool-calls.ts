import type { Message, Part } from '@lamella/core'

/**
 * How many calls of tools there are, those that a provider made itself included. Answered or not makes no difference.
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
